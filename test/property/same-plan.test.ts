/**
 * The same manifests make the same plan: however they are spread over files, in whatever order,
 * spelling, language and time zone they are read.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { createGroups } from "../support/servers/accounts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { asFiles, generatedEstate } from "../support/estates/generated-estates.ts";
import type { Files } from "../support/estates/passes.ts";
import { scale, slice } from "../support/run/scale.ts";
import { spell, spelling } from "../support/estates/spellings.ts";

const OPTIONS = { prune: "owned", allow: dangerNames } as const;

function lay(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

async function startWithGroups() {
  const { app } = await startCatalog();
  await createGroups(app, ["editors", "readers"]);
  return app;
}

test("order and spelling change no plan", { timeout: 1_800_000 }, async () => {
  const app = await startWithGroups();
  let requests = 0;
  const property = fc.asyncProperty(
    generatedEstate,
    fc.array(spelling, { minLength: 2, maxLength: 2 }),
    async (estate, spellings) => {
      const plain = lay(asFiles(estate));
      const { plan } = await planFolder(app, plain, OPTIONS);
      expect(plan).toBeDefined();
      for (const how of spellings) {
        const other = await planFolder(app, lay(spell(estate, how)), OPTIONS);
        expect(other.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(other.plan?.steps.map((x) => ({ ...x.request, headers: 0 }))).toEqual(
          plan?.steps.map((x) => ({ ...x.request, headers: 0 })),
        );
        expect(other.plan?.digest).toBe(plan?.digest);
        expect(other.plan && renderPlan(other.plan)).toBe(plan && renderPlan(plan));
      }
      requests += plan?.steps.length ?? 0;
      const { result } = await applyFolder(app, plain, OPTIONS);
      const told = result?.execution.reports.map(({ step, outcome }) => [
        step.summary,
        step.after,
        step.wave,
        outcome,
      ]);
      expect(result?.converged, JSON.stringify([told, result?.diagnostics])).not.toBe(false);
    },
  );
  const numRuns = scale({ test: 5, proof: 300 });
  await fc.assert(property, { numRuns, seed: 20_261_123, endOnFailure: true });
  expect(requests).toBeGreaterThan(numRuns);
});

const places: readonly Readonly<Record<string, string>>[] = [
  { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kathmandu" },
  { LC_ALL: "C", LANG: "C", TZ: "America/St_Johns" },
  { LC_ALL: "cs_CZ.UTF-8", LANG: "cs_CZ.UTF-8", TZ: "Pacific/Kiritimati" },
  { LC_ALL: "sv_SE.UTF-8", LANG: "sv_SE.UTF-8", TZ: "UTC" },
];

test("language and time zone change no plan", { timeout: 120_000 }, async () => {
  const app = await startWithGroups();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const [estate] = fc.sample(generatedEstate, { numRuns: 1, seed: 5 });
  if (estate === undefined) throw new Error("an estate is generated");
  const folder = lay(asFiles(estate));
  const chosen = slice(places, { test: 2 });
  const texts = await Promise.all(
    chosen.map(async (env) => {
      const { code, stdout, stderr } = await runCli(["plan", folder, "-o", "json"], { url, env });
      expect(code, stderr + stdout).toBe(0);
      return stdout;
    }),
  );
  expect(JSON.parse(texts[0] ?? "")).toHaveProperty("requests");
  expect(new Set(texts).size).toBe(1);
});
