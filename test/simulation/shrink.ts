/** Makes a history that fails as short as it can be while it fails in the same way. */
import { nameOf } from "./draw/draft.ts";
import { without } from "./draw/names.ts";
import type { History, Step, Thing } from "./history.ts";

/** Whether a history still fails in the same way. */
export type StillFails = (history: History) => Promise<boolean>;

/** The most histories that are tried. */
const TRIES = 150;

/** Drops steps, faults, edits, objects and fields, as long as there is something to drop. */
export async function shrink(history: History, stillFails: StillFails): Promise<History> {
  let best = history;
  let left = TRIES;
  for (let isShorter = true; isShorter && left > 0;) {
    isShorter = false;
    for (const shorter of candidates(best)) {
      if (left-- <= 0) break;
      if (!(await stillFails(shorter))) continue;
      best = shorter;
      isShorter = true;
      break;
    }
  }
  return best;
}

/** Shorter histories, those first that drop most. */
function* candidates(history: History): Generator<History> {
  const { steps, theirs } = history;
  for (let count = 1; count < steps.length; count++)
    yield { ...history, steps: steps.slice(0, count) };
  for (const index of steps.keys())
    if (steps.length > 1) yield { ...history, steps: steps.toSpliced(index, 1) };
  for (const name of new Set(steps.flatMap(({ things }) => things.map(nameOf)))) {
    const shorter = steps.map((step) => ({ ...step, things: withoutThing(step.things, name) }));
    if (shorter.every(({ things }) => things.length > 0)) yield { ...history, steps: shorter };
  }
  for (const [index, step] of steps.entries())
    for (const shorter of shorterSteps(step))
      yield { ...history, steps: steps.with(index, shorter) };
  if (theirs.length > 0) yield { ...history, theirs: [] };
  for (const field of new Set(steps.flatMap(({ things }) => things.flatMap(fieldsOf)))) {
    const shorter = steps.map((step) => ({
      ...step,
      things: step.things.map((one) => withoutField(one, field)),
    }));
    yield { ...history, steps: shorter };
  }
}

function withoutThing(things: readonly Thing[], name: string): readonly Thing[] {
  return without(
    things.filter((one) => nameOf(one) !== name),
    name,
  );
}

function* shorterSteps(step: Step): Generator<Step> {
  const { runs, edits, only, prune, scope: _scope, ...rest } = step;
  const part = only === undefined ? {} : { only };
  if (runs.length > 0) yield { ...step, runs: [] };
  for (const index of runs.keys())
    if (runs.length > 1) yield { ...step, runs: runs.toSpliced(index, 1) };
  for (const [index, run] of runs.entries())
    for (const at of run.keys())
      if (run.length > 1) yield { ...step, runs: runs.with(index, run.toSpliced(at, 1)) };
  for (const index of edits.keys()) yield { ...step, edits: edits.toSpliced(index, 1) };
  if (prune !== "owned") yield { ...rest, ...part, runs, edits, prune: "owned" };
  if (only !== undefined) {
    const { only: _only, ...whole } = step;
    yield whole;
  }
}

/** The name of an object, of every sort with that name, and one of its fields. */
function fieldsOf(one: Thing): readonly string[] {
  return Object.keys(one.spec).map((field) => `${one.kind} ${nameOf(one)} ${field}`);
}

function withoutField(one: Thing, field: string): Thing {
  const kept = Object.entries(one.spec).filter(
    ([name]) => `${one.kind} ${nameOf(one)} ${name}` !== field,
  );
  return kept.length === Object.keys(one.spec).length
    ? one
    : { ...one, spec: Object.fromEntries(kept) };
}
