/** Schemas of what commands print for programs, held against what they print. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { z } from "zod";
import {
  planDocumentSchema,
  reportDocumentSchema,
} from "../../src/reconciler/report/document-schema.ts";
import { sld } from "../support/estates/artefacts.ts";
import { listenCatalog } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, mode } from "./support.ts";

/** A schema drops the members it does not know: what comes out whole is described whole. */
function expectDescribed(text: string, schema: z.ZodType): unknown {
  const document: unknown = JSON.parse(text);
  expect(schema.parse(document)).toEqual(document);
  return document;
}

test("a plan, a run, drift, a rehearsal, a validation and a failure are described whole", async () => {
  const url = await listenCatalog();
  const folder = estate("described", {
    "mode.yaml": mode("CHALLENGE"),
    "access.yaml":
      'apiVersion: plumbline/v1\nkind: AccessRules\nmetadata: { name: all }\nspec: { mode: merge, rules: { "topp.*.r": [ADMIN] } }\n',
    "watched.yaml":
      "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: watched, lifecycle: observe }\nspec: { source: ./described.sld }\n",
  });
  const report = join(folder, "run.json");
  const saved = () => readFileSync(report, "utf8");
  const here = (...args: string[]) => runHere(args, { url });

  const plan = await here("plan", folder, "-o", "json");
  const planned = expectDescribed(plan.stdout, planDocumentSchema);
  expect(planned).toMatchObject({ left_alone: [{ address: "Style/watched" }] });
  expectDescribed(plan.stdout, reportDocumentSchema);
  expectDescribed((await here("rehearse", folder, "-o", "json")).stdout, reportDocumentSchema);

  const run = await here("apply", folder, "--yes", "--allow", "catalog-mode", "--report", report);
  expect(run).toMatchObject({ code: 0 });
  expectDescribed(saved(), reportDocumentSchema);

  writeFileSync(join(folder, "described.sld"), sld({ colour: "#445566" }));
  writeFiles(folder, { "mode.yaml": mode("HIDE") });
  const blocked = await here("plan", folder, "-o", "json", "--max-updates", "0");
  expect(JSON.parse(blocked.stdout)).toMatchObject({ blocks: [{ excess: { limit: 0 } }] });
  expectDescribed(blocked.stdout, planDocumentSchema);
  await here("apply", folder, "--yes", "--report", report, "--max-updates", "0");
  expectDescribed(saved(), reportDocumentSchema);

  expectDescribed((await here("drift", folder, "-o", "json")).stdout, reportDocumentSchema);
  expectDescribed((await here("validate", folder, "-o", "json")).stdout, reportDocumentSchema);
  writeFileSync(join(folder, "mode.yaml"), "kind: [");
  const failed = await here("plan", folder, "-o", "json");
  expect(failed.code).toBe(1);
  expectDescribed(failed.stdout, reportDocumentSchema);
});

test("they are printed like those of kinds, and a wrong name is answered with the nearest", async () => {
  const { code, stdout } = await runHere(["schema", "plan"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    title: "Plan",
    properties: { digest: { type: "string" }, changes: { type: "array" } },
  });
  const report = JSON.parse((await runHere(["schema", "REPORT"])).stdout) as { anyOf: unknown[] };
  expect(report.anyOf).toHaveLength(7);
  const wrong = await runHere(["schema", "Styl"]);
  expect(wrong).toMatchObject({ code: 64, stdout: "" });
  expect(wrong.stderr).toContain("Did you mean Style?");
});
