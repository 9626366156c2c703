/** Histories for people. */
import { nameOf, workspaceOf } from "./draw/draft.ts";
import type { Fault, History, Step, Thing } from "./history.ts";

/** A history, line by line; of an object only when it is not as in the step before. */
export function tellHistory({ server, theirs, steps }: History): readonly string[] {
  const known = new Map<string, string>();
  return [
    `${server} server${theirs.length === 0 ? "" : ", with what others made"}`,
    ...steps.flatMap((step, index) => tellStep(step, index, known)),
  ];
}

function tellStep(step: Step, index: number, known: Map<string, string>): readonly string[] {
  const { about, estate, things, prune, scope, only, edits, runs } = step;
  const part = only === undefined ? "" : `, only ${only.join(" ")}`;
  const whole = scope === undefined ? "" : ` ${scope.join(" ")}`;
  const names = things.map((one) => `${estate} ${addressOf(one)}`);
  const gone = [...known.keys()].filter(
    (name) => name.startsWith(`${estate} `) && !names.includes(name),
  );
  for (const name of gone) known.delete(name);
  const said = things.flatMap((one) => {
    const key = `${estate} ${addressOf(one)}`;
    const text = JSON.stringify([one.metadata["previousName"], one.spec, one.files]);
    if (known.get(key) === text) return [];
    known.set(key, text);
    return [tellThing(one)];
  });
  return [
    `step ${index}, estate ${estate}: ${about} (prune ${prune}${whole}${part})`,
    ...edits.map((edit) => `  somebody: ${JSON.stringify(edit)}`),
    ...gone.map((name) => `  without ${name.slice(estate.length + 1)}`),
    ...said.map((text) => `  ${text}`),
    ...runs.map((faults) => `  disturbed: ${faults.map(tellFault).join("; ")}`),
  ];
}

function addressOf(one: Thing): string {
  const workspace = workspaceOf(one);
  return `${one.kind}/${workspace === undefined ? "" : `${workspace}:`}${nameOf(one)}`;
}

function tellThing(one: Thing): string {
  const { previousName } = one.metadata;
  const former = previousName === undefined ? "" : ` (before ${previousName})`;
  const files = Object.keys(one.files).length === 0 ? "" : ` with ${JSON.stringify(one.files)}`;
  return `${addressOf(one)}${former} ${JSON.stringify(one.spec)}${files}`;
}

function tellFault({ name, at, among }: Fault): string {
  if (typeof at === "number") return `${name}, of ${among} at ${at.toFixed(2)}`;
  return `${name}: ${at.method} ${at.path}${at.nth === 0 ? "" : `, number ${at.nth + 1}`}`;
}
