/** The nodes of the graph that orders a plan: what is done to an object, and in which phase. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { together, type Effect, type ScopedEffect } from "../../../model/exposure.ts";
import type { AnyKind } from "../../kind.ts";
import type { Change } from "./plan.ts";

/** Phases in their order. */
const phases = [
  "restrict",
  "delete",
  "prepare",
  "deleteForReplace",
  "secure",
  "publish",
  "reapply",
  "relax",
  "last",
] as const;

/** When an operation has its turn where the graph leaves a choice. */
export type Phase = (typeof phases)[number];

/** Phases whose operations change one object each, and may be under way together where the graph does not say otherwise. */
const overlapping: ReadonlySet<Phase> = new Set([
  "restrict",
  "delete",
  "prepare",
  "publish",
  "reapply",
  "relax",
]);

/** Whether an operation may begin before the one that precedes it has ended. */
export function mayOverlap(operation: Operation, previous: Operation): boolean {
  const isBatch = operation.role === "batch" || previous.role === "batch";
  return operation.phase === previous.phase && overlapping.has(operation.phase) && !isBatch;
}

/** What an operation does. */
export type Role = "removal" | "batch" | "upsert" | "reapply";

/** A part of the change of a set: what it hides, what it shows, or what is there no longer than the plan needs it. */
export type BatchPart = "narrowing" | "widening" | "clearing";

/** Which object, or whole batch kind, an operation is about, and what it does to it. */
export interface Deed {
  readonly role: Role;
  /** Name of the kind. */
  readonly kind: string;
  readonly address: Address | undefined;
  /** Set where a batch is changed in two parts. */
  readonly part?: BatchPart | undefined;
}

/** One node of the graph. */
export interface Operation extends Deed {
  readonly id: string;
  readonly priority: string;
  readonly phase: Phase;
  /** What it shows and hides. */
  readonly effects: readonly ScopedEffect[];
  readonly after: Set<string>;
  /** Operations that it is after only for what is seen in between. */
  readonly precededFor: Set<string>;
}

/** An operation that waits for another one, by what they show and hide. */
export interface Precedence {
  readonly earlier: Operation;
  readonly later: Operation;
}

/** Operations that show something else of the same part of a catalog: in neither order is all hidden in between. */
export interface Clash {
  readonly one: Operation;
  readonly other: Operation;
}

const HEAVIEST = 1_000;

/** An operation of a plan; `change` is that of its object. */
export function operation(
  deed: Deed,
  kind: AnyKind,
  about: { readonly effects: readonly ScopedEffect[]; readonly change?: Change | undefined },
): Operation {
  const { role, address, part } = deed;
  const { effects, change } = about;
  const weight = role === "removal" ? HEAVIEST - kind.weight : kind.weight;
  const text = address === undefined ? kind.name : formatAddress(address);
  const phase = phaseOf(deed, kind, { effect: together(effects), change });
  const priority = `${phases.indexOf(phase)}${String(weight).padStart(4, "0")}${text}`;
  const id = address === undefined ? idOfBatch(text, part) : `${role} ${text}`;
  const waits = { after: new Set<string>(), precededFor: new Set<string>() };
  return { ...deed, id, priority, phase, effects, ...waits };
}

function phaseOf(
  { role, part }: Deed,
  kind: AnyKind,
  { effect, change }: { readonly effect: Effect; readonly change: Change | undefined },
): Phase {
  if (role === "batch") return batchPhase(part, effect);
  if (role === "reapply") return "reapply";
  if (role === "removal") return change?.action === "delete" ? "delete" : "deleteForReplace";
  return turnOf(kind, change) ?? upsertPhase(kind, change, effect);
}

/** The phase of a change that has its turn for another reason than who sees what. */
function turnOf({ access }: AnyKind, change: Change | undefined): Phase | undefined {
  const turn = access?.turn?.(change?.before, change?.after);
  if (turn === "first") return "restrict";
  return turn === "last" ? "last" : undefined;
}

function upsertPhase({ access }: AnyKind, change: Change | undefined, effect: Effect): Phase {
  const only = change?.action === "update" ? onlyOf(effect) : undefined;
  if (only !== undefined) return only === "narrows" ? "restrict" : "relax";
  return access?.exposes ? "publish" : "prepare";
}

function batchPhase(part: BatchPart | undefined, effect: Effect): Phase {
  if (part !== undefined) return part === "narrowing" ? "restrict" : "relax";
  return onlyOf(effect) === "widens" ? "relax" : "secure";
}

/** The one thing that an effect does. */
function onlyOf({ narrows, widens }: Effect): keyof Effect | undefined {
  if (narrows === widens) return undefined;
  return narrows ? "narrows" : "widens";
}

/** Whether an operation hides something and shows nothing. */
export function isRestriction({ effects }: Operation): boolean {
  return onlyOf(together(effects)) === "narrows";
}

/** The id of what is done to an object. */
export function idOf(role: Exclude<Role, "batch">, address: Address): string {
  return `${role} ${formatAddress(address)}`;
}

/** The id of the change of a whole batch kind, or of a part of it. */
export function idOfBatch(kind: string, part?: BatchPart): string {
  return part === undefined ? `batch ${kind}` : `batch ${kind} ${part}`;
}
