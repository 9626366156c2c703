/** Draws the history of a seed. */
import { serverNames } from "../../support/servers/servers.ts";
import { chanceOf, type Chance } from "../chance.ts";
import { faultNames, type Fault, type History, type Step, type Thing } from "../history.ts";
import { drawCommit } from "./commits.ts";
import { nameOf, ofKind, workspaceOf, type Draft } from "./draft.ts";
import { draftOf, kindsByWeight } from "./makers.ts";
import { drawEdits, theirs } from "./others.ts";

const MOST_STEPS = 6;

/** The same history for the same seed. */
export function drawHistory(seed: number): History {
  const chance = chanceOf(seed, "history");
  // Stock servers are what most people have, and the one of the tests costs least.
  const server = chance.is(0.5) ? "stock" : chance.pick(serverNames);
  const count = 1 + chance.below(MOST_STEPS);
  let names = 0;
  const fresh: Draft["fresh"] = (prefix) => `${prefix}${++names}`;
  const estates = new Map<string, readonly Thing[]>();
  const steps: Step[] = [];
  for (let index = 0; index < count; index++) {
    const of = chanceOf(seed, "step", index);
    const estate = index > 0 && of.is(0.15) ? "beta" : "alpha";
    const before = estates.get(estate);
    const { about, things } =
      before === undefined ? begin(of, fresh, estate) : goOn(before, of, fresh);
    if (things.length === 0) continue;
    estates.set(estate, things);
    const all = [...estates.values()].flat();
    const edits = index > 0 && of.is(0.35) ? drawEdits(all, of) : [];
    steps.push({ about, estate, things, ...terms(things, of), edits, runs: drawRuns(of) });
  }
  return { server, theirs, steps };
}

function begin(chance: Chance, fresh: Draft["fresh"], estate: string) {
  const draft = draftOf(chance, [], fresh);
  const wanted = 1 + chance.below(estate === "alpha" ? 9 : 3);
  for (let made = 0; made < wanted; made++) draft.make(chance.pick(kindsByWeight));
  return { about: `estate ${estate} begins`, things: draft.things };
}

/** A commit, or none where only others do something. */
function goOn(before: readonly Thing[], chance: Chance, fresh: Draft["fresh"]) {
  return chance.is(0.15)
    ? { about: "nothing new", things: before }
    : drawCommit(before, chance, fresh);
}

/** How a step is applied. */
function terms(things: readonly Thing[], chance: Chance): Pick<Step, "prune" | "scope" | "only"> {
  const prune = chance.pick(["owned", "owned", "owned", "owned", "none", "scope"] as const);
  const workspaces = ofKind(things, "Workspace").map(nameOf);
  const scope = prune === "scope" && workspaces.length > 0 ? { scope: workspaces } : {};
  const how = prune === "scope" && workspaces.length === 0 ? "owned" : prune;
  if (!chance.is(0.12)) return { prune: how, ...scope };
  const one = chance.pick(things);
  const at = workspaceOf(one);
  const only = chance.pick([`${one.kind}/*`, at === undefined ? `*/${nameOf(one)}` : `*/${at}:*`]);
  return { prune: how, ...scope, only: [only] };
}

/** One disturbed run of three, sometimes two. */
function drawRuns(chance: Chance): readonly (readonly Fault[])[] {
  const count = chance.is(0.55) ? (chance.is(0.2) ? 2 : 1) : 0;
  return Array.from({ length: count }, () =>
    Array.from({ length: chance.is(0.25) ? 2 : 1 }, () => drawFault(chance)),
  );
}

function drawFault(chance: Chance): Fault {
  const name = chance.pick(faultNames);
  const among = chance.pick(["writes", "writes", "writes", "state", "reads"] as const);
  return { name, among, at: chance.number() };
}
