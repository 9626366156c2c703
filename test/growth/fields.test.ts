/**
 * Whatever text stands in a field of a manifest, in a file that it names or in a document of the interface: twice the
 * text costs twice the work. The fields are those of the corpus, which leaves none out.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect } from "vitest";
import { renderDiagnostics, renderPlan } from "../../src/reconciler/report/text.ts";
import { ReadError } from "../../src/wire/reading.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { caseNames, readCase } from "../support/estates/corpus-case.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { testInProof } from "../support/run/scale.ts";
import { filesBelow } from "../support/project/sources.ts";
import { filled, noticedProblem } from "./growth.ts";
import { leavesOf, xmlLeaves, type Leaf } from "./leaves.ts";

const TIMEOUT = 1_800_000;

/** Milliseconds that 8 KiB may cost more than a few characters without being looked at further. */
const LOOKED_AT = 30;

/** What a text repeats, and what ends it: an expression fails at the end of what it took. */
const PIECES = [
  " ",
  "\n",
  "a",
  "a ",
  "a:",
  "x:1 a",
  "_",
  "-",
  ".",
  "/",
  "\\",
  "=",
  ",",
  ";",
  "(",
  "[",
  "{",
  "${",
  "<",
  "'",
  '"',
  "0",
  "%",
  "url(",
  "\t\n",
  "/*",
];

const CASES = "test/corpus/cases";

testInProof(
  "fields of manifests and texts of their files are read and planned",
  async () => {
    const { app } = await startCatalog();
    const seen = new Set<string>();
    const found: string[] = [];
    for (const name of caseNames) {
      const { after, options } = readCase(name);
      const folder = temporaryFolder();
      cpSync(after, folder, { recursive: true });
      for (const file of filesBelow(`${CASES}/${name}/after`, /./)) {
        const path = join(folder, relative(`${CASES}/${name}/after`, file));
        const content = readFileSync(path, "utf8");
        const plan = async (text: string) => {
          writeFileSync(path, text);
          const planned = planFolder(app, folder, options).catch(unlessRefused);
          const { diagnostics, plan } = (await planned) ?? { diagnostics: [], plan: undefined };
          return renderDiagnostics(diagnostics) + (plan === undefined ? "" : renderPlan(plan));
        };
        for (const leaf of unseen(leavesOf(path, content), seen))
          found.push(...(await problems(leaf, plan)));
        writeFileSync(path, content);
      }
    }
    expect(seen.size).toBeGreaterThan(500);
    expect(found).toEqual([]);
  },
  TIMEOUT,
);

testInProof(
  "fields of documents of the interface are read and answered",
  async () => {
    const seen = new Set<string>();
    const found: string[] = [];
    for (const name of caseNames) {
      const { app } = await startCatalog();
      const { after, options } = readCase(name);
      for (const request of await sentBy(
        (recording) => applyFolder(recording, after, options),
        app,
      )) {
        const place = `${request.method} ${request.url.split("/").slice(1, 4).join("/")}`;
        const body = request.payload.toString();
        const leaves = /^\s*</.test(body) ? xmlLeaves(body) : [];
        const named = leaves.map((leaf) => ({ ...leaf, name: `${place} ${leaf.name}` }));
        const work = (payload: string) => app.inject({ ...request, payload });
        for (const leaf of unseen(named, seen)) found.push(...(await problems(leaf, work)));
      }
    }
    expect(seen.size).toBeGreaterThan(300);
    expect(found).toEqual([]);
  },
  TIMEOUT,
);

/** A server refuses addresses that are too long for it. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ReadError)) throw error;
}

function* unseen(leaves: readonly Leaf[], seen: Set<string>): Generator<Leaf> {
  for (const leaf of leaves) {
    if (seen.has(leaf.name)) continue;
    seen.add(leaf.name);
    yield leaf;
  }
}

async function problems(
  leaf: Leaf,
  work: (content: string) => unknown,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const piece of PIECES) {
    const make = (size: number) => leaf.with(filled(size, piece, { tail: "x!" }));
    const problem = await noticedProblem({ make, work }, LOOKED_AT);
    if (problem !== undefined) found.push(`${leaf.name}, ${JSON.stringify(piece)}: ${problem}`);
  }
  return found;
}

interface Sent {
  readonly method: "PUT" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

/** The requests with bodies that work sends to a catalog. */
async function sentBy(
  work: (app: FastifyInstance) => Promise<unknown>,
  real: FastifyInstance,
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const inject = (options: InjectOptions) => {
    if (options.payload !== undefined) sent.push(options as Sent);
    return real.inject(options);
  };
  await work(
    new Proxy(real, {
      get: (target, key) => (key === "inject" ? inject : (Reflect.get(target, key) as unknown)),
    }),
  );
  return sent;
}
