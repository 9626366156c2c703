/** `plumbline init`: the first files of an estate. Asks on a terminal, goes by flags elsewhere. */
import { basename, join, resolve } from "node:path";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { ending } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { estateFault, estateOfFolder, urlFault, type Answers } from "./init/answers.ts";
import { filesOf, ignoredLines } from "./init/files.ts";
import { ask } from "./init/wizard.ts";
import { holdsManifests, writeEstate, type Written } from "./init/write.ts";
import { document, jsonDocument, note } from "../process/output.ts";
import { schemas } from "./schema.ts";

/** Flags of `init`. */
export interface InitFlags {
  readonly output: "text" | "json";
  readonly estate?: string;
  readonly url?: string;
  readonly prune: Answers["prune"];
  readonly ci?: NonNullable<Answers["ci"]>;
  /** False with --no-samples. */
  readonly samples: boolean;
  readonly yes?: boolean;
}

/** Writes what is not there yet, and says what to do next. */
export function runInit(folder: string, flags: InitFlags): Promise<ExitCode> {
  return ending(
    flags.output,
    () => "",
    async () => {
      const given = await answersOf(folder, flags);
      const fault = faultOf(given);
      if (fault !== undefined) {
        note(`${fault} Nothing was written.\n`);
        return exitCodes.usage;
      }
      const answers = await settle(given, flags);
      if (answers === undefined) {
        note("Nothing was written.\n");
        return exitCodes.interrupted;
      }
      const done = await writeEstate(folder, filesOf(answers, schemas()), ignoredLines);
      report(folder, answers, { ...done, output: flags.output });
      return exitCodes.success;
    },
  );
}

async function answersOf(folder: string, flags: InitFlags): Promise<Answers> {
  const { estate = estateOfFolder(basename(resolve(folder))), url, prune, ci } = flags;
  // Samples beside manifests of somebody else would be applied with them.
  const samples = flags.samples && !(await holdsManifests(join(folder, "manifests")));
  return { estate, url, prune, samples, ci };
}

function faultOf({ estate, url }: Answers): string | undefined {
  const wrong = estateFault(estate);
  if (wrong !== undefined) return `${estate} cannot name an estate. ${wrong}`;
  const unusable = url === undefined ? undefined : urlFault(url);
  return unusable === undefined ? undefined : `The address cannot be used. ${unusable}`;
}

function settle(given: Answers, { yes, output }: InitFlags): Promise<Answers | undefined> {
  const isAsked = !yes && output === "text" && process.stdin.isTTY && process.stderr.isTTY;
  return isAsked
    ? ask(given, { input: process.stdin, output: process.stderr })
    : Promise.resolve(given);
}

function report(
  folder: string,
  answers: Answers,
  { written, kept, output }: Written & Pick<InitFlags, "output">,
): void {
  const next = nextSteps(folder, answers);
  if (output === "json") {
    const { estate } = answers;
    jsonDocument({ format_version: FORMAT_VERSION, folder, estate, written, kept, next });
    return;
  }
  const lines = [
    ...written.map((path) => `  + ${path}`),
    ...kept.map((path) => `  = ${path}  was there, and is as it was`),
  ];
  const steps = next.map((one) => `  ${one}`);
  document(`${lines.join("\n")}\n\nNext:\n${steps.join("\n")}\n`);
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
