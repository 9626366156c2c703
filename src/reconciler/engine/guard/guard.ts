/** What an estate must accept by name, or change, before a plan may run. Guards stop apply, never plan. */
import { formatAddress, type Address } from "../../../model/address.ts";
import type { AddressMap, AddressSet } from "../../../model/address-map.ts";
import type { AnyKind, Danger, Lifecycle, Resource } from "../../kind.ts";
import { findExcesses } from "./brakes.ts";
import type { Continuations } from "../plan/continuations.ts";
import { labelsOf } from "../plan/diff.ts";
import type { LiveState } from "../plan/observe.ts";
import { acceptance, type Block, type Change } from "../plan/plan.ts";

/** What the guards look at. */
export interface GuardInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly changes: readonly Change[];
  readonly resources: AddressMap<Resource>;
  readonly live: LiveState;
  readonly lifecycles: AddressMap<Lifecycle>;
  readonly continuations: Continuations;
  /** What the estate owns. */
  readonly owned: AddressSet;
}

/** Everything that stops a plan, all at once. */
export function findBlocks(input: GuardInput): readonly Block[] {
  return [
    ...input.changes.flatMap((change) => [
      ...protectedBlocks(input, change),
      ...policyBlocks(input, change),
      ...dangerBlocks(input, change),
    ]),
    ...findExcesses(input),
  ];
}

/** Dangers that the kind of a change tells of. */
function dangerBlocks(input: GuardInput, change: Change): readonly Block[] {
  const { address, action, before, after } = change;
  if (action === "none" || action === "forget") return [];
  const former = action === "create" ? input.continuations.before(address) : undefined;
  const was = former === undefined ? undefined : input.live.get(former)?.facts;
  const dangers = input.kinds.get(address.kind)?.access?.dangers;
  return (dangers?.({ action, address, before, after, former: was }) ?? []).map(asBlock);
}

const verbs = { delete: "deleted", replace: "recreated", update: "changed" } as const;

/** Protected objects that a change removes: itself, or what goes along and maybe comes back. */
function protectedBlocks({ lifecycles }: GuardInput, change: Change): readonly Block[] {
  const { address, action, takesAlong, goesWith } = change;
  const isProtected = (one: Address) => lifecycles.get(one) === "protect";
  if (action !== "delete" && action !== "replace" && action !== "update") return [];
  const key = formatAddress(address);
  const victims = takesAlong.filter(isProtected).map(formatAddress);
  const blocks: Block[] = [];
  const hint = change.after === undefined ? UNPROTECT_GONE : UNPROTECT;
  if (isProtected(address) && action !== "update" && goesWith === undefined)
    blocks.push({
      name: undefined,
      message: `${key} is protected and would be ${verbs[action]}`,
      hint,
    });
  if (victims.length > 0)
    blocks.push({
      name: undefined,
      message: `${victims.join(", ")} would go when ${key} is ${verbs[action]}, and is protected`,
      hint: UNPROTECT,
    });
  return blocks;
}

const UNPROTECT =
  "No flag lifts it: take metadata.lifecycle: protect out of its manifest and apply that first.";
const UNPROTECT_GONE =
  "No flag lifts it: declare it again, without metadata.lifecycle: protect, and apply that first.";

/** Recreates that their manifests refuse. */
function policyBlocks({ kinds, resources }: GuardInput, change: Change): readonly Block[] {
  const { address, action, fields } = change;
  const key = formatAddress(address);
  if (action !== "replace" || resources.get(address)?.replacePolicy !== "fail") return [];
  const rules = kinds.get(address.kind)?.fields ?? {};
  const labels = labelsOf(fields, rules, "replace").join(", ");
  return [
    {
      name: undefined,
      message: `${key} would have to be recreated (${labels}), and its replacePolicy is fail`,
      hint: "Declare spec.replacePolicy: recreate or manual, or declare it as it is on the server.",
    },
  ];
}

/** A danger as what stops a plan until it is accepted. */
export function asBlock({ name, message }: Danger): Block {
  return { name, message, hint: acceptance(name) };
}
