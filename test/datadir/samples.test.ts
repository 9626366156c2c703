/** Every object of real data directories, found by looking at their files, is answered or reported. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import type { DataDirectory } from "../../src/datadir/open.ts";
import { bodyText } from "../../src/wire/request.ts";
import { slice } from "../support/run/scale.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { opened } from "./open.ts";

/** What one file of a directory declares, and where a server shows it. */
interface Expected {
  readonly file: string;
  readonly noun: string;
  readonly name: string;
  readonly path: string;
}

/** The text of the first element of a name in a file. */
function textIn(file: string, element: string): string {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(readFileSync(file, "utf8"));
  return (found?.[1] ?? "").replaceAll("&amp;", "&");
}

const encoded = encodeURIComponent;

/** The folders of workspaces above a file, nearest first, or none for what is global. */
function scopeOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, "workspace.xml");
    if (existsSync(found)) return `/workspaces/${encoded(textIn(found, "name"))}`;
  }
  return "";
}

/** What stands for a document in the interface; undefined for files that are no objects. */
function expectedOf(file: string): Expected | undefined {
  const noun = basename(file);
  const within = basename(dirname(file));
  const named = (path: string, name = textIn(file, "name")) => ({
    file,
    noun,
    name,
    path: `${path}${encoded(name)}.xml`,
  });
  const scope = scopeOf(file);
  switch (noun) {
    case "workspace.xml":
      return named("/workspaces/");
    case "namespace.xml":
      return named("/namespaces/", textIn(file, "prefix"));
    case "datastore.xml":
      return named(`${scope}/datastores/`);
    case "coveragestore.xml":
      return named(`${scope}/coveragestores/`);
    case "featuretype.xml":
      return named(`${scope}/featuretypes/`);
    case "coverage.xml":
      return named(`${scope}/coverages/`);
    case "layer.xml": {
      const shown = ["featuretype.xml", "coverage.xml"].map((one) => join(dirname(file), one));
      const name = shown.filter((one) => existsSync(one)).map((one) => textIn(one, "name"));
      return named(`${scope}/layers/`, name[0] ?? textIn(file, "name"));
    }
    default:
  }
  if (!noun.endsWith(".xml")) return undefined;
  if (within === "styles") return { ...named(`${scope}/styles/`), noun: "style" };
  if (within === "layergroups") return { ...named(`${scope}/layergroups/`), noun: "layer group" };
  return /^(?:wms|wmts)(?:store|layer)\.xml$/.test(noun) ? named(`${scope}/none/`) : undefined;
}

/** Files that declare objects, in a folder. */
function objectsIn(folder: string): readonly Expected[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => expectedOf(join(entry.parentPath, entry.name)) ?? []);
}

async function isAnswered({ read }: DataDirectory, { path, name }: Expected): Promise<boolean> {
  const response = await read({ method: "GET", path });
  if (response.status !== 200) return false;
  const shown = bodyText(response).replaceAll("&amp;", "&");
  return shown.includes(`<name>${name}</name>`) || shown.includes(`<prefix>${name}</prefix>`);
}

/** Directories, with how many objects are in each. */
const directories = [
  ["georchestra-minimal.tar.gz", 10],
  ["gs-app-schema-tutorial.tar.gz", 16],
  ["gs-release.tar.gz", 105],
  ["imas-ws-RERI.tar.gz", 125],
  ["imas-ws-SDM.tar.gz", 187],
  ["imas-ws-SoE.tar.gz", 5],
  ["imas-ws-TNC.tar.gz", 53],
  ["imas-ws-Tas_Marine_Atlas.tar.gz", 73],
  ["imas-ws-bathy_composites.tar.gz", 31],
  ["ne-styles", 86],
  ["ott-trimet", 24],
  ["aodn.tar.gz", 1003],
] as const;

describeSamples("real data directories", () => {
  test.for(slice(directories, { test: 6 }))("%s: each of %i objects", async ([name, count]) => {
    const path = sample(`datadirs/${name}`);
    let folder: string = path;
    if (name.endsWith(".gz")) {
      folder = temporaryFolder();
      execFileSync("tar", ["-xzf", path, "-C", folder]);
    }
    const objects = objectsIn(folder);
    const directory = await opened(path);
    const told = new Set(directory.notes.map(({ where }) => where?.file));
    const missing: string[] = [];
    let answered = 0;
    for (const one of objects) {
      if (await isAnswered(directory, one)) answered += 1;
      else if (!told.has(join(path, relative(folder, one.file)))) missing.push(one.path);
    }
    expect(missing).toEqual([]);
    expect(answered / objects.length).toBeGreaterThanOrEqual(0.95);
    expect(objects.length).toBe(count);
    if (process.env["PLUMBLINE_PROOF"] === "1")
      process.stderr.write(`${name}: ${answered} of ${objects.length} objects answered\n`);
  });
});
