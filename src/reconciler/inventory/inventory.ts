/**
 * What an estate owns: addresses with the facts last applied. It only grants the right to delete;
 * losing it loses no truth (docs/decisions/0005-inventory.md).
 */
import { z } from "zod";
import { formatAddress, parseAddress, type Address } from "../../model/address.ts";
import { addressMap, type AddressMap } from "../../model/address-map.ts";
import type { Facts, Lifecycle } from "../kind.ts";
import { jsonIn } from "../../wire/json.ts";
import { expectOwn, ofForm, storedText } from "../../wire/stored.ts";
import { madeOnce } from "../lazy.ts";
import type { Reader } from "../../wire/request.ts";
import { readStateDocument, StateError, type StateStore } from "./state-store.ts";
import { catalogState } from "./catalog-state.ts";

const INVENTORY_VERSION = "1.1";

/** Lifecycles that still hold when the manifest is gone. */
const remembered = ["protect", "orphan"] as const satisfies readonly Lifecycle[];

/** One owned object. */
export interface OwnedObject {
  readonly facts: Facts;
  /**
   * How often ownership was transferred, 0 when absent: of two estates that list an object, the
   * higher number owns it (docs/decisions/0019-owners.md).
   */
  readonly claim?: number | undefined;
  /** Kept for the time after the manifest is gone. */
  readonly lifecycle?: (typeof remembered)[number] | undefined;
  /** The manifest that declared it when the inventory was last written, for people to find. */
  readonly manifest?: string | undefined;
}

/** The record of an owned object. */
export function ownedObject(
  facts: Facts,
  about: Pick<OwnedObject, "claim" | "manifest"> & { readonly lifecycle?: Lifecycle | undefined },
): OwnedObject {
  const { claim, manifest } = about;
  const kept = remembered.find((one) => one === about.lifecycle);
  return {
    facts,
    ...(claim === undefined ? {} : { claim }),
    ...(kept === undefined ? {} : { lifecycle: kept }),
    ...(manifest === undefined ? {} : { manifest }),
  };
}

/** Owned objects by the text of their address. */
export interface Inventory {
  readonly estate: string;
  readonly objects: ReadonlyMap<string, OwnedObject>;
  /** Skips keys that are no addresses. */
  readonly byAddress: () => AddressMap<OwnedObject>;
}

/** An inventory of objects by text address. */
export function inventoryWith(estate: string, objects: Inventory["objects"]): Inventory {
  return { estate, objects, byAddress: madeOnce(() => readAddresses(objects)) };
}

/** Plans look up by address, so the map by text is built on demand. */
function inventoryFrom(
  estate: string,
  entries: () => Entries,
  byAddress: Inventory["byAddress"],
): Inventory {
  const texts = madeOnce(() => new Map(entries()));
  return {
    estate,
    get objects() {
      return texts();
    },
    byAddress,
  };
}

type Entries = Iterable<readonly [string, OwnedObject]>;

function readAddresses(objects: Entries): AddressMap<OwnedObject> {
  const read = addressMap<OwnedObject>();
  for (const [text, owned] of objects) {
    const address = parseAddress(text);
    if (address !== undefined) read.set(address, owned);
  }
  return read;
}

/** Owned objects by address. */
export function ownedIn({ byAddress }: Inventory): AddressMap<OwnedObject> {
  return byAddress();
}

/** The owned object at an address. */
export function ownedAt({ byAddress }: Inventory, address: Address): OwnedObject | undefined {
  return byAddress().get(address);
}

/** Addresses of the owned objects. */
export function addressesIn(inventory: Inventory): readonly Address[] {
  return [...ownedIn(inventory).addresses()];
}

const stored = z.lazy(() => {
  const fact = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
  return z.object({
    format_version: z.string().startsWith("1."),
    estate: z.string(),
    objects: z.record(
      z.string(),
      z.object({
        facts: z.record(z.string(), fact),
        claim: z.int().positive().optional(),
        lifecycle: z.enum(remembered).optional(),
        manifest: z.string().optional(),
      }),
    ),
  });
});

/** Fast check: the schema takes ten times as long for 10,000 objects, but reports errors. */
function isPlain(value: unknown): value is z.infer<typeof stored> {
  if (!isRecord(value) || Object.keys(value).length !== 3) return false;
  const { format_version: version, estate, objects } = value;
  if (version !== INVENTORY_VERSION || typeof estate !== "string" || !isRecord(objects))
    return false;
  // The schema drops this key.
  if (Object.hasOwn(objects, "__proto__")) return false;
  return Object.values(objects).every(
    (owned) =>
      isRecord(owned) &&
      Object.keys(owned).length === (owned["manifest"] === undefined ? 1 : 2) &&
      ["string", "undefined"].includes(typeof owned["manifest"]) &&
      isRecord(owned["facts"]) &&
      !Object.hasOwn(owned["facts"], "__proto__") &&
      Object.values(owned["facts"]).every(isFact),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFact(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string");
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

export function emptyInventory(estate: string): Inventory {
  return inventoryWith(estate, new Map());
}

/** An inventory of objects by address. */
export function inventoryOf(
  estate: string,
  objects: Iterable<readonly [Address, OwnedObject]>,
): Inventory {
  const owned = addressMap(objects);
  const entries = () => [...owned].map(([address, one]) => [formatAddress(address), one] as const);
  return inventoryFrom(estate, entries, () => owned);
}

/** Throws on an invalid form or another estate. */
function parseInventory(text: string, estate: string): Inventory {
  const value = jsonIn(text);
  const { estate: owner, objects } = isPlain(value) ? value : ofForm(value, stored);
  expectOwn("the inventory belongs", owner, estate);
  const entries = () => Object.entries(objects);
  const read = madeOnce(() => readAddresses(entries()));
  return inventoryFrom(estate, entries, read);
}

/**
 * Whether two inventories have equal texts but for the manifests, which are written only along with
 * what has to be.
 */
export function isSameInventory(one: Inventory, other: Inventory): boolean {
  const [here, there] = [one.objects, other.objects];
  const isSame = ([key, owned]: readonly [string, OwnedObject]) =>
    owned === there.get(key) || textOf(owned) === textOf(there.get(key));
  return one.estate === other.estate && here.size === there.size && here.entries().every(isSame);
}

function textOf(owned: OwnedObject | undefined): string | undefined {
  return owned && JSON.stringify(ownedObject(owned.facts, { ...owned, manifest: undefined }));
}

/** Sorted, so that equal inventories give equal texts. */
export function renderInventory({ estate, objects }: Inventory): string {
  const sorted = [...objects]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, owned]) => [key, ownedObject(owned.facts, owned)]);
  return storedText(INVENTORY_VERSION, estate, { objects: Object.fromEntries(sorted) });
}

/** Name of the inventory document. */
export const INVENTORY = "inventory.json";

/** Throws StateError. */
export async function readOwned(estate: string, read: Reader): Promise<Inventory | undefined> {
  const state = catalogState(estate, { read, send: undefined, isListed: true });
  return (await readInventory(state, estate))?.form;
}

/**
 * Throws StateError, also if the document exists but is not returned: that is not owning nothing.
 */
export async function readInventory(state: StateStore, estate: string) {
  const read = () => readStateDocument(state, INVENTORY, (text) => parseInventory(text, estate));
  const found = await read();
  if (found !== undefined || (await state.hides?.(INVENTORY)) !== true) return found;
  // A run may have just written it.
  const again = await read();
  if (again !== undefined) return again;
  throw new StateError(state.place(INVENTORY), HIDDEN);
}

const HIDDEN =
  "is answered with 404, although the catalog lists it: something before the server keeps it back, and what the estate owns is not known";
