/**
 * `plumbline init`: creates the files of a new estate, by questions on a terminal and by flags
 * elsewhere.
 */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import type { InitFlags } from "../flags/init.ts";
import { ended, success, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { asUnwritable, makeFolder, writing } from "../process/writing.ts";
import { ask, estateOfFolder, estateProblem, urlProblem, type Answers } from "./init/answers.ts";
import type { Given } from "./on-server.ts";
import { schemaOf } from "./schema.ts";

/**
 * Templates with `$estate`, `$url` and `$prune`; `scripts/build.ts` copies them beside the bundle.
 */
const TEMPLATE = new URL("./init/template/", import.meta.url);

const SAMPLES = [
  "manifests/workspace.yaml",
  "manifests/styles/roads.yaml",
  "manifests/styles/roads.sld",
];

const PIPELINES = {
  none: [],
  github: [".github/workflows/plumbline.yaml"],
  gitlab: [".gitlab-ci.yml"],
} as const;

const SCHEMAS = /^\.plumbline\/schema\/(manifest|project)\.json$/;

/** Required lines of .gitignore: local state is not shared. */
const IGNORED = [".plumbline/*", "!.plumbline/schema/"];

/** Writes the missing files and prints the next steps. */
export async function runInit(
  { flags, context }: Given<InitFlags>,
  folder: string,
): Promise<CommandResult> {
  const { estate = estateOfFolder(basename(resolve(folder))), url = "", ci = "none" } = flags;
  // Beside existing manifests, the samples would be applied with them.
  const samples = flags.samples && findFiles(join(folder, "manifests"), []).length === 0;
  const given: Answers = { estate, url, prune: flags.prune, samples, ci };
  const problem = problemOf(given);
  if (problem !== undefined) return ended(exitCodes.usage, `${problem} Nothing was written.\n`);
  const isSilent = flags.yes === true || context.outputOptions.output !== "text";
  const people = isSilent ? undefined : context.people();
  const answers = people === undefined ? given : await ask(given, people);
  if (answers === undefined) return ended(exitCodes.interrupted, "Nothing was written.\n");
  return resultOf(folder, answers, await writeEstate(folder, answers));
}

function problemOf({ estate, url }: Answers): string | undefined {
  const wrong = estateProblem(estate);
  if (wrong !== undefined) return `${estate} cannot name an estate. ${wrong}`;
  const unusable = urlProblem(url);
  return unusable === undefined ? undefined : `The address cannot be used. ${unusable}`;
}

/** Keeps existing files; the result says by path whether a file was written. */
async function writeEstate(
  folder: string,
  answers: Answers,
): Promise<ReadonlyMap<string, boolean>> {
  const paths = [
    "plumbline.yaml",
    ...(answers.samples ? SAMPLES : []),
    ".plumbline/schema/manifest.json",
    ".plumbline/schema/project.json",
    ".gitattributes",
    ...PIPELINES[answers.ci],
  ];
  const done = new Map<string, boolean>();
  for (const path of paths)
    done.set(path, await writeNew(join(folder, path), await textOf(path, answers)));
  return done.set(".gitignore", await addLines(join(folder, ".gitignore"), IGNORED));
}

async function textOf(path: string, { estate, url, prune }: Answers): Promise<string> {
  const schema = SCHEMAS.exec(path)?.[1];
  if (schema !== undefined) return `${JSON.stringify(schemaOf(schema), null, 2)}\n`;
  const text = await readFile(new URL(path, TEMPLATE), "utf8");
  const address = url === "" ? "# url: https://maps.example.org/geoserver" : `url: ${url}`;
  return text
    .replace("url: $url", () => address)
    .replace("$estate", estate)
    .replace("$prune", prune);
}

async function writeNew(file: string, text: string): Promise<boolean> {
  makeFolder(dirname(file));
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw asUnwritable(file, error);
  }
}

async function addLines(file: string, lines: readonly string[]): Promise<boolean> {
  if (await writeNew(file, `${lines.join("\n")}\n`)) return true;
  const text = await readFile(file, "utf8");
  const has = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !has.has(line));
  if (missing.length === 0) return false;
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  await writing(file, () => appendFile(file, `${gap}${missing.join("\n")}\n`));
  return true;
}

function resultOf(
  folder: string,
  { estate, url, samples }: Answers,
  done: ReadonlyMap<string, boolean>,
): CommandResult {
  const paths = Map.groupBy(done.keys(), (path) => done.get(path) === true);
  const [written, kept] = [paths.get(true) ?? [], paths.get(false) ?? []];
  const next = [
    ...(folder === "." ? [] : [`cd ${quoted(folder)}`]),
    `export${url === "" ? " PLUMBLINE_URL=https://…" : ""} PLUMBLINE_USER=… PLUMBLINE_PASSWORD=…`,
    "plumbline doctor",
    samples ? "plumbline plan" : "plumbline import --out manifests/",
  ];
  const lines = [
    ...written.map((path) => `  + ${path}`),
    ...kept.map((path) => `  = ${path}  was there, and is as it was`),
    "\nNext:",
    ...next.map((one) => `  ${one}`),
  ];
  return success({ folder, estate, written, kept, next }, `${lines.join("\n")}\n`);
}

/** A path quoted for a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
