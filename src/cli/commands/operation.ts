/** `plumbline operation`: has the server do what is no state, under the lock. */
import { formatAddress, type Address } from "../../model/address.ts";
import { fault, warning, type Diagnostic } from "../../model/diagnostic.ts";
import { waitUnless } from "../../reconciler/engine/run/pace.ts";
import { LockError } from "../../reconciler/lock/lease.ts";
import { thisProcess } from "../../reconciler/lock/this-process.ts";
import {
  operate,
  OperationError,
  type Operation,
  type OperationOptions,
} from "../../reconciler/operations/operation.ts";
import { resetOfServer, WHOLE_SERVER } from "../../reconciler/operations/reset.ts";
import { operations, type OperationVerb } from "../../reconciler/operations/table.ts";
import { openSession } from "../../reconciler/session.ts";
import type { OperationFlags } from "../flags/act.ts";
import { ended, failure, type CommandResult } from "../present/result.ts";
import { printNotice, withSignals } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForWriting, type WritingConnection } from "../settings/connect.ts";
import { withInput } from "../settings/selection.ts";
import { unlessAgreed } from "./agreement.ts";
import { lockReporter } from "./lock-reporter.ts";
import { onServer, type Given, type OnServer } from "./on-server.ts";
import { namedObjects, selectedObjects, selects } from "./operation/objects.ts";
import { concluded, type Job, type ObjectResult } from "./operation/results.ts";
import { watchTasks } from "./operation/watching.ts";

/** Checks that the server has it, asks, runs it, and watches what goes on. */
export async function runOperation(
  given: Given<OperationFlags>,
  verb: OperationVerb,
  texts: readonly string[],
): Promise<CommandResult> {
  const operation: Operation = operations[verb];
  const problem = usageProblem(verb, texts, given.flags);
  if (problem !== undefined) return ended(exitCodes.usage, `${problem} Nothing was done.\n`);
  return onServer(await withInput(given), connectForWriting, async (server) => {
    const objects = await objectsFor(operation, texts, { flags: given.flags, server });
    if ("code" in objects) return objects;
    const { jobs, diagnostics } = await prepared(operation, objects, server, given.flags);
    if (diagnostics.length > 0) return failure(diagnostics);
    const words = wordsFor(operation, given.flags);
    const question = `${words.ask} ${words.what} ${namesOf(jobs)}?`;
    const refusal = await unlessAgreed(question, given.flags.yes, given.context);
    if (refusal !== undefined) return refusal;
    return withSignals(given.context, async (interrupted) => {
      const send = await openSending(jobs, server.connection, given, interrupted);
      const { read } = server.connection;
      const results: ObjectResult[] = [];
      for (const part of partsOf(jobs, given.flags))
        results.push(...(await watchTasks(await send(part), { ...given, read, interrupted })));
      return concluded(results, { ...words, verb, interrupted, flags: given.flags });
    });
  });
}

/** What is wrong with the arguments, as a sentence. */
function usageProblem(
  verb: OperationVerb,
  texts: readonly string[],
  flags: OperationFlags,
): string | undefined {
  const operation: Operation = operations[verb];
  const misplaced = misplacedFlag(verb, flags);
  if (misplaced !== undefined) return misplaced;
  const byManifests = selects(texts, flags);
  if (flags.wholeServer === true) {
    if (verb !== "reset") return "--whole-server is for reset only.";
    return texts.length > 0 || byManifests
      ? "--whole-server is about all objects: name none of them."
      : undefined;
  }
  if (texts.length === 0 && !byManifests) {
    const whole = verb === "reset" ? ", or --whole-server" : "";
    return `Say which objects: addresses, or a flag that selects${whole}.`;
  }
  const named = byManifests ? [] : namedObjects(texts, operation);
  return typeof named === "string" ? named : operation.problem?.(flags);
}

function misplacedFlag(verb: OperationVerb, flags: OperationFlags): string | undefined {
  const { options: own }: Operation = operations[verb];
  const all = Object.entries<Operation>(operations);
  const given = all
    .flatMap(([, { options }]) => options)
    .find((one) => flags[one] !== undefined && !own.includes(one));
  if (given === undefined) return undefined;
  const takers = all.filter(([, { options }]) => options.includes(given));
  const spelling = given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${spelling} is for ${takers.map(([name]) => name).join(" and ")} only.`;
}

async function objectsFor(
  operation: Operation,
  texts: readonly string[],
  { flags, server }: { readonly flags: OperationFlags; readonly server: OnServer<unknown> },
): Promise<readonly (Address | undefined)[] | CommandResult> {
  if (flags.wholeServer === true) return [undefined];
  if (!selects(texts, flags)) return namedObjects(texts, operation) as readonly Address[];
  const { objects, diagnostics } = await selectedObjects(server.settings, texts, operation);
  return objects.length === 0 ? failure(diagnostics) : objects;
}

/** Every object is looked at before the first request. */
async function prepared(
  operation: Operation,
  objects: readonly (Address | undefined)[],
  { connection: { read, server } }: OnServer<WritingConnection>,
  options: OperationOptions,
): Promise<{ readonly jobs: readonly Job[]; readonly diagnostics: readonly Diagnostic[] }> {
  const known = { read, software: server.software, options };
  const { subject = formatAddress } = operation;
  const jobs = new Map<string, Job>();
  const diagnostics: Diagnostic[] = [];
  for (const address of objects) {
    const name = address === undefined ? WHOLE_SERVER : subject(address, options);
    if (jobs.has(name)) continue;
    try {
      const prepare = () =>
        address === undefined
          ? resetOfServer(read)
          : operation.prepare(address, { ...known, name });
      jobs.set(name, { name, address, task: await prepare() });
    } catch (error) {
      diagnostics.push(refusalOf(error));
    }
  }
  return { jobs: [...jobs.values()], diagnostics };
}

function refusalOf(error: unknown): Diagnostic {
  if (error instanceof LockError) return fault(error.code, error.message, { hint: error.hint });
  if (!(error instanceof OperationError)) throw error;
  return fault("server-refused", error.message, { hint: error.hint });
}

/** A list of any layer's tasks is the last that has those that ended: what is watched goes one by one. */
function partsOf(jobs: readonly Job[], { wait }: OperationFlags): readonly (readonly Job[])[] {
  const isWatched = wait && jobs.some(({ task }) => task.running !== undefined);
  return isWatched ? jobs.map((job) => [job]) : [jobs];
}

type Send = (jobs: readonly Job[]) => Promise<readonly ObjectResult[]>;

/** Under the lock, because an apply could recreate an object at the same time. */
async function openSending(
  all: readonly Job[],
  { lock: store, send, read }: WritingConnection,
  { flags: { lockTimeout: waitMs = 0 }, context }: Given<OperationFlags>,
  interrupted: () => boolean,
): Promise<Send> {
  const holder = thisProcess(context.environment);
  const session = await openSession({ store, holder, waitMs, onLock: lockReporter(context) });
  const wait = waitUnless(interrupted);
  const sendOne = async (job: Job): Promise<ObjectResult> => {
    const { name, task } = job;
    if (all.length > 1) printNotice(context, `${all.indexOf(job) + 1} of ${all.length}: ${name}\n`);
    try {
      for (const request of task.requests) if (!interrupted()) await operate(request, send, wait);
      const found = interrupted() ? [] : ((await task.review?.(read)) ?? []);
      const diagnostics = found.map((message) => warning("bounds-empty", message));
      return { ...job, outcome: interrupted() ? "skipped" : "done", diagnostics };
    } catch (error) {
      return { ...job, outcome: "refused", diagnostics: [refusalOf(error)] };
    }
  };
  const skipped = (job: Job): ObjectResult => ({ ...job, outcome: "skipped", diagnostics: [] });
  let isBegun = false;
  return async (jobs) => {
    if (interrupted()) return jobs.map(skipped);
    try {
      return await session.locked(async () => {
        isBegun = true;
        const results: ObjectResult[] = [];
        for (const job of jobs) results.push(interrupted() ? skipped(job) : await sendOne(job));
        return results;
      }, interrupted);
    } catch (error) {
      // Another run may take the lock in between; what was done before is told.
      if (!isBegun) throw error;
      return jobs.map((job) => ({ ...job, outcome: "refused", diagnostics: [refusalOf(error)] }));
    }
  };
}

function wordsFor({ words: [ask, what, done] }: Operation, { stop }: OperationFlags) {
  if (stop !== true) return { ask, what, done };
  return { ask: "Stop drawing", what, done: "are no longer drawn" };
}

function namesOf(jobs: readonly Job[]): string {
  const [first, ...others] = jobs.map(({ name }) => name);
  return others.length === 0 ? `${first}` : `${first} and ${others.length} more`;
}
