/** What waits for an object that people recreate: everything that needs what it will bring. */
import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { addressMap, addressSet, byAddress } from "../../src/model/address-map.ts";
import { findChanges } from "../../src/reconciler/engine/plan/changes.ts";
import { takeOutSkipped } from "../../src/reconciler/engine/plan/skipped.ts";
import { govern } from "../../src/reconciler/engine/plan/lifecycle.ts";
import { emptyInventory } from "../../src/reconciler/inventory/inventory.ts";
import type { Owner } from "../../src/reconciler/inventory/owners.ts";
import type { AnyKind, Facts, Live, Resource } from "../../src/reconciler/kind.ts";

const address = (kind: string, name: string): Address => ({ kind, workspace: "w", name });
const named = (kind: string, onChange: "update" | "replace") =>
  [
    kind,
    {
      name: kind,
      fields: { value: { onChange, label: "value" } },
      remove: () => [{}],
    } as unknown as AnyKind,
  ] as const;
const kinds = new Map([
  named("Store", "replace"),
  named("Layer", "update"),
  named("Group", "update"),
]);

function resource(own: Address, more: Partial<Resource> = {}): Resource {
  const where = { file: `${own.name}.yaml` };
  return { address: own, facts: { value: 2 }, payload: undefined, requires: [], where, ...more };
}

function held(
  resources: readonly Resource[],
  there: readonly Address[],
  remade = addressMap<Address>(),
): readonly string[] {
  const live = byAddress<Live>(
    there.map((one) => ({ address: one, facts: { value: 1 }, requires: [] })),
  );
  const governed = govern({ resources, exclusiveScopes: [] }, emptyInventory("test"));
  const none = {
    owned: addressMap<Facts>([...remade.addresses()].map((one) => [one, {}])),
    ownedAddresses: [...remade.addresses()],
    prune: "none",
    journal: [],
    undeclared: [],
    owners: addressMap<Owner>(),
    former: addressMap<Address>(),
    remade,
    unreadable: addressMap<string>(),
    stuck: addressSet(),
  } as const;
  const { changes, diagnostics } = findChanges({ kinds, governed, live, ...none });
  expect(diagnostics).toEqual([]);
  const result = takeOutSkipped({ ...none, kinds, resources, changes, live });
  const going = result.changes.map((one) => `${one.action} ${one.address.name}`);
  return [...going, ...result.skipped.map(({ address: own, text }) => `${own.name} ${text}`)];
}

const [store, layer, group] = [address("Store", "s"), address("Layer", "l"), address("Group", "g")];
const manual = resource(store, { replacePolicy: "manual", brings: [layer] });

test("what it will bring, and what needs that", () => {
  const resources = [manual, resource(layer), resource(group, { requires: [layer] })];
  expect(held(resources, [store])).toEqual([
    "s needs a recreate by hand",
    "l waits for Store/w:s",
    "g waits for Store/w:s",
  ]);
});

test("not what is there already", () => {
  const resources = [manual, resource(layer), resource(group, { requires: [layer] })];
  expect(held(resources, [store, layer])).toEqual([
    "update l",
    "create g",
    "s needs a recreate by hand",
  ]);
});

test("not what has nothing to do with it, and nothing at all without a need", () => {
  const other = resource(address("Group", "o"));
  expect(held([manual, other], [store])).toEqual(["create o", "s needs a recreate by hand"]);
  expect(held([{ ...manual, facts: { value: 1 } }, other], [store])).toEqual([
    "none s",
    "create o",
  ]);
});

test("what it was called before, so that it is not gone meanwhile", () => {
  const [former, now] = [address("Group", "f"), address("Group", "n")];
  const remade = addressMap([[former, now]]);
  const waiting = resource(now, { requires: [layer] });
  expect(held([manual, resource(layer), waiting], [store, former], remade)).toEqual([
    "s needs a recreate by hand",
    "l waits for Store/w:s",
    "n waits for Store/w:s",
    "f waits for Group/w:n",
  ]);
  expect(held([waiting], [former], remade)).toEqual(["create n", "delete f"]);
});
