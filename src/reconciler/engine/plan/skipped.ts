/**
 * Skipped changes: recreations by hand (`replacePolicy: manual`), unreadable objects, those skipped
 * by the caller, and all their dependents. Pure.
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import { addressesOf, addressMap, byAddress, type AddressMap } from "../../../model/address-map.ts";
import { warning, type Diagnostic } from "../../../model/diagnostic.ts";
import { sameFact, type Resource } from "../../kind.ts";
import { findContinuations } from "./continuations.ts";
import { labelsOf } from "./diff.ts";
import { precedences } from "./exposure.ts";
import { contentsOf } from "./holders.ts";
import type { Operation } from "./operation.ts";
import { operationsOf } from "./order.ts";
import { type Change, REPLACE_ASKED, type SkippedObject } from "./plan.ts";
import type { Compared, Continuations } from "./stages.ts";

type SkipInput = Pick<
  Compared,
  "kinds" | "changes" | "live" | "skip" | "owned" | "unreadable" | "stuck" | "remade"
> & {
  readonly resources: readonly Resource[];
};

/** Skipped objects with their causes; a first cause maps to itself. */
type Pending = AddressMap<Address>;

export function takeOutSkipped(
  input: SkipInput,
): Pick<Compared, "changes" | "resources" | "skipped" | "skipWarnings"> {
  const resources = byAddress(input.resources);
  const pending = findPending(input, resources);
  if (pending.size === 0)
    return { changes: input.changes, resources, skipped: [], skipWarnings: [] };
  const skipped = input.changes.flatMap(
    (change) => noteOf(change, { ...input, resources, pending }) ?? [],
  );
  for (const address of pending.addresses()) resources.delete(address);
  return {
    changes: input.changes.filter(({ address }) => !pending.has(address)),
    resources,
    skipped,
    skipWarnings: skipped.flatMap((one) => asWarning(input, one, pending) ?? []),
  };
}

function findPending(input: SkipInput, resources: AddressMap<Resource>): Pending {
  const pending = addressMap<Address>();
  for (const change of input.changes)
    if (isFirst(change, input, resources)) pending.set(change.address, change.address);
  if (pending.size === 0) return pending;
  const continuations = findContinuations(input);
  const changing = input.changes.filter(({ action }) => action !== "none");
  const hiding = hidingIn(input, changing);
  for (let before = -1; before !== pending.size;) {
    before = pending.size;
    const blockers = blockersOf(input, resources, pending);
    for (const { address, action } of changing) {
      if (pending.has(address)) continue;
      const resource = resources.get(address);
      const needs =
        resource &&
        (causeOf(resource, blockers) ?? guardOfUnreadable(input, { address, action }, resources));
      const cause = needs ?? heldWith(address, continuations, pending);
      if (cause !== undefined) pending.set(address, cause);
    }
    for (const [address, cause] of heldShown(input, hiding, pending)) pending.set(address, cause);
  }
  return pending;
}

function isUnseen(
  { unreadable, stuck }: Pick<SkipInput, "unreadable" | "stuck">,
  address: Address | undefined,
): boolean {
  return address !== undefined && (unreadable.has(address) || stuck.has(address));
}

/** A showing change waits for the one that hides the same. */
function* heldShown(
  input: SkipInput,
  hiding: ReturnType<typeof hidingIn>,
  pending: Pending,
): Generator<readonly [Address, Address], void> {
  for (const { first, later } of hiding) {
    const cause = first.map((one) => pending.get(one)).find((one) => isUnseen(input, one));
    if (cause === undefined) continue;
    for (const address of later) if (!pending.has(address)) yield [address, cause];
  }
}

/** Pairs of hiding changes and the showing ones that must follow, if anything is unreadable. */
function hidingIn(
  input: SkipInput,
  changing: readonly Change[],
): readonly { readonly first: readonly Address[]; readonly later: readonly Address[] }[] {
  if (input.unreadable.size + input.stuck.size === 0) return [];
  const ofKind = Map.groupBy(addressesOf(changing), ({ kind }) => kind);
  const addressesIn = ({ address, kind }: Operation) =>
    address === undefined ? (ofKind.get(kind) ?? []) : [address];
  const planned = { ...input, effects: [], temporaries: { made: [], left: [] } };
  const found = precedences(operationsOf(planned));
  // Clashing changes must be applied together.
  const clashing = found.clashes.flatMap(({ one, other }) => [
    { earlier: one, later: other },
    { earlier: other, later: one },
  ]);
  return [...found.precedences, ...clashing].map(({ earlier, later }) => ({
    first: addressesIn(earlier),
    later: addressesIn(later),
  }));
}

/** A renamed object is deleted and created together, or not at all. */
function heldWith(
  address: Address,
  { before, after }: Continuations,
  pending: Pending,
): Address | undefined {
  const other = after(address) ?? before(address);
  return other !== undefined && pending.has(other) ? other : undefined;
}

/** Whether an object is skipped for its own sake. */
function isFirst(
  { address, action }: Change,
  { skip, unreadable, stuck }: Pick<SkipInput, "skip" | "unreadable" | "stuck">,
  resources: AddressMap<Resource>,
): boolean {
  if (action !== "none" && stuck.has(address)) return true;
  if (unreadable.has(address) && action !== "update") return true;
  const isByHand = action === "replace" && resources.get(address)?.replacePolicy === "manual";
  return isByHand || (action !== "none" && skip?.has(address) === true);
}

/** Addresses, each with the skipped object that blocks it. */
interface Blockers {
  readonly missing: AddressMap<Address>;
  /** Still contained in that object, so the name is taken. */
  readonly occupied: AddressMap<Address>;
}

function blockersOf(
  { kinds, live, unreadable }: SkipInput,
  resources: AddressMap<Resource>,
  pending: Pending,
): Blockers {
  const missing = addressMap<Address>(
    [...unreadable.addresses()].map((address) => [address, address] as const),
  );
  const occupied = addressMap<Address>();
  for (const waits of pending.addresses()) {
    const [resource, found] = [resources.get(waits), live.get(waits)];
    if (resource === undefined) continue;
    const { address, parts = [], brings = [] } = resource;
    for (const one of [address, ...parts, ...brings]) {
      if (!live.has(one)) missing.set(one, address);
    }
    const contents = found === undefined ? [] : contentsOf(kinds, found);
    for (const one of contents) occupied.set(one, address);
  }
  return { missing, occupied };
}

function causeOf(
  { address, requires, parts = [], brings = [] }: Resource,
  { missing, occupied }: Blockers,
): Address | undefined {
  const absent = [address, ...requires]
    .map((one) => missing.get(one))
    .filter((cause) => cause === undefined || !isSameAddress(cause, address));
  const inTheWay = [...parts, ...brings].map((one) => occupied.get(one));
  return [...absent, ...inTheWay].find((cause) => cause !== undefined);
}

/**
 * An unreadable object that controls access to what a change shows, and was not applied as
 * declared.
 */
function guardOfUnreadable(
  { kinds, owned, unreadable }: SkipInput,
  { address, action }: Pick<Change, "address" | "action">,
  resources: AddressMap<Resource>,
): Address | undefined {
  const isShown = action === "create" || action === "replace";
  if (!isShown || kinds.get(address.kind)?.access?.exposes !== true) return undefined;
  return [...unreadable.addresses()].find((one) => {
    const isOver = one.workspace === null || one.workspace === address.workspace;
    const wanted = resources.get(one)?.facts;
    if (!isOver || wanted === undefined || kinds.get(one.kind)?.access?.exposes === true)
      return false;
    const applied = owned.get(one);
    return Object.entries(wanted).some(([name, value]) => !sameFact(applied?.[name], value));
  });
}

function noteOf(
  { address, fields, where: declared }: Change,
  about: Omit<SkipInput, "resources"> & {
    readonly resources: AddressMap<Resource>;
    readonly pending: Pending;
  },
): SkippedObject | undefined {
  const cause = about.pending.get(address);
  if (cause === undefined) return undefined;
  const one = { address, fields, where: about.resources.get(address)?.where ?? declared };
  if (about.stuck.has(address))
    return { ...one, reason: "unreadable", text: "takes what cannot be read" };
  if (about.unreadable.has(address))
    return { ...one, reason: "unreadable", text: "cannot be read" };
  const reason = about.skip?.get(address);
  if (reason !== undefined) return { ...one, reason: "held", text: reason };
  if (isSameAddress(cause, address))
    return { ...one, reason: "by-hand", text: "needs a recreate by hand" };
  return { ...one, reason: "waits", text: `waits for ${formatAddress(cause)}` };
}

function asWarning(
  { kinds, unreadable, stuck }: SkipInput,
  { address, reason, text, fields, where }: SkippedObject,
  pending: Pending,
): Diagnostic | undefined {
  // Callers know what they skip; unreadable objects are reported with their reason.
  if (reason === "held" || reason === "unreadable") return undefined;
  const key = formatAddress(address);
  const cause = pending.get(address) ?? address;
  if (isUnseen({ unreadable, stuck }, cause)) {
    const message = `${key} ${text}, which cannot be read`;
    const hint = "It is applied once the server shows that.";
    return warning("object-unreadable", message, { hint, where, address: key });
  }
  const rules = kinds.get(address.kind)?.fields ?? {};
  const labels = labelsOf(fields, rules, "replace");
  const [message, hint] =
    reason === "by-hand"
      ? [
          `${key} ${text} (${labels || REPLACE_ASKED}): its replacePolicy is manual`,
          "Delete it on the server and apply again, which creates it, or declare spec.replacePolicy: recreate.",
        ]
      : [`${key} ${text}, which is not in sync yet`, "It is applied once that is done."];
  return warning("recreate-by-hand", message, { hint, where, address: key });
}
