/**
 * `plumbline init`: creates the files of a new estate, by questions on a terminal and by flags
 * elsewhere.
 */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { confirm, intro, isCancel, select, text } from "@clack/prompts";
import { workspaceNameProblem } from "../../model/name.ts";
import { withoutEnd } from "../../model/trim.ts";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import type { InitFlags } from "../flags/begin.ts";
import { type CommandResult, ended, success } from "../present/result.ts";
import type { People } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { ignoreState, writeNew } from "./new-files.ts";
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
  const isSilent = flags.yes === true || context.event !== undefined;
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
  return done.set(".gitignore", await ignoreState(folder));
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

/** An empty URL means PLUMBLINE_URL. */
export interface Answers extends Pick<Required<InitFlags>, "estate" | "url" | "prune" | "samples"> {
  readonly ci: keyof typeof PIPELINES;
}

/** Why a text is not an estate name. The first workspace has the same name. */
export function estateProblem(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(name))
    return "It must begin with a letter and hold letters, digits, dots, dashes and underscores only.";
  const problem = workspaceNameProblem(name);
  return problem === undefined ? undefined : `It ${problem}.`;
}

export function urlProblem(text: string): string | undefined {
  if (text === "") return undefined;
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !/[\s"'#]/.test(text);
  if (!isUsable) return "It must start with http:// or https://.";
  if (url.username !== "" || url.password !== "")
    return "It must not contain a user name or password: they come from the environment.";
  return undefined;
}

export function estateOfFolder(folder: string): string {
  const plain = folder.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z]+/, "");
  const name = withoutEnd(plain, "-");
  return estateProblem(name) === undefined ? name : "maps";
}

type Question = (usual: Answers, people: People) => Promise<string | boolean | symbol>;

const questions: Readonly<Record<keyof Answers, Question>> = {
  estate: ({ estate }, people) =>
    text({
      ...people,
      message: "What is the estate called?",
      initialValue: estate,
      validate: (given = "") => estateProblem(given),
    }),
  url: ({ url }, people) =>
    text({
      ...people,
      message: "Where is the map server? Empty leaves it to PLUMBLINE_URL.",
      initialValue: url,
      placeholder: "https://maps.example.org/geoserver",
      validate: (given = "") => urlProblem(given),
    }),
  prune: ({ prune }, people) =>
    select({
      ...people,
      message: "What should happen to objects of this estate that are no longer declared?",
      initialValue: prune,
      options: [
        { value: "none", label: "They stay", hint: "safe for a first look" },
        { value: "owned", label: "They are deleted", hint: "Git is the truth" },
      ],
    }),
  samples: ({ samples }, people) =>
    confirm({
      ...people,
      message: "Write a first workspace and style?",
      initialValue: samples,
    }),
  ci: ({ ci }, people) =>
    select({
      ...people,
      message: "Write a pipeline that plans and applies?",
      initialValue: ci,
      options: [
        { value: "none", label: "No" },
        { value: "github", label: "GitHub Actions" },
        { value: "gitlab", label: "GitLab CI" },
      ],
    }),
};

/** Asks for values that flags did not give; undefined when the user cancels. */
export async function ask(usual: Answers, people: People): Promise<Answers | undefined> {
  intro("A new estate: manifests in Git, and a map server that follows them.", people);
  let answers = usual;
  for (const [name, question] of Object.entries(questions)) {
    const answer = await question(usual, people);
    if (isCancel(answer)) return undefined;
    answers = { ...answers, [name]: answer };
  }
  return answers;
}
