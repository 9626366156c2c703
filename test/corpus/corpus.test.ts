/**
 * The corpus: every case goes from `before` to `after` and back through the real pipeline against
 * the real server, in both dialects, and against a stock one written by hand. The plan must be the
 * golden text, its writes must be within the budget to the letter, and planning again must find
 * nothing. `other` is what another estate applies after `before`. Goldens: `npm test -- -u`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { startCatalog, type Exchange } from "../support/servers/catalog.ts";
import { lineFor, wantedLine } from "../support/servers/drawn-line.ts";
import {
  readCaseFile,
  refusalOf,
  writesOf,
  type Budget,
  type Writes,
} from "../support/estates/corpus-budget.ts";
import {
  caseFolder,
  caseNames as names,
  meddle,
  readCase,
} from "../support/estates/corpus-case.ts";
import { applyFolder, planFolder, type EstateOptions } from "../support/estates/estate.ts";
import { isOnPostgres } from "../support/run/postgres-of-run.ts";
import { isRefusedSpelling } from "../support/servers/refused-spellings.ts";
import { isProof } from "../support/run/scale.ts";
import { recordExercises } from "./exercises.ts";
import { tellFaults } from "./faults.ts";
import { stockLines, type StockLine } from "../stock/lines.ts";
import { plantBystanders, tellBystanders } from "../stock/bystanders.ts";
import { stockServer } from "../stock/server.ts";

/** What a case runs against: the real server in a dialect, or the stock one, which has no catalog of ours. */
type Server = DialectName | "stock";

/** A server, and the line that it answers like where there are several. */
interface Target {
  readonly name: string;
  readonly server: Server;
  readonly line: StockLine | undefined;
}

const servers: readonly Server[] = isOnPostgres ? dialects : [...dialects, "stock"];

/** In a proof every line; else one is drawn for each case. */
const lines = isProof && wantedLine === undefined ? stockLines.toReversed() : [undefined];

const targets = servers.flatMap((server): readonly Target[] =>
  server === "documented"
    ? [{ name: server, server, line: undefined }]
    : lines.map((line) => ({ name: [server, line ?? []].flat().join(" "), server, line })),
);

function countWrites(exchanges: readonly Exchange[]): Writes {
  const counts = Object.groupBy(exchanges, ({ request }) => request.method);
  return Object.fromEntries(Object.entries(counts).map(([method, own]) => [method, own.length]));
}

interface Started {
  readonly app: FastifyInstance;
  /** Adds what is none of the estate's business, and gives what sees that it stays as it is. */
  readonly surround: () => () => void;
}

async function startTarget(server: Server, line: StockLine): Promise<Started> {
  if (server !== "stock") {
    const { app } = await startCatalog({ dialect: server, line });
    return { app, surround: () => () => undefined };
  }
  const { app, state } = stockServer({ line, cacheFails: line === "2.28" });
  onTestFinished(() => app.close());
  const surround = () => {
    plantBystanders(state);
    const before = tellBystanders(state);
    return () => expect(tellBystanders(state)).toEqual(before);
  };
  return { app, surround };
}

/**
 * The plans of a stock server have a golden of their own only where they are others than those of the
 * dialect, and those on the older line only where more than their digests are others than on the newer one.
 */
async function expectGolden(
  text: string,
  folder: string,
  server: Server,
  line: StockLine,
): Promise<void> {
  const golden = (of: string) => join(folder, `plan${of}.txt`);
  const own = golden(server === "documented" ? "" : `.${server}`);
  if (server === "documented") {
    await expect(text).toMatchFileSnapshot(own);
    return;
  }
  const [newest] = stockLines.toReversed();
  if (line !== newest) {
    const usual = existsSync(own) ? own : golden(".geoserver");
    const isUsual = withoutDigests(readFileSync(usual, "utf8")) === withoutDigests(text);
    await expectIn(golden(`.${server}-${line}`), usual, isUsual, text);
  } else if (server === "geoserver") await expect(text).toMatchFileSnapshot(own);
  else {
    const usual = golden(".geoserver");
    const isUsual = existsSync(usual) && readFileSync(usual, "utf8") === text;
    await expectIn(own, usual, isUsual, text);
  }
}

async function expectIn(
  golden: string,
  usual: string,
  isUsual: boolean,
  text: string,
): Promise<void> {
  if (!isUsual) await expect(text).toMatchFileSnapshot(golden);
  else expect(existsSync(golden), `${golden} says the same as ${usual}: remove it`).toBe(false);
}

/** The digest of a plan holds documents as the server shows them, which is not the same on each line. */
function withoutDigests(text: string): string {
  return text.replaceAll(/Digest [\da-f]+\./g, "");
}

/** A server that shows the same in another order each time gets the same plan each time. */
async function expectSteady(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
): Promise<void> {
  const [one, other] = [
    await planFolder(app, folder, options),
    await planFolder(app, folder, options),
  ].map(({ plan }) => plan && renderPlan(plan));
  expect(one).toBe(other);
}

/** Sees that a plan is stopped for the reason given, and that nothing of it was done. */
async function expectRefused(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
  because: string,
): Promise<void> {
  const { planned, result, writes } = await applyFolder(app, folder, options);
  const reasons = [...(planned.plan?.blocks ?? []), ...planned.diagnostics];
  const told = reasons.map(({ message }) => message).join("\n");
  expect(told).toContain(because);
  expect([result, ...writes]).toEqual([undefined]);
}

/** Goes to a folder, demanding the budget and that nothing is left to do. Gives the plan's text. */
async function goTo(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
  { writes: budget, line }: { readonly writes: Writes; readonly line: StockLine },
): Promise<string> {
  const applied = await applyFolder(app, folder, options);
  const { plan, diagnostics } = applied.planned;
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(plan?.blocks).toEqual([]);
  expect(applied.result?.diagnostics).toEqual([]);
  expect(
    applied.result?.converged,
    JSON.stringify(applied.result?.execution.reports, null, 1),
  ).toBe(true);
  // A container that refuses the spelling of an address does so once in a run; one that refuses every spelling, each time.
  const done = applied.writes.filter(
    ({ request: { path }, response: { status } }) => !isRefusedSpelling(path, status),
  );
  const most = line === "2.28" ? done.length : 1;
  expect(applied.writes.length - done.length).toBeLessThanOrEqual(most);
  expect(countWrites(done)).toEqual(budget);
  expect(done.length).toBe(plan?.steps.length);
  // What deletions cascade to, requests whose effect shows nowhere and what is there for the time of the plan are written down.
  const losing =
    plan?.steps.some(({ effects: loses, request }) => loses.length > 0 || isReload(request)) ===
      true || (plan?.temporaries.length ?? 0) > 0;
  const state = Map.groupBy(applied.bookkeeping, ({ request: { path } }) => path.split("/").at(-1));
  const methodsOf = (book: string) => state.get(book)?.map(({ request: { method } }) => method);
  expect(methodsOf("inventory.json")?.length ?? 0).toBeLessThanOrEqual(1);
  // Taken where something becomes the estate's own, and given back.
  expect(methodsOf("claims.json") ?? ["PUT", "PUT"]).toEqual(["PUT", "PUT"]);
  const others = new Set(["inventory.json", "claims.json"]);
  const journal = [...state].flatMap(([name = "", exchanges]) =>
    others.has(name) ? [] : exchanges,
  );
  // Written before the first request, and removed when nothing is missing.
  expect(journal.map(({ request }) => request.method)).toEqual(losing ? ["PUT", "DELETE"] : []);
  const again = await applyFolder(app, folder, options);
  expect(again.planned.plan?.steps).toEqual([]);
  expect(again.writes).toEqual([]);
  expect(again.bookkeeping).toEqual([]);
  return plan === undefined ? "" : renderPlan(plan);
}

/** What objects remember beside their facts is asked for again by these, and needs no journal. */
function isReload({ path }: { readonly path: string }): boolean {
  return ["/reset", "/reload", "/gwc/rest/reload"].includes(path);
}

/** A plan that a guard must stop: nothing may be written. */
async function stopAt(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
): Promise<string> {
  const planned = await planFolder(app, folder, options);
  expect(hasErrors(planned.diagnostics)).toBe(false);
  expect(planned.plan?.blocks.length).toBeGreaterThan(0);
  const applied = await applyFolder(app, folder, options);
  expect([...applied.writes, ...applied.bookkeeping]).toEqual([]);
  return planned.plan === undefined ? "" : renderPlan(planned.plan);
}

/** What a case shows: its faults, what stops it, or its plans one way and the other. */
async function tellCase(
  at: {
    readonly app: FastifyInstance;
    readonly server: Server;
    readonly line: StockLine;
    readonly before: string;
    readonly after: string;
    readonly options: EstateOptions;
  },
  budget: Budget,
): Promise<string> {
  const { app, server, line, before, after, options } = at;
  if (budget.faulty === "forward") return tellFaults(app, after, options);
  if (budget.blocked === "forward") return stopAt(app, after, options);
  const writes = writesOf(budget, server, line);
  const forward = await goTo(app, after, options, { writes: writes.forward, line });
  if (server === "stock") await expectSteady(app, before, options);
  const backward = await goTo(app, before, options, { writes: writes.backward, line });
  return `before → after\n\n${forward}\nafter → before\n\n${backward}`;
}

describe.for(targets)("corpus, $name", ({ server, line: wanted }) => {
  test("holds enough cases", () => {
    expect(names.length).toBeGreaterThanOrEqual(120);
  });

  // A seventh of the cases run, each against one target; in a proof all against each.
  const turn = 7 * servers.indexOf(server);
  const own = isProof ? names : names.filter((_name, index) => index % 21 === turn);

  test.for(own)("%s", async (name) => {
    const line = wanted ?? lineFor(name);
    const { app, surround } = await startTarget(server, line);
    const budget = readCaseFile<Budget>(name, "budget.yaml");
    if (budget === undefined) throw new Error(`${name} has no budget.yaml`);
    const { prune = "owned", scope, allow = [], now, environment = {} } = budget;
    const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
    const exercises = recordExercises();
    const { see } = exercises;
    const options: EstateOptions = { prune, allow, ...clock, workspaces: scope, see, environment };
    const folder = caseFolder(name);
    const [before, after] = [join(folder, "before"), join(folder, "after")];
    const refused = refusalOf(budget, server, line);
    if (refused?.at === "before") {
      await expectRefused(app, before, options, refused.because);
      return;
    }
    // Of workspaces that are created at once, either may become the default.
    const alone = { ...options, allow: [...allow, "catalog-mode" as const], writes: 1 };
    const first = await applyFolder(app, before, alone);
    expect(first.result?.converged, JSON.stringify(first.planned.diagnostics)).toBe(true);
    const other = join(folder, "other");
    if (existsSync(other)) {
      const theirs = await applyFolder(app, other, { name: "other" });
      expect(theirs.result?.converged, JSON.stringify(theirs.planned.diagnostics)).toBe(true);
    }
    await meddle(app, server === "stock" ? "geoserver" : server, readCase(name).meddlings);
    const expectUntouched = surround();
    if (refused !== undefined) {
      await expectRefused(app, after, options, refused.because);
      return;
    }
    if (server === "stock") await expectSteady(app, after, options);
    exercises.start();
    const told = await tellCase({ app, server, line, before, after, options }, budget);
    await expectGolden(told, folder, server, line);
    if (server === "documented") await exercises.expectIn(folder);
    expectUntouched();
  });
});
