/** Runs a command on several targets, wave by wave, with one report each and a matrix of all. */
import { formatAddress, type Address } from "../model/address.ts";
import type { Action, Plan } from "../reconciler/engine/plan/plan.ts";
import { FORMAT_VERSION } from "../reconciler/report/json.ts";
import { foldAlike, foldNote } from "../reconciler/report/fold.ts";
import { symbols } from "../reconciler/report/text.ts";
import { endWithErrors } from "./ending.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { document, intercepted, jsonDocument, note } from "./output.ts";
import { findProject, type Project } from "./project.ts";
import { reportOf } from "./report-files.ts";
import { foldingFor, type Asked } from "./reports.ts";
import type { EstateFlags } from "./settings.ts";
import { pathsGiven } from "./selection.ts";
import { tableOf } from "./table.ts";

/** Flags of commands that work on several targets. */
export interface TargetsFlags extends EstateFlags, Asked {}

/** How one target ended. */
interface TargetEnd {
  readonly name: string;
  readonly code: ExitCode;
  /** What differs there, by text of the address; undefined where nothing could be found out. */
  readonly differs: ReadonlyMap<string, string> | undefined;
  readonly documents: readonly unknown[];
}

/**
 * Runs a command on the targets that are asked for; on one, it runs as it is. After a command that
 * `settles`, a target where it succeeded is in step.
 */
export async function perTarget<Flags extends TargetsFlags>(
  paths: readonly string[],
  flags: Flags,
  run: (flags: Flags) => Promise<ExitCode>,
  { settles }: { readonly settles: boolean } = { settles: false },
): Promise<ExitCode> {
  const { target = [], allTargets: isAll = false, output } = flags;
  if (!isAll && target.length < 2) return run(flags);
  if (output === "junit" || output === "sarif") {
    note(`${output} has one document per target: give --report, which writes a file for each.\n`);
    return exitCodes.usage;
  }
  const { project, diagnostics } = findProject(pathsGiven(paths, flags), flags.project);
  if (project === undefined && diagnostics.length > 0)
    return endWithErrors(diagnostics, output === "json" ? "json" : "text");
  return runAll(flags, project, { run, settles });
}

async function runAll<Flags extends TargetsFlags>(
  flags: Flags,
  project: Project | undefined,
  { run, settles }: { run: (flags: Flags) => Promise<ExitCode>; settles: boolean },
): Promise<ExitCode> {
  const { target = [], allTargets: isAll = false } = flags;
  const { known, waves } = targetsOf(project);
  const wanted = isAll ? known : target;
  if (wanted.length === 0) {
    note("The project file names no targets.\n");
    return exitCodes.usage;
  }
  const runOne = async (name: string) => {
    const end = await runOn(name, flags, run);
    return settles && !isFailure(end.code) ? { ...end, differs: new Map() } : end;
  };
  // A plan that is stopped was made all the same, and hinders no other.
  const ends = await runWaves(inWaves(wanted, waves), {
    runOne,
    ends: (code) => isFailure(code) && (settles || code !== exitCodes.blocked),
  });
  const tried = new Set(ends.map(({ name }) => name));
  const left = wanted.filter((name) => !tried.has(name));
  tellMatrix(ends, { left, ...flags });
  return worst(ends.map(({ code }) => code));
}

/** Names of targets, and their waves: all in one where the project file says nothing of it. */
function targetsOf(project: Project | undefined) {
  const { targets = {}, waves } = project?.settings ?? {};
  const known = Object.keys(targets);
  return { known, waves: waves ?? [known] };
}

/** What is wanted in its waves; names that nobody knows come last, to be told. */
function inWaves(
  wanted: readonly string[],
  waves: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const strange = wanted.filter((name) => !waves.some((wave) => wave.includes(name)));
  return [...waves.map((wave) => wave.filter((name) => wanted.includes(name))), strange];
}

/** A wave that failed is where it stops: the next one is not to meet the same fate. */
async function runWaves(
  waves: readonly (readonly string[])[],
  how: {
    readonly runOne: (name: string) => Promise<TargetEnd>;
    readonly ends: (code: ExitCode) => boolean;
  },
): Promise<readonly TargetEnd[]> {
  const found: TargetEnd[] = [];
  for (const wave of waves) {
    if (found.some(({ code }) => how.ends(code))) break;
    for (const name of wave) found.push(await how.runOne(name));
  }
  return found;
}

async function runOn<Flags extends TargetsFlags>(
  name: string,
  flags: Flags,
  run: (flags: Flags) => Promise<ExitCode>,
): Promise<TargetEnd> {
  let differs: Map<string, string> | undefined;
  const planned = (plan: Plan | undefined) => {
    const changes = plan?.changes.filter(({ action }) => action !== "none");
    differs = changes && new Map(changes.map((one) => [formatAddress(one.address), one.action]));
  };
  const drifted = (addresses: readonly Address[]) => {
    differs = new Map(addresses.map((address) => [formatAddress(address), "drifted"]));
  };
  const { allTargets: _all, ...own } = flags;
  const report = flags.report?.map((file) => reportOf(file, name));
  const more = { target: [name], listener: { planned, drifted }, report };
  const job = { ...own, ...more } as unknown as Flags;
  if (flags.output !== "json") {
    document(flags.output === "text" ? `\n=== ${name}\n` : "\n");
    return { name, code: await run(job), differs, documents: [] };
  }
  const texts: string[] = [];
  const code = await intercepted(
    (text) => void texts.push(text),
    () => run(job),
  );
  return { name, code, differs, documents: documentsIn(texts.join("")) };
}

/** One document, or one per line. */
function documentsIn(text: string): readonly unknown[] {
  if (text.trim() === "") return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  }
}

function isFailure(code: ExitCode): boolean {
  return code !== exitCodes.success && code !== exitCodes.changes;
}

/** Failures count more than changes, and those more than nothing. */
function worst(codes: readonly ExitCode[]): ExitCode {
  return (
    codes.find(isFailure) ?? codes.find((code) => code === exitCodes.changes) ?? exitCodes.success
  );
}

const signs: Readonly<Record<Action | "drifted", string>> = { ...symbols, drifted: "!" };

function tellMatrix(
  ends: readonly TargetEnd[],
  { left, ...asked }: { readonly left: readonly string[] } & Pick<Asked, "output" | "all">,
): void {
  const { output } = asked;
  const rows = [...new Set(ends.flatMap(({ differs }) => [...(differs?.keys() ?? [])]))].toSorted();
  if (output === "json") {
    return jsonDocument({
      format_version: FORMAT_VERSION,
      targets: ends.map(({ name, code, documents, differs }) => ({
        name,
        exit_code: code,
        in_step: differs === undefined ? null : differs.size === 0,
        documents,
      })),
      not_tried: left,
      matrix: rows.map((address) => ({
        address,
        targets: Object.fromEntries(
          ends.map(({ name, differs }) => [
            name,
            differs === undefined ? null : (differs.get(address) ?? "none"),
          ]),
        ),
      })),
    });
  }
  const summary = ends.map(({ name, code, differs }) => [name, stateOf(code, differs)]);
  const skipped = left.map((name) => [name, "not tried: an earlier wave failed"]);
  const fence = output === "markdown" ? "```\n" : "";
  document(`\nTargets:\n${fence}${indented([...summary, ...skipped])}${fence}`);
  if (rows.length === 0) return;
  const header = ["", ...ends.map(({ name }) => name)];
  const found = rows.map((address) => ({
    address,
    cells: ends.map(({ differs }) =>
      differs === undefined ? "?" : signs[(differs.get(address) ?? "none") as Action],
    ),
  }));
  const folding = foldingFor(asked);
  const told = foldAlike(
    found,
    ({ cells: own }) => (destroys(own) ? undefined : own.join()),
    folding,
  );
  const cells = told.map((one) => [one.address, ...one.first.cells, foldNote(one, folding).trim()]);
  document(`\n${fence}${indented([header, ...cells])}${fence}`);
}

/** What is lost somewhere is always named. */
function destroys(cells: readonly string[]): boolean {
  return cells.includes(signs.delete) || cells.includes(signs.replace);
}

function stateOf(code: ExitCode, differs: ReadonlyMap<string, string> | undefined): string {
  const [word = ""] = Object.entries(exitCodes).find(([, value]) => value === code) ?? [];
  if (differs === undefined) return `unknown (${word}, exit ${code})`;
  const found =
    differs.size === 0
      ? "in step"
      : `${differs.size} object${differs.size === 1 ? "" : "s"} not in step`;
  return isFailure(code) ? `${found} (${word}, exit ${code})` : found;
}

function indented(rows: readonly (readonly string[])[]): string {
  return `${tableOf(rows).replaceAll(/^/gm, "  ")}\n`;
}
