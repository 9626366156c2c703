/**
 * Runs a command on several targets, wave by wave and optionally several of a wave in parallel, with
 * a report of each, in order, and a matrix of all
 * (docs/decisions/0075-targets-beside-each-other.md).
 */
import { formatAddress } from "../../model/address.ts";
import { count } from "../../model/count.ts";
import { defined } from "../../model/defined.ts";
import type { Action, Plan } from "../../reconciler/engine/plan/plan.ts";
import { foldAlike, foldNote } from "../../reconciler/report/fold.ts";
import { symbols } from "../../reconciler/report/text.ts";
import { type EstateFlags, filesOfTargets } from "../flags/estate.ts";
import { holdBack } from "../process/screen.ts";
import { foldingFor, present } from "../present/present.ts";
import { findUnwritable } from "../present/reports.ts";
import { type CommandResult, type Differs, ended, failure, success } from "../present/result.ts";
import { indented, tableOf } from "../present/table.ts";
import { type ExitCode, exitCodes, worst } from "../process/exit-codes.ts";
import { fileOfTarget, type OutputOptions } from "../process/forms.ts";
import { withSignals } from "../process/context.ts";
import { findProject, type Project } from "../settings/project.ts";
import { pathsGiven, withInput } from "../settings/selection.ts";
import type { Given } from "./on-server.ts";

interface TargetEnd {
  readonly name: string;
  readonly code: ExitCode;
  readonly differs: Differs | undefined;
  /** Documents for JSON output. */
  readonly documents: readonly unknown[];
}

type Run<Flags extends EstateFlags> = (given: Given<Flags>) => Promise<CommandResult>;

/** A successful write leaves its target in sync. */
interface Kind {
  readonly writes: boolean;
}

/** Runs a command on the selected targets; a single target runs directly. */
export async function perTarget<Flags extends EstateFlags>(
  plain: Given<Flags>,
  run: Run<Flags>,
  { writes }: Kind = { writes: false },
): Promise<CommandResult> {
  const given = await withInput(plain);
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
  const ends = await runAll({ ...given, found }, inWaves(wanted, waves), { run, writes });
  const tried = new Set(ends.map(({ name }) => name));
  const left = wanted.filter((name) => !tried.has(name));
  const code = worst(ends.map((end) => end.code));
  return matrixOf(ends, { code, left, ...given.context.outputOptions });
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
    ? "error: --parallel needs --yes here: a question for several targets at once is not possible.\n"
    : undefined;
}

async function runAll<Flags extends EstateFlags>(
  given: Given<Flags>,
  waves: Waves,
  { run, writes }: Kind & { readonly run: Run<Flags> },
): Promise<readonly TargetEnd[]> {
  const { parallel = 1 } = given.flags;
  const reported: Promise<void>[] = [];
  const runAs = (interrupted: (() => boolean) | undefined) =>
    runWaves(waves, {
      runOne: async (name, turn) => {
        const { screens, release } = holdBack(given.context);
        if (turn !== undefined) reported.push(turn.then(release));
        const own = { ...given.context, ...(turn === undefined ? {} : screens) };
        const context = { ...own, ...defined({ interrupted }) };
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
  return ends;
}

type Waves = readonly (readonly string[])[];

/** All targets are in one wave unless the project file declares waves. */
function targetsOf(project: Project | undefined) {
  const { targets = {}, waves } = project?.settings ?? {};
  const known = Object.keys(targets);
  return { known, waves: waves ?? [known] };
}

/** Selected targets by wave; unknown names come last, to be reported. */
function inWaves(wanted: readonly string[], waves: Waves): Waves {
  const strange = wanted.filter((name) => !waves.some((wave) => wave.includes(name)));
  return [...waves.map((wave) => wave.filter((name) => wanted.includes(name))), strange];
}

/** Runs on one target and reports at once, except for parts of the joint JSON document. */
async function runOn<Flags extends EstateFlags>(
  name: string,
  { paths, flags, context, found }: Given<Flags>,
  run: Run<Flags>,
): Promise<TargetEnd> {
  const report = context.outputOptions.report.map((file) => fileOfTarget(file, name));
  const documents: unknown[] = [];
  const take = (one: unknown) => void documents.push(one);
  const event = context.event && take;
  if (event === undefined)
    context.out.write(context.outputOptions.output === "text" ? `\n=== ${name}\n` : "\n");
  const unwritable = findUnwritable(report);
  const options = { ...context.outputOptions, report: unwritable.length > 0 ? [] : report };
  const mine = { ...context, outputOptions: options, event, document: take };
  const own = { ...flags, ...ownFiles(flags, name), allTargets: false, target: [name] };
  const job = { paths, flags: own, context: mine, found };
  const result = unwritable.length > 0 ? failure(unwritable) : await run(job);
  const code = await present(result, mine);
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
  options: { readonly code: ExitCode; readonly left: readonly string[] } & OutputOptions,
): CommandResult {
  const { code, left, output } = options;
  const rows = [...new Set(ends.flatMap(({ differs }) => [...(differs?.keys() ?? [])]))].toSorted();
  const document = {
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
  const states = `\nTargets:\n${fence}${indented(tableOf([...summary, ...skipped]))}\n${fence}`;
  const table =
    rows.length === 0 ? "" : `\n${fence}${differencesText(ends, rows, options)}${fence}`;
  return success(document, `${states}${table}`, { code });
}

function differencesText(
  ends: readonly TargetEnd[],
  rows: readonly string[],
  options: OutputOptions,
): string {
  const header = ["", ...ends.map(({ name }) => name)];
  const found = rows.map((address) => ({
    address,
    cells: ends.map(({ differs }) =>
      differs === undefined ? "?" : signs[(differs.get(address) ?? "none") as Action],
    ),
  }));
  const folding = foldingFor(options);
  // Rows with a delete or replace are never folded.
  const keyOf = ({ cells: own }: { readonly cells: readonly string[] }) =>
    own.includes(signs.delete) || own.includes(signs.replace) ? undefined : own.join();
  const folded = foldAlike(found, keyOf, folding);
  const cells = folded.map((one) => [
    one.address,
    ...one.first.cells,
    foldNote(one, folding).trim(),
  ]);
  return `${indented(tableOf([header, ...cells]))}\n`;
}

function stateOf(code: ExitCode, differs: Differs | undefined): string {
  const [word = ""] = Object.entries(exitCodes).find(([, value]) => value === code) ?? [];
  if (differs === undefined) return `unknown (${word}, exit ${code})`;
  const found = differs.size === 0 ? "in sync" : `${count(differs.size, "object")} out of sync`;
  return isFailure(code) ? `${found} (${word}, exit ${code})` : found;
}

/** Resolves when the target may be reported; undefined for at once. */
type Turn = Promise<unknown> | undefined;

interface Running {
  readonly runOne: (name: string, turn: Turn) => Promise<TargetEnd>;
  /** Concurrent targets. */
  readonly parallel: number;
  /** Whether this result stops further targets. */
  readonly stops: (end: TargetEnd) => boolean;
  readonly interrupted: () => boolean;
}

/**
 * Starts targets in order, each wave after the end of the previous one. After a stopping result or
 * an interruption no target is started. Returns the results of the started targets in their order.
 * Errors are thrown after all targets have ended.
 */
async function runWaves(
  waves: Waves,
  { runOne, parallel, stops, interrupted }: Running,
): Promise<readonly TargetEnd[]> {
  const ends: Promise<TargetEnd>[] = [];
  let isOver = false;
  let ended: Promise<unknown> = Promise.resolve();
  for (const wave of waves) {
    const waiting = [...wave];
    const work = async () => {
      for (let name = next(); name !== undefined; name = next()) {
        const turn = ended;
        const end = runOne(name, parallel > 1 ? turn : undefined);
        ends.push(end);
        // A turn that kept results would hold those of all before it.
        ended = Promise.allSettled([turn, end]).then(() => undefined);
        isOver = (await end.then(stops, () => true)) || isOver;
      }
    };
    const next = () => (isOver || interrupted() ? undefined : waiting.shift());
    await Promise.all(Array.from({ length: Math.min(parallel, wave.length) }, work));
  }
  return Promise.all(ends);
}
