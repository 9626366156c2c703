/**
 * Which object goes on as which: one that is made anew as itself, one under another name as what it was
 * called before, and all that lies in a workspace with it. What somebody set of the one is not to be
 * missed in the other. Pure.
 */
import { formatAddress, type Address } from "../../model/address.ts";
import type { AnyKind } from "../kind.ts";
import type { Change } from "./plan.ts";

/** Ways from one to the other; undefined where nothing goes on. */
export interface Continuations {
  /** What an object that is created goes on from: it is deleted by the same plan. */
  readonly before: (address: Address) => Address | undefined;
  /** What an object that is deleted goes on as, under another address. */
  readonly after: (address: Address) => Address | undefined;
}

/** What continuations are found in. */
export interface ContinuationsInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly changes: readonly Change[];
  /** New addresses of what is made anew under another name, by text of the former ones. */
  readonly remade: ReadonlyMap<string, Address>;
}

/** Finds them among the changes of a plan. */
export function findContinuations({ kinds, changes, remade }: ContinuationsInput): Continuations {
  const before = new Map<string, Address>();
  const after = new Map<string, Address>();
  const created = new Set(keysOf(changes, "create"));
  const workspaces = new Map(
    changes
      .filter(({ address: { kind } }) => kinds.get(kind)?.isWorkspace === true)
      .flatMap(({ address }) => {
        const now = remade.get(formatAddress(address));
        return now === undefined ? [] : [[address.name, now.name] as const];
      }),
  );
  for (const { address, action } of changes) {
    const key = formatAddress(address);
    if (action === "replace") before.set(key, address);
    if (action !== "delete") continue;
    const workspace = workspaces.get(address.workspace ?? "");
    const moved = workspace === undefined ? undefined : { ...address, workspace };
    const now = remade.get(key) ?? moved;
    if (now === undefined || !created.has(formatAddress(now))) continue;
    after.set(key, now);
    before.set(formatAddress(now), address);
  }
  return {
    before: (address) => before.get(formatAddress(address)),
    after: (address) => after.get(formatAddress(address)),
  };
}

function keysOf(changes: readonly Change[], action: Change["action"]): readonly string[] {
  return changes
    .filter((one) => one.action === action)
    .map(({ address }) => formatAddress(address));
}
