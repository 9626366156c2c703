/** Runs a command on several targets, with a report of each, in order, and a matrix of all. */
import { formatAddress } from "../../model/address.ts";
import type { Action, Plan } from "../../reconciler/engine/plan/plan.ts";
import { foldAlike, foldNote } from "../../reconciler/report/fold.ts";
import { FORMAT_VERSION } from "../../reconciler/report/json.ts";
import { symbols } from "../../reconciler/report/text.ts";
import { count } from "../../model/count.ts";
import { filesOfTargets, type EstateFlags } from "../flags/estate.ts";
import { holdBack } from "../present/held.ts";
import { present } from "../present/present.ts";
import { findUnwritable } from "../present/reports.ts";
import { ended, failure, type CommandResult, type Differs } from "../present/result.ts";
import { foldingFor } from "../present/run-text.ts";
import { tableOf } from "../present/table.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes, worst, type ExitCode } from "../process/exit-codes.ts";
import { fileOfTarget, type OutputOptions } from "../process/forms.ts";
import { withSignals } from "../process/signals.ts";
import { findProject, type Project } from "../settings/project.ts";
import { pathsGiven } from "../settings/selection.ts";
import type { Given } from "./on-server.ts";
import { runWaves, type Turn } from "./target-waves.ts";

interface TargetEnd {
  readonly name: string;
  readonly code: ExitCode;
  readonly differs: Differs | undefined;
  /** Documents for JSON output. */
  readonly documents: readonly unknown[];
}

interface PerTarget<Flags extends EstateFlags> {
  readonly run: (given: Given<Flags>) => Promise<CommandResult>;
  /** A successful write leaves its target in step. */
  readonly writes: boolean;
}

/** Runs a command on the selected targets; a single target runs directly. */
export async function perTarget<Flags extends EstateFlags>(
  given: Given<Flags>,
  run: (given: Given<Flags>) => Promise<CommandResult>,
  { writes }: { readonly writes: boolean } = { writes: false },
): Promise<CommandResult> {
  const { paths, flags } = given;
  const { target = [], allTargets: isAll = false } = flags;
  if (!isAll && target.length < 2) return run(given);
  const found = findProject(pathsGiven(paths, flags), flags.project, flags.isForeign);
  const { project, diagnostics } = found;
  if (project === undefined && diagnostics.length > 0) return failure(diagnostics);
  const { known, waves } = targetsOf(project);
  const wanted = isAll ? known : target;
  // A project file without targets has one server.
  if (wanted.length === 0) return run({ ...given, flags: { ...flags, allTargets: false } });
  const refusal = refusalOf(given, writes);
  if (refusal !== undefined) return ended(exitCodes.usage, refusal);
  return runAll({ ...given, found }, { wanted, waves }, { run, writes });
}

/** Error text for options that do not support several targets. */
function refusalOf(
  { flags, context: { outputOptions } }: Given<EstateFlags & { readonly yes?: boolean }>,
  writes: boolean,
): string | undefined {
  const { output } = outputOptions;
  if (output === "junit" || output === "sarif" || output === "html")
    return `${output} has one document per target: give --report, which writes a file for each.\n`;
  const isAsking = writes && (flags.parallel ?? 1) > 1 && flags.yes !== true;
  return isAsking
    ? "error: --parallel needs --yes here: of several targets at once nobody can be asked.\n"
    : undefined;
}

async function runAll<Flags extends EstateFlags>(
  given: Given<Flags>,
  { wanted, waves }: { readonly wanted: readonly string[]; readonly waves: Waves },
  { run, writes }: PerTarget<Flags>,
): Promise<CommandResult> {
  const { parallel = 1 } = given.flags;
  const reported: Promise<void>[] = [];
  const runAs = (interrupted: (() => boolean) | undefined) =>
    runWaves(inWaves(wanted, waves), {
      runOne: async (name, turn) => {
        const around = interrupted === undefined ? {} : { interrupted };
        const { context, report } = inTurn({ ...given.context, ...around }, turn);
        reported.push(report);
        const end = await runOn(name, { ...given, context }, run);
        return writes && !isFailure(end.code) ? { ...end, differs: new Map() } : end;
      },
      parallel,
      // A blocked plan is still a plan, so a plan run goes on.
      stops: ({ code }) => isFailure(code) && (writes || code !== exitCodes.blocked),
      interrupted: interrupted ?? (() => false),
    });
  // Parallel runs share one signal handler, so that they end together.
  const ends = await (writes && parallel > 1
    ? withSignals(given.context, runAs)
    : runAs(given.context.interrupted));
  await Promise.all(reported);
  const tried = new Set(ends.map(({ name }) => name));
  const left = wanted.filter((name) => !tried.has(name));
  const code = worst(ends.map((end) => end.code));
  return { code, ...matrixOf(ends, { left, ...given.context.outputOptions }) };
}

type Waves = readonly (readonly string[])[];

/** All targets are in one wave unless the project file declares waves. */
function targetsOf(project: Project | undefined): {
  readonly known: readonly string[];
  readonly waves: Waves;
} {
  const { targets = {}, waves } = project?.settings ?? {};
  const known = Object.keys(targets);
  return { known, waves: waves ?? [known] };
}

/** Selected targets by wave; unknown names come last, to be reported. */
function inWaves(wanted: readonly string[], waves: Waves): Waves {
  const strange = wanted.filter((name) => !waves.some((wave) => wave.includes(name)));
  return [...waves.map((wave) => wave.filter((name) => wanted.includes(name))), strange];
}

/** Buffers the output until its turn; `report` resolves then. */
function inTurn(
  context: CommandContext,
  turn: Turn,
): { readonly context: CommandContext; readonly report: Promise<void> } {
  if (turn === undefined) return { context, report: Promise.resolve() };
  const { screens, release } = holdBack(context);
  return { context: { ...context, ...screens }, report: turn.then(release) };
}

/** Runs on one target and reports at once, except for parts of the joint JSON document. */
async function runOn<Flags extends EstateFlags>(
  name: string,
  { paths, flags, context, found }: Given<Flags>,
  run: (given: Given<Flags>) => Promise<CommandResult>,
): Promise<TargetEnd> {
  const report = context.outputOptions.report.map((file) => fileOfTarget(file, name));
  const documents: unknown[] = [];
  const event = (one: object) => void documents.push(one);
  const isOne = context.outputOptions.output === "json";
  if (!isOne) context.out.write(context.outputOptions.output === "text" ? `\n=== ${name}\n` : "\n");
  const unwritable = findUnwritable(report);
  const options = { ...context.outputOptions, report: unwritable.length > 0 ? [] : report };
  const mine = { ...context, outputOptions: options, ...(isOne ? { event } : {}) };
  const own = { ...flags, ...ownFiles(flags, name), allTargets: false, target: [name] };
  const job = { paths, flags: own, context: mine, found };
  const result = unwritable.length > 0 ? failure(unwritable) : await run(job);
  const { isStreamed, saved, document } = result;
  if (isOne && isStreamed !== true && document !== undefined) documents.push(saved ?? document);
  const code = await present(isOne ? { ...result, isStreamed: true } : result, mine);
  return { name, code, differs: result.differs, documents };
}

/** File flags with a separate file per target. */
function ownFiles(
  flags: EstateFlags & Partial<Record<(typeof filesOfTargets)[number], string>>,
  target: string,
): Partial<typeof flags> {
  const named = filesOfTargets.flatMap((flag) => {
    const file = flags[flag];
    return file === undefined ? [] : [[flag, fileOfTarget(file, target)] as const];
  });
  return Object.fromEntries(named);
}

/** Differences in a plan; undefined without a plan. */
export function differsIn(plan: Plan | undefined): Differs | undefined {
  const changes = plan?.changes.filter(({ action }) => action !== "none");
  return changes && new Map(changes.map((one) => [formatAddress(one.address), one.action]));
}

function isFailure(code: ExitCode): boolean {
  return code !== exitCodes.success && code !== exitCodes.changes;
}

const signs: Readonly<Record<Action | "drifted", string>> = { ...symbols, drifted: "!" };

function matrixOf(
  ends: readonly TargetEnd[],
  options: { readonly left: readonly string[] } & Pick<OutputOptions, "output" | "all">,
): Pick<CommandResult, "document" | "text"> {
  const { left, output } = options;
  const rows = [...new Set(ends.flatMap(({ differs }) => [...(differs?.keys() ?? [])]))].toSorted();
  const document = {
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
  };
  const summary = ends.map(({ name, code, differs }) => [name, stateOf(code, differs)]);
  const skipped = left.map((name) => [name, "not tried: another target failed"]);
  const fence = output === "markdown" ? "```\n" : "";
  const states = `\nTargets:\n${fence}${indented([...summary, ...skipped])}${fence}`;
  const table =
    rows.length === 0 ? "" : `\n${fence}${differencesText(ends, rows, options)}${fence}`;
  return { document, text: `${states}${table}` };
}

function differencesText(
  ends: readonly TargetEnd[],
  rows: readonly string[],
  options: Pick<OutputOptions, "all">,
): string {
  const header = ["", ...ends.map(({ name }) => name)];
  const found = rows.map((address) => ({
    address,
    cells: ends.map(({ differs }) =>
      differs === undefined ? "?" : signs[(differs.get(address) ?? "none") as Action],
    ),
  }));
  const folding = foldingFor(options);
  const folded = foldAlike(
    found,
    ({ cells: own }) => (destroys(own) ? undefined : own.join()),
    folding,
  );
  const cells = folded.map((one) => [
    one.address,
    ...one.first.cells,
    foldNote(one, folding).trim(),
  ]);
  return indented([header, ...cells]);
}

/** Rows with a delete or replace are never folded. */
function destroys(cells: readonly string[]): boolean {
  return cells.includes(signs.delete) || cells.includes(signs.replace);
}

function stateOf(code: ExitCode, differs: Differs | undefined): string {
  const [word = ""] = Object.entries(exitCodes).find(([, value]) => value === code) ?? [];
  if (differs === undefined) return `unknown (${word}, exit ${code})`;
  const found = differs.size === 0 ? "in step" : `${count(differs.size, "object")} not in step`;
  return isFailure(code) ? `${found} (${word}, exit ${code})` : found;
}

function indented(rows: readonly (readonly string[])[]): string {
  return `${tableOf(rows).replaceAll(/^/gm, "  ")}\n`;
}
