/**
 * Cases of the corpus run again with a recorder on, one way and back and each way twice, as they ran when the
 * answers of a running server were recorded. Whether they converge is the business of the corpus.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { servicePath } from "../../src/wire/paths.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { caseNames, readCase } from "../support/estates/corpus-case.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { requestShape, type RecordedRow } from "./recorded.ts";
import {
  furnish,
  replay,
  withRecorder,
  type OwnExchange,
  type Replayed,
} from "./recorded-targets.ts";

const LISTS = /\/(?:coverages|layers|styles)\.xml/;

/**
 * Everything that was asked and answered while a case ran on a server. The reconciler asks for less than it did when
 * the answers were recorded, and otherwise: so what it read then is read again wherever the case stands still.
 */
export async function runRecordedCase(
  server: FastifyInstance,
  name: string,
  rows: readonly RecordedRow[],
): Promise<readonly OwnExchange[]> {
  if (!caseNames.includes(name)) throw new Error(`the corpus has no case ${name} any more`);
  const urls = new Set(
    rows.flatMap(({ exchange: { method, url } }) => (method === "GET" ? [url] : [])),
  );
  const lists = [...urls].filter((url) => LISTS.test(url));
  const { app, exchanges } = withRecorder(server, lists);
  const readAgain = async () => {
    for (const url of urls) await replay(app, { method: "GET", url });
  };
  await furnish(server);
  await readAgain();
  const { before, after, options, other, meddlings } = readCase(name);
  await applyFolder(app, before, { ...options, allow: ["catalog-mode"] });
  if (other !== undefined) await applyFolder(app, other, { name: "other" });
  for (const { method, path, type = "text/xml", body, dialect } of meddlings) {
    if (dialect === "documented") continue;
    await replay(app, { method, url: servicePath(path), mediaType: type, body });
  }
  await readAgain();
  for (const folder of [after, before]) {
    await applyFolder(app, folder, options);
    await readAgain();
    await applyFolder(app, folder, options);
  }
  // What was written at one end of the way had no effect, or another one, at the other end.
  await writeAgain(app, exchanges, { rows, folder: before });
  if (isAnswered(exchanges, rows)) return exchanges;
  await applyFolder(app, after, options);
  await writeAgain(app, exchanges, { rows, folder: after });
  return exchanges;
}

/**
 * Sends what the reconciler of the recording wrote and today's does not, or with another outcome, after what it needs
 * to have an effect.
 */
async function writeAgain(
  app: FastifyInstance,
  exchanges: readonly OwnExchange[],
  { rows, folder }: { readonly rows: readonly RecordedRow[]; readonly folder: string },
): Promise<void> {
  for (const { exchange } of unanswered(exchanges, rows)) {
    const { method, url, reqType: mediaType = null, reqBody } = exchange;
    const isBinary = /^\(\d+ bytes\)$/.test(reqBody ?? "");
    const body = isBinary ? await granulesFor(url, folder) : reqBody;
    if (isBinary && body === undefined) continue;
    const needed = preparation(exchange);
    if (needed !== undefined) await replay(app, needed);
    await replay(app, { method, url, mediaType, body });
  }
}

/** Whether each request that wrote was answered as it was, by its status. */
function isAnswered(exchanges: readonly OwnExchange[], rows: readonly RecordedRow[]): boolean {
  return unanswered(exchanges, rows).length === 0;
}

function unanswered(
  exchanges: readonly OwnExchange[],
  rows: readonly RecordedRow[],
): readonly RecordedRow[] {
  const told = ({ method, url, mediaType, answer }: OwnExchange) =>
    `${requestShape(method, url, mediaType)} ${answer.status}`;
  const known = new Set(exchanges.map(told));
  return rows.filter(({ exchange: { method, url, reqType = null, status } }) => {
    const isKnown = known.has(`${requestShape(method, url, reqType)} ${status}`);
    return method !== "GET" && !isKnown;
  });
}

/** What was harvested by a request of which only the length was recorded: files of the case. */
async function granulesFor(url: string, folder: string): Promise<Buffer | undefined> {
  const granules = join(folder, "granules");
  if (!/\/file\.imagemosaic(?:\?|$)/.test(url) || !existsSync(granules)) return undefined;
  const named = /[?&]filename=([^&]+)/.exec(url)?.[1];
  if (named !== undefined) {
    const path = join(granules, named);
    return existsSync(path) ? readFileSync(path) : undefined;
  }
  const files = readdirSync(granules).map(
    (name) => [name, readFileSync(join(granules, name))] as const,
  );
  return zipOf(Object.fromEntries(files));
}

/** What has to be there for what cleaned up between cases to find it; nothing where a new server has it. */
function preparation({
  method,
  url,
  reqBody,
  status,
}: RecordedRow["exchange"]): Replayed | undefined {
  const at = (pattern: RegExp) => pattern.exec(url)?.[1];
  const [, domain = "", key] = /^\/rest\/security\/acl\/(\w+)(?:\.json)?\/(.*)$/.exec(url) ?? [];
  if (method === "POST" && /\/acl\/\w+\.json$/.test(url)) {
    const [own = ""] = Object.keys(JSON.parse(reqBody ?? "{}") as object);
    return { method: "DELETE", url: url.replace(/\.json$/, `/${own}`) };
  }
  // What was not there when it was to be changed is taken away first.
  const layer = at(/^(\/rest\/layers\/[^/]+)$/);
  if (method === "PUT" && layer !== undefined && status === 500)
    return { method: "DELETE", url: `${layer}?recurse=true` };
  const coverage = at(/^(\/rest\/workspaces\/[^/]+\/coveragestores\/[^/]+\/coverages\/[^/]+)$/);
  if (method === "PUT" && coverage !== undefined && status === 404)
    return { method: "DELETE", url: `${coverage}?recurse=true` };
  // What was not there needs nothing.
  if (method !== "DELETE" || status === 404) return undefined;
  if (url.startsWith("/rest/resource/")) return { method: "PUT", url, body: "{}" };
  if (key !== undefined)
    return {
      method: "POST",
      url: `/rest/security/acl/${domain}.json`,
      mediaType: "application/json",
      body: JSON.stringify({ [key]: "ADMIN" }),
    };
  const user = at(/\/usergroup\/user\/([^/]+)$/);
  if (user !== undefined)
    return {
      method: "POST",
      url: "/rest/security/usergroup/users",
      mediaType: "application/xml",
      body: `<user><userName>${user}</userName><password>word of ${user}</password><enabled>true</enabled></user>`,
    };
  const isMade = /\/(?:usergroup\/group|roles\/role)\/[^/]+$/.test(url);
  return isMade ? { method: "POST", url, body: reqBody } : undefined;
}

/** The workspaces of a list of them: which were there was not recorded otherwise. */
function workspacesIn({ url, body }: RecordedRow["exchange"]): readonly string[] {
  if (url !== "/rest/workspaces.json") return [];
  return [...body.matchAll(/"name":"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** Cleans up as between the cases: each request as it was sent, after what it needs. */
export async function runRecordedCleaning(
  app: FastifyInstance,
  rows: readonly RecordedRow[],
): Promise<ReadonlyMap<string, readonly OwnExchange[]>> {
  const answers = new Map<string, readonly OwnExchange[]>();
  for (const { id, exchange } of rows) {
    const { method, url, reqType = null, reqBody } = exchange;
    for (const name of workspacesIn(exchange))
      await replay(app, {
        method: "POST",
        url: "/rest/workspaces",
        mediaType: "application/xml",
        body: `<workspace><name>${name}</name></workspace>`,
      });
    const needed = preparation(exchange);
    if (needed !== undefined) await replay(app, needed);
    const answer = await replay(app, { method, url, mediaType: reqType, body: reqBody });
    answers.set(id, [{ method, url, mediaType: reqType, answer }]);
  }
  return answers;
}
