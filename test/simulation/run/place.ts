/** A server that a history happens on, with what others do there. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DialectName } from "../../../src/model/dialect.ts";
import { servicePath } from "../../../src/wire/paths.ts";
import type { WireResponse } from "../../../src/wire/request.ts";
import { stockServer } from "../../stock/server.ts";
import type { State } from "../../stock/state.ts";
import { tell } from "../../stock/tell.ts";
import { AUTHORIZATION, openTestServer } from "../../support/servers/catalog.ts";
import { writeFiles } from "../../support/run/folders.ts";
import { bytesOf, filesOf } from "../draw/files.ts";
import type { Edit, History, Step } from "../history.ts";
import { worldOf } from "../oracle/stock-world.ts";
import { readWorld, type World } from "../oracle/world.ts";
import { openDoor, type Door } from "./door.ts";
import { dump, type Dump } from "./dump.ts";

/** Sends one request, as it is, to a server. */
export type Exchange = (sent: {
  readonly method: string;
  /** Path and query from the root of the server. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}) => Promise<WireResponse>;

/** A server with the folder that manifests are checked out to. */
export interface Place {
  readonly exchange: Exchange;
  readonly door: Door;
  /** Whether it serves the data of its layers: the included server does not. */
  readonly isServing: boolean;
  /** Writes the manifests of a step; gives the folder that they lie in. */
  readonly checkOut: (step: Step) => string;
  /** Does what somebody else does; gives the statuses. */
  readonly edit: (edits: readonly Edit[]) => Promise<readonly number[]>;
  readonly world: () => Promise<World>;
  /** All that it holds. */
  readonly dump: () => Promise<Dump>;
  readonly close: () => Promise<void>;
}

/** Opens a new server. */
export async function openPlace(server: History["server"]): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-simulation-"));
  const { exchange, close, state } =
    server === "stock" ? openStock() : await openIncluded(join(folder, "data"), server);
  const door = openDoor(exchange);
  let written: Step | undefined;
  const isAdding = server !== "documented";
  return {
    exchange,
    door,
    isServing: server === "stock",
    checkOut: (step) => {
      const manifests = join(folder, "manifests");
      if (step === written) return manifests;
      written = step;
      rmSync(manifests, { recursive: true, force: true });
      writeFiles(manifests, filesOf(step.things));
      return manifests;
    },
    edit: async (edits) => {
      const statuses: number[] = [];
      for (const edit of edits) statuses.push(...(await carryOut(exchange, door, edit, isAdding)));
      return statuses;
    },
    // Of the stock server all is at hand, and to have it write documents takes its time.
    world: async () => (state === undefined ? readWorld(documentsOf(door)) : worldOf(state)),
    dump: async () => (state === undefined ? dump(door) : tell(state)),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Opened {
  readonly exchange: Exchange;
  readonly close: () => Promise<void>;
  /** What it holds, where that is at hand. */
  readonly state: State | undefined;
}

function openStock(): Opened {
  const { ask, app, state } = stockServer();
  const exchange: Exchange = async ({ method, url, headers, body }) => {
    const answer = await ask({ method, url, headers, body: body && Buffer.from(body) });
    const type = answer.type === undefined ? {} : { "content-type": answer.type };
    const bytes = method === "HEAD" ? new Uint8Array() : Buffer.from(answer.body);
    return { status: answer.status, headers: { ...type, ...answer.headers }, body: bytes };
  };
  return { exchange, state, close: () => app.close() };
}

async function openIncluded(folder: string, dialect: DialectName): Promise<Opened> {
  const { app, close } = await openTestServer(folder, { dialect });
  const exchange: Exchange = async ({ method, url, headers, body }) => {
    const payload = body === undefined ? {} : { payload: Buffer.from(body) };
    const answer = await app.inject({ method: method as "GET", url, headers, ...payload });
    const { statusCode: status, rawPayload } = answer;
    return { status, headers: answer.headers as WireResponse["headers"], body: rawPayload };
  };
  return { exchange, close, state: undefined };
}

function documentsOf(door: Door) {
  const files = async (folder: string): Promise<string> => {
    const shown = await door.read(`/resource/${folder}`);
    if (shown === undefined) return "";
    if (!shown.isFolder) return `${folder}\n${shown.text}`;
    const names = [...shown.text.matchAll(/<name>([^<]+)</g)].map(([, name = ""]) => name);
    const inside = await Promise.all(names.toSorted().map((name) => files(`${folder}/${name}`)));
    return inside.join("\n");
  };
  return { json: async (path: string) => (await door.read(path))?.json, files };
}

interface Sent {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array;
}

async function carryOut(
  exchange: Exchange,
  door: Door,
  edit: Edit,
  isAdding: boolean,
): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const { method, path, type = "text/xml", body } of await requestsOf(door, edit, isAdding)) {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const answer = await exchange({ method, url: servicePath(path), headers, body: bytes });
    statuses.push(answer.status);
    door.forget("POST", path);
  }
  return statuses;
}

/** The requests of an edit. */
async function requestsOf(door: Door, edit: Edit, isAdding: boolean): Promise<readonly Sent[]> {
  if (!("rules" in edit)) {
    const { body, ...rest } = edit;
    if (body === undefined) return [rest];
    return [{ ...rest, body: typeof body === "string" ? body : bytesOf(body) }];
  }
  const path = `/security/acl/${edit.rules}`;
  const now = ((await door.read(`${path}.json`))?.json ?? {}) as Readonly<Record<string, string>>;
  const given = Object.entries(edit.set);
  const gone = given.flatMap(([key, roles]) => (roles === null && key in now ? [key] : []));
  const set = given.flatMap(([key, roles]) =>
    roles === null ? [] : [[key, roles.join(",")] as const],
  );
  const changed = set.filter(([key]) => key in now);
  const added = set.filter(([key]) => !(key in now));
  const kept = Object.entries(now).filter(([key]) => edit.set[key] !== null);
  const whole = [...new Map([...kept, ...changed, ...added])];
  return [
    ...gone.map((key) => ({ method: "DELETE", path: `${path}/${key}` }) as const),
    ...(changed.length > 0 ? [ruleList("PUT", path, changed)] : []),
    ...(added.length > 0 ? [ruleList("POST", path, isAdding ? added : whole)] : []),
  ];
}

function ruleList(
  method: "PUT" | "POST",
  path: string,
  rules: readonly (readonly [string, string])[],
): Sent {
  const inside = rules.map(([key, roles]) => `<rule resource="${key}">${roles}</rule>`).join("");
  return { method, path, type: "application/xml", body: `<rules>${inside}</rules>` };
}
