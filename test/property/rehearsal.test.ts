/** What a rehearsal foretells is what happens: calls, order, failures, in both dialects. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import type { Prune } from "../../src/reconciler/engine/plan/scope.ts";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { secret } from "../../src/model/secret.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  disturbances,
  filesOf,
  plots,
  secrets,
  type Meddling,
} from "../support/estates/rehearsal-estates.ts";
import { foretellAndApply, type Foretold } from "../support/commands/rehearsals.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { isProof, oneByFile, scale } from "../support/run/scale.ts";

const cases = fileURLToPath(new URL("../corpus/cases", import.meta.url));

interface Budget {
  readonly prune?: Prune;
  readonly scope?: readonly string[];
  readonly allow?: readonly DangerName[];
  readonly now?: string;
}

type LiveChange = Omit<Meddling, "type"> & {
  readonly type?: string;
  readonly dialect?: DialectName;
};

function read<Document>(name: string, file: string): Document | undefined {
  const path = join(cases, name, file);
  return existsSync(path) ? (parse(readFileSync(path, "utf8")) as Document) : undefined;
}

async function meddle(app: FastifyInstance, changes: readonly Meddling[]): Promise<void> {
  for (const { method, path, type, body } of changes) {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const payload = body === undefined ? {} : { payload: body };
    await app.inject({ method, url: `/rest${path}`, headers, ...payload });
  }
}

const isRefused = (call: string) => Number(call.split(" ").at(-1)) >= 300;

/** Everything is predicted but for requests of which the rehearsal says that it cannot. */
function expectForetold({ rehearsal, foretold, ...done }: Foretold): void {
  // A copy has no other estates to claim from.
  const happened = done.happened.filter((call) => !call.includes("/claims.json "));
  const { notRehearsed = [], leftovers = [], converged } = rehearsal.run ?? {};
  expect(notRehearsed.filter(({ unlike }) => unlike)).toEqual([]);
  if (notRehearsed.length === 0) expect(foretold).toEqual(happened);
  // What a guard stops need not come to an end: that may be why it is stopped.
  const isStopped = rehearsal.planned.plan?.blocks.length !== 0;
  if (foretold.length > 0 && !isStopped) expect(converged).toBe(!foretold.some(isRefused));
  if (!isStopped) expect(leftovers).toEqual([]);
  // What is not rehearsed is what others wait for, so that these may come in another order without it.
  const left = [...happened];
  for (const call of foretold) {
    expect(left).toContain(call);
    left.splice(left.indexOf(call), 1);
  }
}

/** What another estate of the same catalog owns: a style that ours may declare too, and a role. */
async function applyTheirs(app: FastifyInstance): Promise<void> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "green.sld": sld(),
    "green.yaml": manifest("Style", { name: "green" }, { source: "./green.sld" }),
    "role.yaml": manifest("Role", { name: "R2" }, {}),
  });
  await applyFolder(app, folder, { name: "theirs" });
}

describe.for(oneByFile(import.meta.url, dialects))("generated plans, %s dialect", (dialect) => {
  test("happen as they were predicted, failures included", async () => {
    const keystore = { password: secret(secrets["A"] ?? "") };
    const { app } = await startCatalog({ dialect, keystore });
    await applyTheirs(app);
    const folder = temporaryFolder();
    let [runs, refused] = [0, 0];
    const property = fc.asyncProperty(plots, disturbances, async (goal, changes) => {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, filesOf(goal));
      await meddle(app, changes);
      const allow = new Set<DangerName>();
      const estate = { name: "test", paths: [folder], allow, environment: secrets };
      const found = await foretellAndApply(app, { ...estate, prune: "owned" });
      const { diagnostics } = found.rehearsal.planned;
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expectForetold(found);
      if (found.happened.some(isRefused)) refused++;
      runs++;
    });
    const numRuns = scale({ test: 1, proof: 100 });
    await fc.assert(property, { numRuns, seed: 24, endOnFailure: true });
    // Plans that fail are as much of the claim as plans that work.
    if (isProof) expect([refused > runs / 10, refused < runs]).toEqual([true, true]);
  }, 1_800_000);
});

describe.for(oneByFile(import.meta.url, dialects))("cases of the corpus, %s dialect", (dialect) => {
  const at = dialects.indexOf(dialect);
  const names = readdirSync(cases).toSorted();
  // Each case in one dialect: what the dialects do otherwise, the generated plans meet in both.
  const own = names.filter((_name, index) =>
    isProof ? index % dialects.length === at : index % 61 === 20 * at,
  );

  test.for(own)("%s", async (name) => {
    const { app } = await startCatalog({ dialect });
    const { prune = "owned", scope, allow = [], now } = read<Budget>(name, "budget.yaml") ?? {};
    const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
    const options = { prune, allow, ...clock, workspaces: scope };
    await applyFolder(app, join(cases, name, "before"), { ...options, allow: ["catalog-mode"] });
    if (existsSync(join(cases, name, "other")))
      await applyFolder(app, join(cases, name, "other"), { name: "other" });
    const live = read<readonly LiveChange[]>(name, "live.yaml") ?? [];
    const own = live.filter((one) => one.dialect === undefined || one.dialect === dialect);
    await meddle(
      app,
      own.map((one) => ({ type: "text/xml", ...one })),
    );
    for (const folder of ["after", "before"]) {
      const estate = {
        name: "test",
        paths: [join(cases, name, folder)],
        prune,
        scope: scope === undefined ? undefined : { workspaces: scope },
        allow: new Set(allow),
        ...clock,
      };
      expectForetold(await foretellAndApply(app, estate));
    }
  });
});
