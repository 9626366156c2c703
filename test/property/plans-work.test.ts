/**
 * A plan that nothing stops can be carried out: whatever the catalog holds and anyone who it belongs to,
 * no request of it is refused, and a plan after it finds nothing to do.
 */
import { rmSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { hasErrors } from "../../src/model/diagnostic.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { isProof, oneByFile, scale } from "../support/run/scale.ts";
import {
  meddlings,
  tangledEstate,
  theirs,
  type Meddling,
} from "../support/estates/tangled-estates.ts";

async function meddle(app: FastifyInstance, requests: readonly Meddling[]): Promise<void> {
  for (const { method, path, body } of requests) {
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    await app.inject({ method, url: `/rest${path}`, headers, ...(body && { payload: body }) });
  }
}

async function serverOf(kind: DialectName | "stock"): Promise<FastifyInstance> {
  if (kind === "stock") return stockServer({ seed: 5 }).app;
  return (await startCatalog({ dialect: kind })).app;
}

test.for(oneByFile(import.meta.url, [...dialects, "stock"] as const))(
  "plans that nothing stops work, %s",
  { timeout: 1_800_000 },
  async (kind) => {
    let app = await serverOf(kind);
    await meddle(app, theirs);
    const folder = temporaryFolder();
    const counts = { applied: 0, stopped: 0 };
    const property = fc.asyncProperty(tangledEstate, meddlings, async (files, others) => {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, files);
      const options = { prune: "owned", allow: dangerNames } as const;
      await meddle(app, others);
      const { planned, result } = await applyFolder(app, folder, options);
      const told = planned.diagnostics.filter(({ severity }) => severity === "error");
      if (result === undefined) {
        // What stops a plan is reported; a plan that is stopped for no reason would be a fault.
        expect(hasErrors(told) || (planned.plan?.blocks.length ?? 0) > 0).toBe(true);
        counts.stopped++;
        // Else one knot that only people can untie would stop everything after it.
        if (counts.stopped % 3 === 0) await meddle(app, untying);
        return;
      }
      counts.applied++;
      const { reports } = result.execution;
      const refused = reports.flatMap(({ step, outcome, status, message }) =>
        outcome === "done" ? [] : [`${step.summary}: ${outcome} ${status} ${message}`],
      );
      expect(refused).toEqual([]);
      expect(result.diagnostics).toEqual([]);
      const again = await applyFolder(app, folder, options);
      expect(again.planned.plan?.steps.map(({ summary }) => summary)).toEqual([]);
    });
    const numRuns = scale({ test: 5, proof: 500 });
    await fc.assert(property, { numRuns, seed: 62, endOnFailure: true });
    // On a stock server four of five are stopped, most of them by `mapping-namespace`: the mappings of these estates are of
    // one namespace, whichever their workspaces have, and only there that is a fault. So 39 of 500 are applied there.
    if (isProof) expect(Math.min(counts.applied, counts.stopped)).toBeGreaterThan(numRuns / 20);
  },
);

/** Takes away what others hold on to. */
const untying: readonly Meddling[] = [
  { method: "DELETE", path: "/layergroups/theirs1" },
  { method: "DELETE", path: "/layergroups/theirs2" },
  { method: "DELETE", path: "/workspaces/w/featuretypes/free?recurse=true" },
  { method: "DELETE", path: "/workspaces/x/featuretypes/free?recurse=true" },
  {
    method: "PUT",
    path: "/layers/theirs:t",
    body: "<layer><defaultStyle><name>line</name></defaultStyle><styles/></layer>",
  },
];
