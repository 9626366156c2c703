/**
 * What deletions take along. Everything lost that is still wanted comes back; what cannot come
 * back is named and stops the plan. Reads, never writes.
 */
import { formatAddress, type Address } from "../../model/address.ts";
import type { AnyKind, Cascade, Facts, KindContext, Live, Resource } from "../kind.ts";
import type { LiveState } from "./observe.ts";
import { updateOf, type Block, type Change } from "./plan.ts";

/** An object that a deletion takes along and that comes back. */
export interface Loss {
  readonly live: Live;
  /** The deletion that takes it along. */
  readonly by: Address;
}

/** Changes with what goes and comes with them. */
export interface CascadeResult {
  readonly changes: readonly Change[];
  readonly losses: readonly Loss[];
  readonly blocks: readonly Block[];
}

/** What looking for cascades needs. */
export interface CascadeInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly changes: readonly Change[];
  readonly live: LiveState;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Facts last applied, by text of the address. */
  readonly owned: ReadonlyMap<string, Facts>;
}

/** Asks the kinds what each deletion takes along. */
export async function findCascades(input: CascadeInput): Promise<CascadeResult> {
  const deleted = new Set(
    input.changes
      .filter(({ action }) => action === "delete")
      .map(({ address }) => formatAddress(address)),
  );
  const losses: Loss[] = [];
  const blocks: Block[] = [];
  const swallowed = new Map<string, Address>();
  const changes: Change[] = [];
  for (const change of input.changes) {
    const cascade = await cascadeOf(input, change);
    if (cascade === undefined) {
      changes.push(change);
      continue;
    }
    const [gone, back] = split(cascade.lost, deleted);
    for (const { address } of gone) swallowed.set(formatAddress(address), change.address);
    losses.push(...back.map((live) => ({ live, by: change.address })));
    const enriched = describe(input.kinds, change, cascade, { gone, back });
    blocks.push(...blocksOf(enriched, cascade, deleted));
    changes.push(enriched);
  }
  return { changes: changes.map((change) => goesAlong(change, swallowed)), losses, blocks };
}

async function cascadeOf(input: CascadeInput, change: Change): Promise<Cascade | undefined> {
  if (change.action === "update") return shedBy(input, change);
  if (change.action !== "delete" && change.action !== "replace") return undefined;
  const { kind } = change.address;
  const live = input.live.get(formatAddress(change.address));
  if (live === undefined) return undefined;
  const declared = [...input.resources.values()].filter(({ address }) => address.kind === kind);
  return input.kinds.get(kind)?.cascades?.(input.context, live, declared);
}

/** What goes along with the parts that an update removes. */
async function shedBy(input: CascadeInput, change: Change): Promise<Cascade | undefined> {
  const shed = input.kinds.get(change.address.kind)?.shed;
  const update = updateOf(change, input);
  if (shed === undefined || update === undefined || shed.steps(update).length === 0)
    return undefined;
  return shed.cascades(input.context, update);
}

/** Lost objects that are to be deleted anyway, and those that come back. */
function split(
  lost: readonly Live[],
  deleted: ReadonlySet<string>,
): readonly [readonly Live[], readonly Live[]] {
  const isDeleted = ({ address }: Live) => deleted.has(formatAddress(address));
  return [lost.filter(isDeleted), lost.filter((live) => !isDeleted(live))];
}

function describe(
  kinds: ReadonlyMap<string, AnyKind>,
  change: Change,
  cascade: Cascade,
  { gone, back }: { gone: readonly Live[]; back: readonly Live[] },
): Change {
  const canReturn = ({ address }: Live) => {
    const kind = kinds.get(address.kind);
    return kind?.batch !== undefined || kind?.restore !== undefined;
  };
  return {
    ...change,
    takesAlong: [...cascade.gone, ...[...gone, ...back].map(({ address }) => address)],
    comesBack: back.filter(canReturn).map(({ address }) => address),
    cannotComeBack: [
      ...cascade.irreversible,
      ...back.filter((live) => !canReturn(live)).map(({ address }) => formatAddress(address)),
    ],
  };
}

function blocksOf(
  change: Change,
  cascade: Cascade,
  deleted: ReadonlySet<string>,
): readonly Block[] {
  const key = formatAddress(change.address);
  const left = cascade.contents.filter(
    ({ addresses }) => !addresses.some((address) => deleted.has(formatAddress(address))),
  );
  return [
    ...left.map(({ what }) => ({
      name: undefined,
      message: `${key} still holds ${what}, which this plan does not delete`,
      hint: "Delete it on the server, move it elsewhere, or keep declaring what it lives in.",
    })),
    ...change.cannotComeBack.map((what) => ({
      name: "irreversible" as const,
      message: `Deleting ${key} would lose ${what}, which Plumbline cannot bring back`,
      hint: "Save it and clear it away on the server first, or accept the loss with --allow irreversible.",
    })),
  ];
}

function goesAlong(change: Change, swallowed: ReadonlyMap<string, Address>): Change {
  const goesWith =
    change.action === "delete" ? swallowed.get(formatAddress(change.address)) : undefined;
  return goesWith === undefined ? change : { ...change, goesWith };
}
