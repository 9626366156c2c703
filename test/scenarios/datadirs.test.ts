/**
 * Real data directories become manifests: what is written down is valid, makes the same catalog on an
 * empty server, and comes out of that one again byte for byte. What is not declared is reported by name.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { openDataDirectory } from "../../src/datadir/open.ts";
import { formatAddress } from "../../src/model/address.ts";
import { ruleGrammars, type RuleDomain } from "../../src/model/rule-domain.ts";
import { importCatalog, type Imported } from "../../src/reconciler/import/import.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { smallDirectory } from "../datadir/small-directory.ts";
import { entriesOf, tarOf } from "../datadir/tar-of.ts";
import { createGroups } from "../support/servers/accounts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  faultsOfApply,
  importFrom,
  textsOf,
  leftOutOf,
  undeclaredOf,
  workIn,
} from "../support/commands/imports.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";

type Texts = Readonly<Record<string, string>>;

async function importOf(path: string): Promise<Imported> {
  const directory = await openDataDirectory(path);
  onTestFinished(directory.close);
  const { read, server } = directory;
  return importCatalog({ read, server, account: "" }, { statedOnly: true });
}

/** Passwords for all variables that manifests name. */
function passwords({ objects }: Imported): Readonly<Record<string, string>> {
  const variables = objects.flatMap(({ secrets }) => secrets.map(({ variable }) => variable));
  return Object.fromEntries(variables.map((variable) => [variable, "a password for tests"]));
}

interface Document {
  readonly kind: string;
  readonly spec: {
    readonly domain?: RuleDomain;
    readonly rules?: Readonly<Record<string, unknown>>;
  };
}

/** Rules of a document without those that every new catalog has and the other one does not name. */
function withoutFresh(text: string, other: string): unknown {
  const [document, said] = [parse(text) as Document, parse(other) as Document];
  const { domain = "layers", rules = {} } = document.spec;
  const { fresh } = ruleGrammars[domain];
  const kept = Object.entries(rules).filter(
    ([key]) => said.spec.rules?.[key] !== undefined || !fresh.has(key),
  );
  return { ...document, spec: { ...document.spec, rules: Object.fromEntries(kept) } };
}

/** Manifests without comments: what a manifest does not say of an object is not there any more. */
function said(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, text.replace(/^(?:# .*\n)+/, "")]),
  );
}

/**
 * The files of a second import as the first one has them: without what every new catalog holds, and
 * without layers of which there is nothing to say, which come along with what they show.
 */
function comparable(again: Texts, first: Texts, fresh: Texts): Readonly<Record<string, unknown>> {
  const files = Object.entries(again).flatMap(([file, text]): (readonly [string, unknown])[] => {
    const before = first[file];
    if (before === text) return [[file, text]];
    if (before === undefined) {
      const isSilent = /\nkind: Layer\n[^]*\nspec: \{\}\n$/.test(text);
      return fresh[file] === text || isSilent ? [] : [[file, text]];
    }
    const isRules = /\nkind: AccessRules\n/.test(text);
    return [[file, isRules ? withoutFresh(text, before) : text]];
  });
  return Object.fromEntries(files);
}

/** The files of a first import where the second has rules to compare. */
function asCompared(first: Texts, again: Texts): Readonly<Record<string, unknown>> {
  const files = Object.entries(first).map(([file, text]) => {
    const isRules = /\nkind: AccessRules\n/.test(text) && again[file] !== text;
    return [file, isRules ? parse(text) : text] as const;
  });
  return Object.fromEntries(files);
}

/**
 * Applies an import to a new catalog with these groups of accounts: nothing is left to do, and
 * another import is the same.
 */
async function applyAndImportAgain(
  imported: Imported,
  groups: readonly string[] = [],
): Promise<void> {
  const folder = temporaryFolder();
  writeFiles(folder, Object.fromEntries(imported.files));
  const options = { allow: dangerNames, environment: passwords(imported) };
  const { app } = await startCatalog();
  await createGroups(app, groups);
  const fresh = said(textsOf((await importFrom(app)).imported));
  expect(await faultsOfApply(app, folder, options)).toEqual([]);
  expect(await workIn(app, folder, options)).toEqual([]);
  const [first, again] = [imported, (await importFrom(app)).imported].map((one) =>
    said(textsOf(one)),
  ) as [Texts, Texts];
  expect(comparable(again, first, fresh)).toEqual(asCompared(first, again));
}

async function importOfFiles(files: Texts): Promise<Imported> {
  const archive = join(temporaryFolder(), "data_dir");
  writeFileSync(archive, tarOf(entriesOf(files)));
  return importOf(archive);
}

test("a mosaic that a server was sent publishes nothing without its granules", async () => {
  const [store, coverage, layer] = [
    "workspaces/topo/sst/coveragestore.xml",
    "workspaces/topo/dem/heights/coverage.xml",
    "workspaces/topo/dem/heights/layer.xml",
  ].map((file) => smallDirectory[file] ?? "");
  const asSst = (text = "") =>
    text.replaceAll("heights", "sst").replace("store-dem", "store-sst").replace(">dem<", ">sst<");
  const imported = await importOfFiles({
    ...smallDirectory,
    "workspaces/topo/sst/coveragestore.xml": (store ?? "").replace(
      /file:[^<]*/,
      "file:data/topo/sst",
    ),
    "workspaces/topo/sst/sst/coverage.xml": asSst(coverage),
    "workspaces/topo/sst/sst/layer.xml": asSst(layer),
    "data/topo/sst/indexer.properties": `CanBeEmpty=true\n${smallDirectory["coverages/sst/indexer.properties"]}`,
  });
  expect(undeclaredOf(imported).filter((text) => text.includes("sst"))).toEqual([
    "Coverage/topo:sst: Its granules cannot be seen, and a mosaic publishes none without granules",
    "Layer/topo:sst: Nothing that is declared publishes it",
  ]);
  expect(leftOutOf(imported).join("\n")).toMatch(
    /TileLayer\/topo:sst: There is no tile layer of it/,
  );
  const addresses = imported.objects.map(({ address }) => formatAddress(address));
  expect(addresses).toContain("ImageMosaic/topo:sst");
  await applyAndImportAgain(imported, ["editors"]);
});

test("a directory with one of everything", async () => {
  const imported = await importOfFiles(smallDirectory);
  expect(undeclaredOf(imported)).toEqual([
    "AccessRule/broken: Invalid rule broken, the expected format is workspace.layer.mode=role1,role2,...",
    "Group/editors: Groups of accounts are not declared; accounts only say which they are in",
  ]);
  const absent = "New catalogs have this rule and this one has not; an import removes no rule";
  expect(leftOutOf(imported)).toEqual([
    `AccessRule/*.*.w: ${absent}`,
    `RestRule//**:GET,HEAD: ${absent}`,
    `ServiceRule/wfs.CreateStoredQuery: ${absent}`,
    `ServiceRule/wfs.DropStoredQuery: ${absent}`,
    "TileLayer/topo:Unit: There is no tile layer of it, which no manifest says; a new catalog makes one of whatever has a geometry",
  ]);
  const remarks = imported.objects.flatMap((one) =>
    one.notes.map((remark) => `${formatAddress(one.address)}: ${remark}`),
  );
  expect(remarks).toEqual([
    "Settings/global: settings.future",
    "DataStore/topo:pg: default",
    "Layer/topo:roads: legend",
    "Service/topo:wms: metadata",
    "TileLayer/topo:roads: transientSetting",
  ]);
  expect(JSON.stringify(textsOf(imported))).not.toMatch(/canary|Zm9v/);
  await applyAndImportAgain(imported, ["editors"]);
});

/** How many objects manifests declare: that of a folder of files declares each of them. */
function declaredBy({ objects, files }: Imported): number {
  const counts = objects.map(({ address: { kind }, file }) => {
    const folder = file.replace(/\.yaml$/, ".d/");
    return kind === "File" ? [...files.keys()].filter((path) => path.startsWith(folder)).length : 1;
  });
  return counts.reduce((sum, one) => sum + one, 0);
}

describeSamples("data directories as manifests", () => {
  /** Names, with how many objects are declared, need no manifest or are reported: not one is lost. */
  const directories = [
    ["imas-ws-SoE.tar.gz", 12],
    ["aodn.tar.gz", 1013],
    ["gs-release.tar.gz", 124],
    ["imas-ws-RERI.tar.gz", 132],
    ["gs-app-schema-tutorial.tar.gz", 26],
    ["imas-ws-SDM.tar.gz", 195],
    ["imas-ws-TNC.tar.gz", 61],
    ["imas-ws-Tas_Marine_Atlas.tar.gz", 80],
    ["georchestra-minimal.tar.gz", 36],
    ["imas-ws-bathy_composites.tar.gz", 40],
    ["ne-styles", 100],
    ["ott-trimet", 50],
  ] as const;

  /** Objects that no manifest declares, by name and with the reason. */
  const reasons: ReadonlyMap<string, readonly string[]> = new Map([
    ["ott-trimet", ["Style/ott:rail: Entity resolution disallowed: a DOCTYPE is refused"]],
  ]);

  test.for(slice(directories, { test: 3 }))(
    "%s: imported, applied to an empty catalog, imported again",
    { timeout: 600_000 },
    async ([name, count]) => {
      const path = sample(`datadirs/${name}`);
      const imported = await importOf(path);
      const undeclared = undeclaredOf(imported);
      const all = declaredBy(imported) + undeclared.length;
      if (isProof)
        process.stderr.write(
          `${name}: ${imported.objects.length} of ${all} objects\n${undeclared.join("\n")}\n`,
        );
      const along = imported.undeclared.filter(({ everywhere }) => everywhere === true);
      expect(all + along.length).toBe(count);
      expect(undeclared).toEqual(reasons.get(name) ?? []);
      expect(textsOf(await importOf(path))).toEqual(textsOf(imported));

      await applyAndImportAgain(imported);
    },
  );
});
