/**
 * No moment of exposure: between any two requests of every case that changes rules or the mode, or
 * makes something anew, accounts without roles and with one of the roles in the rules ask for all that
 * there is. Nobody ever gets what they get neither before the first request nor after the last.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { Plan } from "../../src/reconciler/engine/plan/plan.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { caseFolder, caseNames, startScenario } from "../support/estates/corpus-case.ts";
import { estateOf, type EstateOptions } from "../support/estates/estate.ts";
import { isProof, oneByFile } from "../support/run/scale.ts";

/** What the accounts hold; a role that a case makes or deletes must not be somebody else's. */
function rolesFor(name: string): readonly string[] {
  return /^kind: Role$/m.test(textOf(name)) ? [""] : ["", "ROLE_A", "ROLE_B", "ROLE_C"];
}

function accountOf(role: string): string {
  return `probe${role}`;
}

/** The text of all files of a case. */
function textOf(name: string): string {
  const folder = caseFolder(name);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.ya?ml$/.test(file) && statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

// Rules on requests decide whether the probes get through at all: theirs are tested by
// test/property/rest-rules.test.ts.
const own = caseNames.filter(
  (name) => !/domain: rest|(?:blocked|faulty): forward/.test(textOf(name)),
);

/** What an account gets of everything that the administrator sees: lists by member, documents whole. */
async function seenBy(
  app: FastifyInstance,
  role: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const headers = { authorization: authorizationOf(accountOf(role)) };
  const answers = await Promise.all(
    paths.map(async (path) => ({
      path,
      answer: await app.inject({ url: `/rest${path}`, headers }),
    })),
  );
  const seen = answers
    .filter(({ answer }) => answer.statusCode === 200)
    .flatMap(({ path, answer }) => [
      path,
      ...(isList(path)
        ? [...answer.body.matchAll(/<name>([^<]+)</g)].map(([, name]) => `${path} ${name}`)
        : []),
    ]);
  return new Set(seen);
}

/** A document of its own may change on the way: what counts is whether it is shown. */
function isList(path: string): boolean {
  return /\/(?:workspaces|layers|layergroups|styles)\.xml$/.test(path);
}

const LISTS = ["/workspaces.xml", "/layers.xml", "/layergroups.xml", "/styles.xml"];

/** Paths of lists, layers and groups, as the administrator finds them. */
async function pathsIn(app: FastifyInstance): Promise<readonly string[]> {
  const read = async (url: string) => {
    const answer = await app.inject({
      url: `/rest${url}`,
      headers: { authorization: AUTHORIZATION },
    });
    return [...answer.body.matchAll(/href="[^"]*?\/rest(\/[^"]+)"/g)].map(([, path = ""]) => path);
  };
  const [workspaces = [], layers = [], groups = []] = await Promise.all(
    LISTS.slice(0, 3).map(read),
  );
  const names = workspaces.map((path) => path.replace(/\.xml$/, ""));
  const inside = names.flatMap((path) => [`${path}/layers.xml`, `${path}/layergroups.xml`]);
  return [...LISTS, ...layers, ...groups, ...inside, ...workspaces];
}

/** A catalog, and the roles that are asked as. */
interface Probed {
  readonly app: FastifyInstance;
  readonly roles: readonly string[];
}

type Sight = ReadonlyMap<string, ReadonlySet<string>>;

/** What each account gets now, of all paths that were ever known. */
async function look({ app, roles }: Probed, known: Set<string>): Promise<Sight> {
  for (const path of await pathsIn(app)) known.add(path);
  const sights = roles.map(async (role) => [role, await seenBy(app, role, [...known])] as const);
  return new Map(await Promise.all(sights));
}

function isRisky(plan: Plan): boolean {
  const isRule = plan.steps.some(({ request }) => request.path.startsWith("/security/acl/"));
  return isRule || plan.changes.some(({ action }) => action === "replace");
}

/** Goes to a folder; false when nothing about it is risky. */
async function probe(probed: Probed, folder: string, options: EstateOptions): Promise<boolean> {
  const connection = await connectTo(probed.app);
  const planned = await planEstate(estateOf(folder, options), connection);
  const { plan } = planned;
  if (plan === undefined || hasErrors(planned.diagnostics)) throw new Error("there is no plan");
  const known = new Set<string>();
  const before = await look(probed, known);
  expect(before.get("")?.has("/layers.xml")).toBe(true);
  const between: { readonly after: string; readonly sight: Sight }[] = [];
  let turn = Promise.resolve();
  const send: Transport = async (request) => {
    const previous = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await previous;
    const answer = await connection.send(request);
    const after = `${request.method} ${request.path}`;
    if (isRisky(plan)) between.push({ after, sight: await look(probed, known) });
    resolve();
    return answer;
  };
  const result = await applyPlan(planned, { ...connection, send });
  expect(result.converged).toBe(true);
  const after = await look(probed, known);
  for (const { after: request, sight } of between)
    for (const [role, seen] of sight) {
      const may = before.get(role)?.union(after.get(role) ?? new Set()) ?? new Set();
      expect([...seen.difference(may)], `${role || "no role"} after ${request}`).toEqual([]);
    }
  return isRisky(plan);
}

async function opened(dialect: DialectName, roles: readonly string[]): Promise<FastifyInstance> {
  const { app, folder } = await startCatalog({ dialect });
  const accounts = roles.map((role) => [accountOf(role), { roles: role === "" ? [] : [role] }]);
  await createAccounts(folder, Object.fromEntries(accounts));
  // The rule for reading that a new catalog of this dialect has.
  const rule = dialect === "documented" ? "/**:GET,HEAD,OPTIONS" : "/**:GET,HEAD";
  const answer = await app.inject({
    method: "PUT",
    url: "/rest/security/acl/rest",
    headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
    payload: `<rules><rule resource="${rule}">*</rule></rules>`,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return app;
}

describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
  const turn = dialects.indexOf(dialect);
  const mine = isProof ? own : own.filter((_name, index) => index % 40 === turn);

  test.for(mine)("%s", { timeout: 60_000 }, async (name) => {
    const roles = rolesFor(name);
    const app = await opened(dialect, roles);
    const { before, after, options } = await startScenario(app, name, dialect);
    await probe({ app, roles }, after, options);
    await probe({ app, roles }, before, options);
  });
});

test("most cases are probed", () => {
  expect(own.length).toBeGreaterThan(120);
});
