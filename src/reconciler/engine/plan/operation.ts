/** The nodes of the graph that orders a plan: what is done to an object, and in which phase. */
import { formatAddress, type Address } from "../../../model/address.ts";
import type { AnyKind } from "../../kind.ts";

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
] as const;

/** When an operation has its turn where the graph leaves a choice. */
export type Phase = (typeof phases)[number];

/**
 * Phases whose operations may be under way together, where the graph does not say otherwise. The
 * others change who may see what, or take something away for a moment.
 */
const together: ReadonlySet<Phase> = new Set(["delete", "prepare", "publish", "reapply"]);

/** Whether an operation may begin before the one that precedes it has ended. */
export function mayOverlap(operation: Operation, previous: Operation): boolean {
  return operation.phase === previous.phase && together.has(operation.phase);
}

/** What an operation does. */
export type Role = "removal" | "batch" | "upsert" | "reapply";

/** One node of the graph: an object (or a whole batch kind) and what is done to it. */
export interface Operation {
  readonly id: string;
  readonly role: Role;
  /** Name of the kind. */
  readonly kind: string;
  readonly address: Address | undefined;
  readonly priority: string;
  readonly phase: Phase;
  /** Whether it restricts access, so that whatever exposes something waits for it. */
  readonly restricts: boolean;
  readonly after: Set<string>;
}

const HEAVIEST = 1_000;

/** What is done to an object, or to a whole batch kind where there is no address. */
export function operation(
  role: Role,
  kind: AnyKind,
  address: Address | undefined,
  phase: Phase,
): Operation {
  const weight = role === "removal" ? HEAVIEST - kind.weight : kind.weight;
  const text = address === undefined ? kind.name : formatAddress(address);
  const priority = `${phases.indexOf(phase)}${String(weight).padStart(4, "0")}${text}`;
  const restricts = phase === "restrict" || phase === "secure";
  return {
    id: `${role} ${text}`,
    role,
    kind: kind.name,
    address,
    priority,
    phase,
    restricts,
    after: new Set(),
  };
}

/** The id of what is done to an object. */
export function idOf(role: Exclude<Role, "batch">, address: Address): string {
  return `${role} ${formatAddress(address)}`;
}

/** The id of the change of a whole batch kind. */
export function idOfBatch(kind: string): string {
  return `batch ${kind}`;
}
