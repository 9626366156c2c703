/**
 * What an estate owns: addresses with the facts last applied. It grants the right to delete and
 * nothing else; losing it loses no truth (docs/decisions/0005-inventory.md).
 */
import { z } from "zod";
import { formatAddress, parseAddress, type Address } from "../../model/address.ts";
import { addressMap, type AddressMap } from "../../model/address-map.ts";
import type { Facts, Lifecycle } from "../kind.ts";
import { jsonIn } from "../../wire/json.ts";
import { expectOwn, ofForm } from "../../wire/stored.ts";
import { madeOnce } from "../lazy.ts";

/** Version of the stored form. */
const INVENTORY_VERSION = "1.1";

/** Lifecycles that still hold when the manifest is gone. */
const remembered = ["protect", "orphan"] as const satisfies readonly Lifecycle[];

/** One owned object. */
export interface OwnedObject {
  readonly facts: Facts;
  /**
   * How often its ownership was transferred, 0 when absent: of two estates that list an object, the one with
   * the higher number owns it (docs/decisions/0019-owners.md).
   */
  readonly claim?: number | undefined;
  /** What its manifest said, as far as it matters once the manifest is gone. */
  readonly lifecycle?: (typeof remembered)[number] | undefined;
}

/** An owned object as it is recorded. */
export function ownedObject(
  facts: Facts,
  {
    lifecycle,
    claim,
  }: { readonly lifecycle?: Lifecycle | undefined; readonly claim?: number | undefined },
): OwnedObject {
  const kept = remembered.find((one) => one === lifecycle);
  return {
    facts,
    ...(claim === undefined ? {} : { claim }),
    ...(kept === undefined ? {} : { lifecycle: kept }),
  };
}

/** Owned objects by text of their address. */
export interface Inventory {
  readonly estate: string;
  readonly objects: ReadonlyMap<string, OwnedObject>;
  /** The same by address, without what is none; the texts are read once. */
  readonly byAddress: () => AddressMap<OwnedObject>;
}

/** The inventory of an estate that owns these objects. */
export function inventoryWith(estate: string, objects: Inventory["objects"]): Inventory {
  return { estate, objects, byAddress: madeOnce(() => readAddresses(objects)) };
}

/** Plans ask for objects by their addresses alone: what finds them by their texts is made for who does. */
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

/** Owned objects with the texts of their addresses, each once. */
type Entries = Iterable<readonly [string, OwnedObject]>;

function readAddresses(objects: Entries): AddressMap<OwnedObject> {
  const read = addressMap<OwnedObject>();
  for (const [text, owned] of objects) {
    const address = parseAddress(text);
    if (address !== undefined) read.set(address, owned);
  }
  return read;
}

/** What is owned, by address. */
export function ownedIn({ byAddress }: Inventory): AddressMap<OwnedObject> {
  return byAddress();
}

/** What is owned under an address; undefined where nothing is. */
export function ownedAt({ byAddress }: Inventory, address: Address): OwnedObject | undefined {
  return byAddress().get(address);
}

/** Addresses of what is owned. */
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
      }),
    ),
  });
});

/** The same for what is written most: the schema looks at ten thousand objects for ten times as long, and says what is wrong. */
function isPlain(value: unknown): value is z.infer<typeof stored> {
  if (!isRecord(value) || Object.keys(value).length !== 3) return false;
  const { format_version: version, estate, objects } = value;
  if (version !== INVENTORY_VERSION || typeof estate !== "string" || !isRecord(objects))
    return false;
  // The schema leaves this one out.
  if (Object.hasOwn(objects, "__proto__")) return false;
  return Object.values(objects).every(
    (owned) =>
      isRecord(owned) &&
      Object.keys(owned).length === 1 &&
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

/** An inventory that owns nothing. */
export function emptyInventory(estate: string): Inventory {
  return inventoryWith(estate, new Map());
}

/** An inventory of these objects. */
export function inventoryOf(
  estate: string,
  objects: Iterable<readonly [Address, OwnedObject]>,
): Inventory {
  const owned = addressMap(objects);
  const entries = () => [...owned].map(([address, one]) => [formatAddress(address), one] as const);
  return inventoryFrom(estate, entries, () => owned);
}

/** Reads the stored form. Throws when it is none, or another estate's. */
export function parseInventory(text: string, estate: string): Inventory {
  const value = jsonIn(text);
  const { estate: owner, objects } = isPlain(value) ? value : ofForm(value, stored);
  expectOwn("the inventory belongs", owner, estate);
  const entries = () => entriesOf(objects);
  return inventoryFrom(
    estate,
    entries,
    madeOnce(() => readAddresses(entries())),
  );
}

function* entriesOf(
  objects: Readonly<Record<string, OwnedObject>>,
): Generator<readonly [string, OwnedObject], void> {
  for (const key of Object.keys(objects)) {
    const found = objects[key];
    if (found !== undefined) yield [key, found];
  }
}

/** The stored form: sorted, so that equal inventories are equal texts. */
export function renderInventory({ estate, objects }: Inventory): string {
  const sorted = [...objects]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, owned]) => [key, ownedObject(owned.facts, owned)]);
  const document = {
    format_version: INVENTORY_VERSION,
    estate,
    objects: Object.fromEntries(sorted),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
