/**
 * Imports of catalogs: what is written down, validated and planned is what is there, nothing is lost
 * without being told, and the manifests make the same catalog elsewhere.
 */
import { expect, test } from "vitest";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { startCatalog } from "../support/catalog.ts";
import { caseNames, startScenario } from "../support/corpus-case.ts";
import {
  disown,
  faultsOfApply,
  importFrom,
  textsOf,
  undeclaredOf,
  workIn,
} from "../support/imports.ts";
import { slice } from "../support/scale.ts";

const environment = (imported: Awaited<ReturnType<typeof importFrom>>["imported"]) =>
  Object.fromEntries(
    imported.objects.flatMap(({ secrets }) =>
      secrets.map(({ variable }) => [variable, "a password for tests"] as const),
    ),
  );

test.for(
  slice(
    process.env["CASES"]
      ? caseNames.filter((n) => new RegExp(process.env["CASES"]!).test(n))
      : caseNames,
    { test: 1000 },
  ),
)("%s: imported, planned, applied elsewhere, imported again", async (name) => {
  const { app } = await startCatalog();
  await startScenario(app, name, "documented");
  const { imported, folder } = await importFrom(app);
  expect(undeclaredOf(imported)).toEqual([]);
  await disown(app);
  const options = { allow: dangerNames, environment: environment(imported) };
  expect(await workIn(app, folder, options)).toEqual([]);
  const { app: other } = await startCatalog();
  expect(await faultsOfApply(other, folder, options)).toEqual([]);
  expect(await workIn(other, folder, options)).toEqual([]);
  const again = await importFrom(other);
  expect(textsOf(again.imported)).toEqual(textsOf(imported));
});
