/**
 * Objects that get another name: where their kind can rename, the live state is looked at as if they
 * had it already, so that everything else compares them with what is declared. Pure.
 */
import { formatAddress, type Address } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { AnyKind, Facts, Live, NameNow, PreviousName, Resource } from "../kind.ts";
import { diffFacts, verdict } from "./diff.ts";
import type { LiveState } from "./observe.ts";

/** What is there and whose it is. */
export interface Situation {
  readonly live: LiveState;
  /** Facts last applied, by text of the address; the keys are what the estate owns. */
  readonly owned: ReadonlyMap<string, Facts>;
  readonly ownedAddresses: readonly Address[];
}

/** The situation after renames in place. */
export interface Renamed extends Situation {
  /** Former addresses of what is renamed in place, by text of the new ones. */
  readonly former: ReadonlyMap<string, Address>;
  /** New addresses of what can only be deleted and created anew, by text of the former ones. */
  readonly remade: ReadonlyMap<string, Address>;
  /** Absent where nothing is renamed in place. */
  readonly nameNow?: NameNow;
  readonly diagnostics: readonly Diagnostic[];
}

/** The declared objects under the names they had before, for a look at whether those are there. */
export function underFormerNames(resources: readonly Resource[]): readonly Resource[] {
  return resources.flatMap((resource) =>
    resource.previous === undefined
      ? []
      : [{ ...resource, address: resource.previous.address, requires: [] }],
  );
}

/** Follows the former names of declared objects as far as their estate owns them. */
export function followNames(
  kinds: ReadonlyMap<string, AnyKind>,
  resources: readonly Resource[],
  { live, owned, ownedAddresses }: Situation,
): Renamed {
  const former = new Map<string, Address>();
  const remade = new Map<string, Address>();
  const diagnostics: Diagnostic[] = [];
  const moves = new Map<string, Live>();
  for (const resource of resources) {
    const { previous, address } = resource;
    if (previous === undefined) continue;
    const [from, to] = [formatAddress(previous.address), formatAddress(address)];
    const was = live.get(from);
    const fault = faultOf({ from, to, previous }, { live, owned });
    if (fault !== undefined) diagnostics.push(fault);
    if (was === undefined || live.has(to) || !owned.has(from)) continue;
    if (!canRename(kinds.get(address.kind), resource, { was, recorded: owned.get(from) })) {
      remade.set(from, address);
      continue;
    }
    former.set(to, previous.address);
    moves.set(from, { ...was, address, etag: undefined });
  }
  if (moves.size === 0) return { live, owned, ownedAddresses, former, remade, diagnostics };
  const nameNow: NameNow = (one) => moves.get(formatAddress(one))?.address ?? one;
  const moved = (one: Live): Live => ({
    ...(moves.get(formatAddress(one.address)) ?? one),
    facts: kinds.get(one.address.kind)?.factsNow?.(one, nameNow) ?? one.facts,
    requires: one.requires.map(nameNow),
  });
  const keyNow = (key: string) => formatMoved(moves.get(key)) ?? key;
  return {
    live: new Map([...live].map(([key, one]) => [keyNow(key), moved(one)] as const)),
    owned: new Map([...owned].map(([key, facts]) => [keyNow(key), facts])),
    ownedAddresses: ownedAddresses.map(nameNow),
    former,
    remade,
    nameNow,
    diagnostics,
  };
}

/** The same of a plan that was made; undefined where it renames nothing. */
export function namesAfter(
  changes: readonly { readonly address: Address; readonly formerly: Address | undefined }[],
): NameNow | undefined {
  const now = new Map(
    changes.flatMap(({ address, formerly }) =>
      formerly === undefined ? [] : [[formatAddress(formerly), address] as const],
    ),
  );
  return now.size === 0 ? undefined : (one) => now.get(formatAddress(one)) ?? one;
}

function formatMoved(live: Live | undefined): string | undefined {
  return live === undefined ? undefined : formatAddress(live.address);
}

/** A rename keeps the object: where it would have to be made anew anyway, it is. */
function canRename(
  kind: AnyKind | undefined,
  { address, facts }: Resource,
  { was, recorded }: { readonly was: Live; readonly recorded: Facts | undefined },
): boolean {
  if (kind?.rename === undefined || kind.rename(was, address).length === 0) return false;
  const rules = kind.fields;
  const outcome = verdict(diffFacts(facts, was.facts, { rules, recorded }), rules);
  return outcome === "none" || outcome === "update";
}

function faultOf(
  { from, to, previous: { where } }: { from: string; to: string; previous: PreviousName },
  { live, owned }: Pick<Situation, "live" | "owned">,
): Diagnostic | undefined {
  const about = { code: "previous-name", where, address: to } as const;
  if (live.has(from) && live.has(to)) {
    const message = `${to} was ${from}, but both are on the server`;
    const hint = "Delete one of them there, or drop metadata.previousName.";
    return { ...about, severity: "error", message, hint };
  }
  if (live.has(to)) {
    const message = `${to} has its name already`;
    return { ...about, severity: "warning", message, hint: "Drop metadata.previousName." };
  }
  if (!live.has(from) || owned.has(from)) return undefined;
  const message = `${from} stays, and ${to} is created beside it: this estate does not own it`;
  const hint = "Apply it once under its former name to own it.";
  return { ...about, severity: "warning", message, hint };
}
