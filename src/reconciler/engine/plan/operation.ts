/** Nodes of the ordering graph: what is done to an object, and in which phase. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { together, type Effect, type ScopedEffect } from "../../../model/exposure.ts";
import type { AnyKind } from "../../kind.ts";
import type { Change } from "./plan.ts";

/** In their order. */
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

/** Decides the order where the graph leaves a choice. */
export type Phase = (typeof phases)[number];

/** Phases whose operations run one after the other. */
const inTurn: ReadonlySet<Phase> = new Set(["deleteForReplace", "secure", "last"]);

/** Whether an operation may begin before the previous one has ended. */
export function mayOverlap(operation: Operation, previous: Operation): boolean {
  const isBatch = operation.role === "batch" || previous.role === "batch";
  return operation.phase === previous.phase && !inTurn.has(operation.phase) && !isBatch;
}

export type Role = "removal" | "batch" | "upsert" | "reapply";

/** What hides, what shows, or the removal of temporary objects. */
export type BatchPart = "narrowing" | "widening" | "clearing";

/** What is done, and to which object or whole batch kind. */
export interface OperationAction {
  readonly role: Role;
  readonly kind: string;
  readonly address: Address | undefined;
  /** Set where a batch is changed in parts. */
  readonly part?: BatchPart | undefined;
}

export interface Operation extends OperationAction {
  readonly id: string;
  readonly priority: string;
  readonly phase: Phase;
  readonly effects: readonly ScopedEffect[];
  readonly after: Set<string>;
  /** Operations that it follows only because of visibility in between. */
  readonly precededFor: Set<string>;
}

/** An order by what operations show and hide. */
export interface Precedence {
  readonly earlier: Operation;
  readonly later: Operation;
}

/** Operations that both show and hide in one part of a catalog: neither order is safe. */
export interface Clash {
  readonly one: Operation;
  readonly other: Operation;
}

const HEAVIEST = 1_000;

export function operation(
  deed: OperationAction,
  kind: AnyKind,
  effects: readonly ScopedEffect[],
  change?: Change,
): Operation {
  const { role, address, part } = deed;
  const weight = role === "removal" ? HEAVIEST - kind.weight : kind.weight;
  const text = address === undefined ? kind.name : formatAddress(address);
  const phase = phaseOf(deed, kind, together(effects), change);
  const priority = `${phases.indexOf(phase)}${String(weight).padStart(4, "0")}${text}`;
  const id = address === undefined ? idOfBatch(text, part) : `${role} ${text}`;
  const waits = { after: new Set<string>(), precededFor: new Set<string>() };
  return { ...deed, id, priority, phase, effects, ...waits };
}

function phaseOf(
  { role, part }: OperationAction,
  kind: AnyKind,
  effect: Effect,
  change: Change | undefined,
): Phase {
  if (role === "batch") return batchPhase(part, effect);
  if (role === "reapply") return "reapply";
  if (role === "removal") return change?.action === "delete" ? "delete" : "deleteForReplace";
  const turn = kind.access?.turn?.(change?.before, change?.after);
  if (turn === "first") return "restrict";
  return turn === "last" ? "last" : upsertPhase(kind, change, effect);
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

function onlyOf({ narrows, widens }: Effect): keyof Effect | undefined {
  if (narrows === widens) return undefined;
  return narrows ? "narrows" : "widens";
}

export function isRestriction({ effects }: Operation): boolean {
  return onlyOf(together(effects)) === "narrows";
}

export function idOf(role: Exclude<Role, "batch">, address: Address): string {
  return `${role} ${formatAddress(address)}`;
}

export function idOfBatch(kind: string, part?: BatchPart): string {
  return part === undefined ? `batch ${kind}` : `batch ${kind} ${part}`;
}
