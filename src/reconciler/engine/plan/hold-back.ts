/**
 * What a plan holds back: objects whose recreation is left to people (`replacePolicy: manual`),
 * those that the caller wants left as they are, and everything that cannot be done before them. Pure.
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import { addressMap, byAddress, type AddressMap } from "../../../model/address-map.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { AnyKind, Resource } from "../../kind.ts";
import { labelsOf } from "./diff.ts";
import { heldIn } from "./holders.ts";
import type { Change, LeftAlone } from "./plan.ts";
import type { Compared } from "./stages.ts";

/** What finding out needs, with all that is managed. */
type HoldBackInput = Pick<Compared, "kinds" | "changes" | "live" | "held"> & {
  readonly resources: readonly Resource[];
};

/** What goes on, and what does not. */
type HoldBackResult = Pick<Compared, "changes" | "resources" | "leftAlone" | "waiting">;

/** Objects that are held back, each with the one it waits for; the first ones wait for themselves. */
type Waiting = AddressMap<Address>;

/** Takes out of the changes what is left to people and what waits for it. */
export function holdBack(input: HoldBackInput): HoldBackResult {
  const resources = byAddress(input.resources);
  const waiting = findWaiting(input, resources);
  const leftAlone = input.changes.flatMap(
    (change) => noteOf(change, { resources, waiting, held: input.held }) ?? [],
  );
  for (const address of waiting.addresses()) resources.delete(address);
  return {
    changes: input.changes.filter(({ address }) => !waiting.has(address)),
    resources,
    leftAlone,
    waiting: leftAlone.flatMap((one) => asWarning(input.kinds, one) ?? []),
  };
}

function findWaiting(input: HoldBackInput, resources: AddressMap<Resource>): Waiting {
  const waiting = addressMap<Address>();
  for (const change of input.changes)
    if (isFirst(change, input, resources)) waiting.set(change.address, change.address);
  for (let before = -1; before !== waiting.size && waiting.size > 0;) {
    before = waiting.size;
    const obstacles = obstaclesOf(input, resources, waiting);
    for (const { address, action } of input.changes) {
      const isOpen = action !== "none" && !waiting.has(address);
      const resource = isOpen ? resources.get(address) : undefined;
      const cause = resource === undefined ? undefined : causeOf(resource, obstacles);
      if (cause !== undefined) waiting.set(address, cause);
    }
  }
  return waiting;
}

/** Whether an object waits for itself: it is left to people, or left as it is by wish of the caller. */
function isFirst(
  { address, action }: Change,
  { held }: Pick<HoldBackInput, "held">,
  resources: AddressMap<Resource>,
): boolean {
  const isByHand = action === "replace" && resources.get(address)?.replacePolicy === "manual";
  return isByHand || (action !== "none" && held?.has(address) === true);
}

/** Addresses, each with the object that is held back and stands in the way. */
interface Obstacles {
  /** Not there before that object was dealt with. */
  readonly missing: AddressMap<Address>;
  /** Still inside that object, so that nothing else can have the name. */
  readonly taken: AddressMap<Address>;
}

function obstaclesOf(
  { kinds, live }: HoldBackInput,
  resources: AddressMap<Resource>,
  waiting: Waiting,
): Obstacles {
  const missing = addressMap<Address>();
  const taken = addressMap<Address>();
  for (const waits of waiting.addresses()) {
    const [resource, found] = [resources.get(waits), live.get(waits)];
    if (resource === undefined) continue;
    const { address, parts = [], brings = [] } = resource;
    for (const one of [address, ...parts, ...brings]) {
      if (!live.has(one)) missing.set(one, address);
    }
    const held = found === undefined ? [] : heldIn(kinds, found);
    for (const one of held) taken.set(one, address);
  }
  return { missing, taken };
}

function causeOf(
  { address, requires, parts = [], brings = [] }: Resource,
  { missing, taken }: Obstacles,
): Address | undefined {
  const absent = [address, ...requires].map((one) => missing.get(one));
  const inTheWay = [...parts, ...brings].map((one) => taken.get(one));
  return [...absent, ...inTheWay].find((cause) => cause !== undefined);
}

function noteOf(
  { address, fields, where: declared }: Change,
  about: Pick<HoldBackInput, "held"> & {
    readonly resources: AddressMap<Resource>;
    readonly waiting: Waiting;
  },
): LeftAlone | undefined {
  const cause = about.waiting.get(address);
  const where = about.resources.get(address)?.where ?? declared;
  if (cause === undefined || where === undefined) return undefined;
  const held = about.held?.get(address);
  if (held !== undefined) return { address, reason: "held", text: held, fields, where };
  if (isSameAddress(cause, address))
    return { address, reason: "by-hand", text: "needs a recreate by hand", fields, where };
  return { address, reason: "waits", text: `waits for ${formatAddress(cause)}`, fields, where };
}

function asWarning(
  kinds: ReadonlyMap<string, AnyKind>,
  { address, reason, text, fields, where }: LeftAlone,
): Diagnostic | undefined {
  // Whoever holds something back knows it.
  if (reason === "held") return undefined;
  const key = formatAddress(address);
  const rules = kinds.get(address.kind)?.fields ?? {};
  const labels = labelsOf(fields, rules, "replace").join(", ");
  const [message, hint] =
    reason === "by-hand"
      ? [
          `${key} ${text} (${labels}): its replacePolicy is manual`,
          "Delete it on the server and apply again, which creates it, or declare spec.replacePolicy: recreate.",
        ]
      : [`${key} ${text}, which is not as declared yet`, "It is applied once that is done."];
  return { code: "recreate-by-hand", severity: "warning", message, hint, where, address: key };
}
