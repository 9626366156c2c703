/**
 * What a plan holds back: objects whose recreation is left to people (`replacePolicy: manual`),
 * those that the caller wants left as they are, and everything that cannot be done before them. Pure.
 */
import { formatAddress, type Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { AnyKind, Resource } from "../kind.ts";
import { labelsOf } from "./diff.ts";
import type { LiveState } from "./observe.ts";
import type { Change, LeftAlone } from "./plan.ts";

/** What finding out needs. */
export interface HoldBackInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly resources: readonly Resource[];
  readonly changes: readonly Change[];
  readonly live: LiveState;
  /** What is not to be changed, by text of its address, with the reason; it stays owned. */
  readonly held?: ReadonlyMap<string, string> | undefined;
}

/** What goes on, and what does not. */
export interface HoldBackResult {
  readonly changes: readonly Change[];
  /** Resources of which the plan may do something, by text of the address. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly leftAlone: readonly LeftAlone[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Objects that are held back, each with the one it waits for; the first ones wait for themselves. */
type Waiting = ReadonlyMap<string, Address>;

/** Takes out of the changes what is left to people and what waits for it. */
export function holdBack(input: HoldBackInput): HoldBackResult {
  const resources = new Map(input.resources.map((one) => [formatAddress(one.address), one]));
  const waiting = findWaiting(input, resources);
  const leftAlone = input.changes.flatMap(
    (change) => noteOf(change, { resources, waiting, held: input.held }) ?? [],
  );
  for (const key of waiting.keys()) resources.delete(key);
  return {
    changes: input.changes.filter(({ address }) => !waiting.has(formatAddress(address))),
    resources,
    leftAlone,
    diagnostics: leftAlone.flatMap((one) => asWarning(input.kinds, one) ?? []),
  };
}

function findWaiting(input: HoldBackInput, resources: ReadonlyMap<string, Resource>): Waiting {
  const waiting = new Map<string, Address>();
  for (const { address, action } of input.changes) {
    const key = formatAddress(address);
    const isByHand = action === "replace" && resources.get(key)?.replacePolicy === "manual";
    if (isByHand || (action !== "none" && input.held?.has(key))) waiting.set(key, address);
  }
  for (let before = -1; before !== waiting.size && waiting.size > 0;) {
    before = waiting.size;
    const obstacles = obstaclesOf(input, resources, waiting);
    for (const { address, action } of input.changes) {
      const key = formatAddress(address);
      const resource = action === "none" || waiting.has(key) ? undefined : resources.get(key);
      const cause = resource === undefined ? undefined : causeOf(resource, obstacles);
      if (cause !== undefined) waiting.set(key, cause);
    }
  }
  return waiting;
}

/** Addresses by text, each with the object that is held back and stands in the way. */
interface Obstacles {
  /** Not there before that object was dealt with. */
  readonly missing: ReadonlyMap<string, Address>;
  /** Still inside that object, so that nothing else can have the name. */
  readonly taken: ReadonlyMap<string, Address>;
}

function obstaclesOf(
  { kinds, live }: HoldBackInput,
  resources: ReadonlyMap<string, Resource>,
  waiting: Waiting,
): Obstacles {
  const missing = new Map<string, Address>();
  const taken = new Map<string, Address>();
  for (const key of waiting.keys()) {
    const [resource, found] = [resources.get(key), live.get(key)];
    if (resource === undefined) continue;
    const { address, parts = [], brings = [] } = resource;
    for (const one of [address, ...parts, ...brings]) {
      if (!live.has(formatAddress(one))) missing.set(formatAddress(one), address);
    }
    const held = found === undefined ? [] : (kinds.get(address.kind)?.holds?.(found) ?? []);
    for (const one of held) taken.set(formatAddress(one), address);
  }
  return { missing, taken };
}

function causeOf(
  { address, requires, parts = [], brings = [] }: Resource,
  { missing, taken }: Obstacles,
): Address | undefined {
  const absent = [address, ...requires].map((one) => missing.get(formatAddress(one)));
  const inTheWay = [...parts, ...brings].map((one) => taken.get(formatAddress(one)));
  return [...absent, ...inTheWay].find((cause) => cause !== undefined);
}

function noteOf(
  { address, fields, where: declared }: Change,
  about: Pick<HoldBackInput, "held"> & {
    readonly resources: ReadonlyMap<string, Resource>;
    readonly waiting: Waiting;
  },
): LeftAlone | undefined {
  const key = formatAddress(address);
  const cause = about.waiting.get(key);
  const where = about.resources.get(key)?.where ?? declared;
  if (cause === undefined || where === undefined) return undefined;
  const held = about.held?.get(key);
  if (held !== undefined) return { address, reason: "held", text: held, fields, where };
  const name = formatAddress(cause);
  if (name === key)
    return { address, reason: "by-hand", text: "needs a recreate by hand", fields, where };
  return { address, reason: "waits", text: `waits for ${name}`, fields, where };
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
