/**
 * All guards. A guard turns findings about a plan into blocks, some of which can be allowed by
 * name. Guards stop an apply, never a plan, and change nothing.
 */
import { type Block, lostWith, acceptance, stop, type Change } from "../plan/plan.ts";
import type { Described, Offline } from "../plan/stages.ts";
import { findExcesses } from "./change-limits.ts";
import { findInEachChange } from "./each-change.ts";
import { findAccessEffects } from "./access-effects.ts";
import { findHardStops } from "./hard-guards.ts";
import { findUses } from "./uses.ts";
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressSet, byAddress, type AddressMap } from "../../../model/address-map.ts";
import { fewOf } from "../../../model/few.ts";
import type { Operation } from "../plan/operation.ts";
import type { Cascade } from "../../kind.ts";
import { movesOut } from "../plan/cascades.ts";

/** Reads at most (GET only). */
type Guard = (plan: Described) => readonly Block[] | Promise<readonly Block[]>;

/** In the order in which their blocks are shown. */
const guards: readonly Guard[] = [
  findCascadeBlocks,
  findExposures,
  findRivals,
  findUnselectedDeletions,
  findTransfers,
  findUses,
  findInEachChange,
  findExcesses,
  (plan) => findAccessEffects(plan).blocks,
  findHardStops,
];

/** The blocks that are not allowed. Rejects when a guard cannot read. */
export async function findBlocks(plan: Described): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const guard of guards) blocks.push(...(await guard(plan)));
  return blocks.filter(({ name }) => name === undefined || !plan.allow.has(name));
}

/** Unique values that another object keeps. */
function findRivals({ rivals }: Offline): readonly Block[] {
  return rivals.map(({ what, ...rival }) => {
    const [taker, holder] = [formatAddress(rival.taker), formatAddress(rival.holder)];
    const message = `${taker} would get the ${what}, which ${holder} has too`;
    const hint = `A server accepts it once. Declare another one, or change ${holder} first.`;
    return stop(message, hint, rival.taker);
  });
}

/** Unselected objects that cascades of a partial plan would delete. */
function findUnselectedDeletions({ changes, holders, others }: Offline): readonly Block[] {
  if (others.length === 0) return [];
  const unselected = addressSet(others);
  return changes.flatMap((change) => {
    const unselectedDeletions = lostWith(change)
      .filter((one) => unselected.has(one) && !holders.has(one))
      .map(formatAddress);
    if (unselectedDeletions.length === 0) return [];
    const message = `${formatAddress(change.address)} would also delete ${unselectedDeletions.join(", ")}, and the selection leaves that out`;
    return [stop(message, "Select it too, or plan without a selection.", change.address)];
  });
}

/** Changes to objects of other estates, one block for each estate. */
function findTransfers({ changes, owners }: Offline): readonly Block[] {
  if (owners.size === 0) return [];
  const transferred = changes.flatMap((change) => [
    ...(change.owner === undefined ? [] : [change.address]),
    ...lostWith(change),
  ]);
  const byEstate = Map.groupBy(
    addressSet(transferred.filter((one) => owners.has(one))),
    (one) => owners.get(one)?.estate ?? "",
  );
  return [...byEstate].map(([estate, addresses]) => ({
    name: "takeover",
    message: `The estate ${estate} owns ${fewOf(addresses.map(formatAddress))}`,
    about: addresses,
    hint: "Leave it to that estate, or transfer it with --allow takeover, or with allow: [takeover] in the project file.",
  }));
}

/**
 * Two changes that both show something of the same layers, and a change that shows something before
 * another hides it. The included server serves no data, so the latter is harmless there.
 */
function findExposures({ exposed, temporaries, context }: Described): readonly Block[] {
  const hidden = addressSet(temporaries.made.flatMap((one) => one.for));
  const forced = exposed.gaveWay.filter(
    ({ earlier }) => earlier.address === undefined || !hidden.has(earlier.address),
  );
  return [
    ...exposed.clashes.map(({ one, other }) => ({
      ...about(one, other),
      message: `${textOf(one)} and ${textOf(other)} both change what is shown of the same layers: between the two requests something is seen that is seen neither before nor after`,
    })),
    ...(context.server.software === "plumbline" ? [] : forced).map(({ earlier, later }) => ({
      ...about(earlier, later),
      message: `${textOf(later)} has to come before ${textOf(earlier)}, which hides something of the same layers: until then that is seen`,
    })),
  ];
}

function about(one: Operation, other: Operation) {
  return {
    name: "public-access" as const,
    hint: `Apply one of them before the other is declared. ${acceptance("public-access")}`,
    about: [one.address, other.address].filter((address) => address !== undefined),
  };
}

function textOf({ address, kind }: Operation): string {
  return address === undefined ? `the change of ${kind} objects` : formatAddress(address);
}

/** Remaining contents, visibility in between, and permanent losses by cascades. */
function findCascadeBlocks(input: Offline): readonly Block[] {
  if (input.cascades.size === 0) return [];
  const changes = byAddress(input.changes);
  return [...input.cascades].flatMap(([address, cascade]) => {
    const key = formatAddress(address);
    const left = contentsLeft(input, changes, address, cascade);
    const gone = changes.get(address)?.cannotComeBack ?? [];
    return [
      ...left.map((what) =>
        stop(
          `${key} still holds ${what}, which this plan does not delete`,
          "Delete it on the server, move it elsewhere, or keep declaring what it lives in.",
          address,
        ),
      ),
      ...(cascade.uncovers ?? []).map((what) => ({
        name: "public-access" as const,
        message: `While ${key} is recreated, ${what} can be seen until it is hidden again`,
        hint: acceptance("public-access"),
        about: [address],
      })),
      ...gone.map((what) => ({
        name: "irreversible" as const,
        message: `Deleting ${key} would lose ${what}, which Plumbline cannot bring back`,
        hint: "Save it and clear it away on the server first, or accept the deletion with --allow irreversible.",
        about: [address],
      })),
    ];
  });
}

/** Contents of a deleted object that are neither deleted nor moved out. */
function contentsLeft(
  input: Offline,
  changes: AddressMap<Change>,
  home: Address,
  { contents }: Cascade,
): readonly string[] {
  const { resources } = input;
  const leaves = (one: Address) =>
    changes.get(one)?.action === "delete" || movesOut(input, one, home);
  return contents
    .filter(({ addresses, goes }) => {
      if (addresses.some(leaves)) return false;
      return goes !== "unless-declared" || addresses.some((one) => resources.has(one));
    })
    .map(({ what }) => what);
}
