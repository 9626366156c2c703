/** `plumbline init`: the first files of an estate. Asks on a terminal, goes by flags elsewhere. */
import { basename, join, resolve } from "node:path";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import type { InitFlags } from "../flags/init.ts";
import { ended, type CommandResult } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { estateProblem, estateOfFolder, urlProblem, type Answers } from "./init/answers.ts";
import { filesOf, ignoredLines } from "./init/files.ts";
import { ask } from "./init/wizard.ts";
import { holdsManifests, writeEstate, type Written } from "./init/write.ts";
import { schemaOf } from "./schema.ts";

/** Writes what is not there yet, and says what to do next. */
export async function runInit(
  folder: string,
  flags: InitFlags,
  context: CommandContext,
): Promise<CommandResult> {
  const given = await answersOf(folder, flags);
  const problem = problemOf(given);
  if (problem !== undefined) return ended(exitCodes.usage, `${problem} Nothing was written.\n`);
  const answers = await completeAnswers(given, flags, context);
  if (answers === undefined) return ended(exitCodes.interrupted, "Nothing was written.\n");
  const done = await writeEstate(folder, filesOf(answers, schemaOf), ignoredLines);
  return resultOf(folder, answers, done);
}

async function answersOf(folder: string, flags: InitFlags): Promise<Answers> {
  const { estate = estateOfFolder(basename(resolve(folder))), url, prune, ci } = flags;
  // Samples beside manifests of somebody else would be applied with them.
  const samples = flags.samples && !(await holdsManifests(join(folder, "manifests")));
  return { estate, url, prune, samples, ci };
}

function problemOf({ estate, url }: Answers): string | undefined {
  const wrong = estateProblem(estate);
  if (wrong !== undefined) return `${estate} cannot name an estate. ${wrong}`;
  const unusable = url === undefined ? undefined : urlProblem(url);
  return unusable === undefined ? undefined : `The address cannot be used. ${unusable}`;
}

function completeAnswers(
  given: Answers,
  { yes }: InitFlags,
  { outputOptions: { output }, people: whom }: CommandContext,
): Promise<Answers | undefined> {
  const people = whom();
  const isRequested = !yes && output === "text";
  return isRequested && people !== undefined ? ask(given, people) : Promise.resolve(given);
}

function resultOf(folder: string, answers: Answers, { written, kept }: Written): CommandResult {
  const next = nextSteps(folder, answers);
  const { estate } = answers;
  const document = { format_version: FORMAT_VERSION, folder, estate, written, kept, next };
  const lines = [
    ...written.map((path) => `  + ${path}`),
    ...kept.map((path) => `  = ${path}  was there, and is as it was`),
  ];
  const steps = next.map((one) => `  ${one}`);
  const text = `${lines.join("\n")}\n\nNext:\n${steps.join("\n")}\n`;
  return { code: exitCodes.success, document, text };
}

function nextSteps(folder: string, { url, samples }: Answers): readonly string[] {
  const address = url === undefined ? " PLUMBLINE_URL=https://…" : "";
  return [
    ...(folder === "." ? [] : [`cd ${quoted(folder)}`]),
    `export${address} PLUMBLINE_USER=… PLUMBLINE_PASSWORD=…`,
    "plumbline doctor",
    samples ? "plumbline plan" : "plumbline import --out manifests/",
  ];
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
