/** Elements that somebody sets on a server, an operation on what has them, and what became of them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished } from "vitest";
import { hasErrors } from "../../../src/model/diagnostic.ts";
import { planEstate, type Planned } from "../../../src/reconciler/reconcile.ts";
import type { DangerName } from "../../../src/reconciler/kind.ts";
import type { Tree } from "../../../src/wire/tree.ts";
import { stockServer } from "../../stock/server.ts";
import { applyPlan } from "./apply-plan.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "./estate.ts";
import { temporaryFolder, writeFiles } from "../run/folders.ts";
import { elementsIn, settingsOf, UNKNOWN, unnamed, type ServerName } from "./kept-elements.ts";
import type { Files, Operation, Subject } from "./kept-operations.ts";

/** An element to set, with what is in it. */
export interface Wish {
  readonly subject: Subject;
  readonly name: string;
  readonly value: string;
}

/** An element that is not as it was, in words. */
export interface Missing {
  readonly subject: Subject;
  readonly name: string;
  readonly was: Tree | undefined;
  readonly is: Tree | undefined;
}

/** Starts a server that ends with the test. */
async function startServer(name: ServerName): Promise<FastifyInstance> {
  if (name !== "stock") return (await startCatalog({ dialect: name })).app;
  const { app } = stockServer({ learned: [UNKNOWN] });
  onTestFinished(() => app.close());
  return app;
}

/** Writes files over those of a folder. */
function rewrite(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) rmSync(join(folder, path));
    else writeFiles(folder, { [path]: content });
  }
}

const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };

/** The elements of a document, all of which the table has to name. */
async function read(
  app: FastifyInstance,
  { root }: Subject,
  path: string,
): Promise<ReadonlyMap<string, Tree>> {
  const answer = await app.inject({ method: "GET", url: `/rest${path}.xml`, headers });
  expect(answer.statusCode, `GET ${path}: ${answer.payload}`).toBe(200);
  const elements = elementsIn(answer.payload);
  expect(unnamed(root, elements.keys())).toEqual([]);
  return elements;
}

/** Everything that can be set of what an operation touches, with the first of the values. */
export function everything({ subjects }: Operation): readonly Wish[] {
  return subjects.flatMap((subject) =>
    settingsOf(subject.root).map(({ name, values: [value = ""] }) => ({ subject, name, value })),
  );
}

/** Sets elements, and sees that they are set. Gives those that were something else before. */
async function set(
  app: FastifyInstance,
  wishes: readonly Wish[],
  server: ServerName,
): Promise<readonly Wish[]> {
  const told: Wish[] = [];
  for (const [subject, own] of Map.groupBy(wishes, (wish) => wish.subject)) {
    const { root, before } = subject;
    const fresh = await read(app, subject, before);
    const inner = own.map(({ name, value }) => `<${name}>${value}</${name}>`).join("");
    const payload = `<${root}>${inner}</${root}>`;
    const answer = await app.inject({ method: "PUT", url: `/rest${before}`, headers, payload });
    expect(answer.statusCode, `PUT ${before}: ${answer.payload}`).toBe(200);
    const changed = await read(app, subject, before);
    const drops = settingsOf(root).filter(({ droppedBy }) => droppedBy?.includes(server));
    const dropped = new Set(drops.map(({ name }) => name));
    for (const wish of own) {
      const { name, value } = wish;
      const [was, is] = [fresh, changed].map((elements) => JSON.stringify(elements.get(name)));
      // Nobody knows what is set to what it is anyway.
      if (was === is && was === JSON.stringify(value)) continue;
      expect([root, name, was !== is]).toEqual([root, name, !dropped.has(name)]);
      told.push(wish);
    }
  }
  return told;
}

/** A server with what an operation begins with, some elements of which somebody has set. */
export interface Stage {
  readonly app: FastifyInstance;
  readonly folder: string;
  readonly server: ServerName;
  readonly operation: Operation;
  readonly wishes: readonly Wish[];
  /** Elements before the operation. */
  readonly was: ReadonlyMap<Subject, ReadonlyMap<string, Tree>>;
}

/** Applies the manifests before an operation, sets elements, and writes the manifests after it. */
export async function stage(
  server: ServerName,
  operation: Operation,
  wishes: readonly Wish[],
): Promise<Stage> {
  const app = await startServer(server);
  const folder = temporaryFolder();
  rewrite(folder, operation.before);
  await applyCleanly(app, folder);
  const told = await set(app, wishes, server);
  const was = new Map<Subject, ReadonlyMap<string, Tree>>();
  for (const subject of operation.subjects)
    was.set(subject, await read(app, subject, subject.before));
  rewrite(folder, operation.after);
  return { app, folder, server, operation, wishes: told, was };
}

const options = { prune: "owned" } as const;

async function applyCleanly(
  app: FastifyInstance,
  folder: string,
  allow: readonly DangerName[] = [],
): Promise<Planned> {
  const { planned, result } = await applyFolder(app, folder, { ...options, allow });
  expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(planned.plan?.blocks).toEqual([]);
  expect(result?.diagnostics).toEqual([]);
  expect(result?.converged, JSON.stringify(result?.execution.reports)).toBe(true);
  expect(hasErrors(planned.diagnostics)).toBe(false);
  return planned;
}

/** Dangers that must not be needed: they would be of something else. */
const EXPECTED: ReadonlySet<string> = new Set([
  "irreversible",
  "public-access",
  "workspace-delete",
]);

/** What a plan says that is lost or shown, before somebody allows it. */
export async function foretell({ app, folder }: Stage): Promise<{
  readonly words: readonly string[];
  readonly dangers: readonly DangerName[];
}> {
  const { plan, diagnostics } = await planFolder(app, folder, options);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const blocks = plan?.blocks ?? expect.unreachable();
  const dangers = blocks.map(({ name, message }) => {
    if (name === undefined || !EXPECTED.has(name)) expect.unreachable(`${name}: ${message}`);
    return name;
  });
  const words = blocks
    .filter(({ name }) => name !== "workspace-delete")
    .map(({ message }) => message);
  return { words, dangers: [...new Set(dangers)] };
}

/** Applies the operation until it has written so often, and then nothing more gets through. */
export async function cutOff(
  { app, folder }: Stage,
  allow: readonly DangerName[],
  writes: number,
): Promise<void> {
  let left = writes;
  const connection = await connectTo(app, "test", (real) => async (request) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    const isState = request.path.startsWith("/resource/plumbline/");
    if (left <= 0) throw new Error("connection reset");
    if (isWrite && !isState) left--;
    return real(request);
  });
  const planned = await planEstate(estateOf(folder, { ...options, allow }), connection);
  const { send, inventory } = connection;
  await applyPlan(planned, { send, inventory, wait: async () => undefined }).catch(() => undefined);
}

/** Applies the operation, whatever it loses, sees that nothing is left to do, and reports what is missing. */
export async function finish(at: Stage, allow: readonly DangerName[]): Promise<readonly Missing[]> {
  const { app, folder } = at;
  await applyCleanly(app, folder, allow);
  const again = await planFolder(app, folder, options);
  expect(again.plan?.steps).toEqual([]);
  return missing(at);
}

/** Elements that somebody set and that are not as they were. */
async function missing({ app, server, was, wishes }: Stage): Promise<readonly Missing[]> {
  const found: Missing[] = [];
  for (const [subject, before] of was) {
    const after = await read(app, subject, subject.after);
    const set = new Set(wishes.filter((one) => one.subject === subject).map(({ name }) => name));
    for (const { name, calculated } of settingsOf(subject.root)) {
      if (!set.has(name) || (calculated === true && opensData(server, subject))) continue;
      const [old, now] = [before.get(name), after.get(name)];
      if (JSON.stringify(old) !== JSON.stringify(now))
        found.push({ subject, name, was: old, is: now });
    }
  }
  return found;
}

/** Whether what publishes it afterwards finds out what follows from the data: ours opens granules only. */
function opensData(server: ServerName, { after }: Subject): boolean {
  return server === "stock" || /^\/workspaces\/w\/coveragestores\/[ms]\//.test(after);
}

const DRAWN: ReadonlySet<string> = new Set([
  "defaultStyle",
  "styles",
  "enabled",
  "queryable",
  "opaque",
]);

/** What is missing although no word of the plan names it. */
export function untold(found: readonly Missing[], words: readonly string[]): readonly string[] {
  return found
    .filter(({ subject: { root }, name }) => {
      const isDrawn = root === "layer" && DRAWN.has(name);
      return !words.some((text) =>
        isDrawn ? text.includes("is drawn") : new RegExp(`\\b${name}\\b`).test(text),
      );
    })
    .map(
      ({ subject: { root }, name, was, is }) =>
        `${name} of ${root} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`,
    );
}
