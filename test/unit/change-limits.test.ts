/** Brakes as a table of figures around every limit, and against a plain evaluation of the rule. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { addressSet, byAddress } from "../../src/model/address-map.ts";
import { findExcesses } from "../../src/reconciler/engine/guard/change-limits.ts";
import {
  change as newChange,
  type Change,
  type Excess,
} from "../../src/reconciler/engine/plan/plan.ts";
import type { AnyKind, Live, Resource } from "../../src/reconciler/kind.ts";

type LimitedAction = Excess["action"];

const at = (index: number, workspace: string | null = "w", kind = "Thing"): Address => ({
  kind,
  workspace,
  name: `n${index}`,
});

function several(
  count: number,
  workspace: string | null = "w",
  kind = "Thing",
): readonly Address[] {
  return Array.from({ length: count }, (_one, index) => at(index, workspace, kind));
}

function change(address: Address, action: Change["action"], more: Partial<Change> = {}): Change {
  return newChange(address, action, { before: {}, after: {}, ...more });
}

function excesses(
  changes: readonly Change[],
  there: readonly Address[],
  more: {
    resources?: readonly Resource[];
    kinds?: ReadonlyMap<string, AnyKind>;
    owned?: readonly Address[];
    goesOn?: (address: Address) => boolean;
  } = {},
): readonly Excess[] {
  const { resources = [], kinds = new Map(), goesOn = () => false } = more;
  const owned = addressSet(more.owned);
  const after = (address: Address) => (goesOn(address) ? at(99) : undefined);
  const live = byAddress<Live>(there.map((address) => ({ address, facts: {}, requires: [] })));
  const declared = byAddress(resources);
  const blocks = findExcesses({
    kinds,
    changes,
    resources: declared,
    live,
    owned,
    continuations: { after },
  });
  expect(blocks.every(({ name }) => name === "over-limit")).toBe(true);
  expect(blocks.every(({ hint }) => hint.includes("--allow over-limit"))).toBe(true);
  return blocks.flatMap(({ excess }) => excess ?? []);
}

describe("most of what an estate owns", () => {
  test.for<readonly [number, number, number | undefined]>([
    // owned, deleted, limit when it stops
    [1, 1, undefined],
    [2, 2, undefined],
    [3, 1, undefined],
    [3, 2, 1],
    [3, 3, 1],
    [4, 2, undefined],
    [4, 3, 2],
    [9, 4, undefined],
    [9, 5, 4],
  ])("%i owned, %i deleted: limit %s", ([total, count, limit]) => {
    const owned = several(total);
    const changes = owned.slice(0, count).map((address) => change(address, "delete"));
    const expected = { action: "delete", kind: undefined, scope: undefined, count, total };
    expect(excesses(changes, owned, { owned })).toEqual(
      limit === undefined ? [] : [{ ...expected, limit }],
    );
  });

  test("kinds and workspaces count together, what nobody owns and what gets another name do not", () => {
    const owned = [at(0), at(1, null), at(2, "v", "Other")];
    const gone = owned.slice(1).map((address) => change(address, "delete"));
    expect(excesses(gone, owned, { owned })).toMatchObject([{ count: 2, total: 3, limit: 1 }]);
    expect(excesses(gone, owned, { owned: owned.slice(0, 2) })).toEqual([]);
    const goesOn = ({ kind }: Address) => kind === "Other";
    expect(excesses(gone, owned, { owned, goesOn })).toEqual([]);
  });

  test("what a declared object holds from now on is not deleted", () => {
    const owned = several(3);
    const changes = owned.slice(1).map((address) => change(address, "delete"));
    const where = { file: "a.yaml" };
    const about = { facts: {}, payload: undefined, requires: [], where };
    const holder: Resource = { ...about, address: at(0), parts: [at(1)] };
    expect(excesses(changes, owned, { owned, resources: [holder] })).toEqual([]);
  });

  test("what cascades delete for good is deleted too", () => {
    const owned = several(3);
    const changes = [change(at(0), "delete", { alsoDeletes: [at(1)] })];
    expect(excesses(changes, owned, { owned })).toMatchObject([{ count: 2, total: 3, limit: 1 }]);
  });
});

describe("a share of what exists", () => {
  test.for<readonly [LimitedAction, number, number, number | undefined]>([
    // action, existing, changed, limit when it stops
    ["delete", 9, 9, undefined],
    ["delete", 10, 2, undefined],
    ["delete", 10, 3, 2],
    ["delete", 14, 3, 2],
    ["delete", 15, 3, undefined],
    ["delete", 100, 20, undefined],
    ["delete", 100, 21, 20],
    ["update", 9, 9, undefined],
    ["update", 10, 3, undefined],
    ["update", 10, 4, 3],
    ["update", 13, 3, undefined],
    ["update", 13, 4, 3],
    ["update", 100, 30, undefined],
    ["update", 100, 31, 30],
    ["replace", 9, 9, undefined],
    ["replace", 10, 1, undefined],
    ["replace", 10, 2, 1],
    ["replace", 39, 2, 1],
    ["replace", 40, 2, undefined],
    ["replace", 60, 3, undefined],
    ["replace", 60, 4, 3],
  ])("%s, %i there, %i changed: limit %s", ([action, existing, changed, limit]) => {
    const changes = several(changed).map((address) => change(address, action));
    const expected = { action, kind: "Thing", scope: "w", count: changed, total: existing };
    expect(excesses(changes, several(existing))).toEqual(
      limit === undefined ? [] : [{ ...expected, limit }],
    );
  });

  test("kinds and workspaces are counted for themselves, and all reported at once", () => {
    const [there, out] = [several(10), several(10, null)];
    const others = several(20, "v");
    const changes = [
      ...[...there, ...out].slice(0, 5).map((address) => change(address, "delete")),
      ...out.slice(0, 4).map((address) => change(address, "update")),
      ...others.slice(0, 4).map((address) => change(address, "delete")),
      ...several(3, "w", "Other").map((address) => change(address, "delete")),
    ];
    expect(excesses(changes, [...there, ...out, ...others, ...several(9, "w", "Other")])).toEqual([
      { action: "delete", kind: "Thing", scope: "w", count: 5, total: 10, limit: 2 },
      { action: "update", kind: "Thing", scope: null, count: 4, total: 10, limit: 3 },
    ]);
  });
});

describe("a number for one plan", () => {
  test.for<readonly [LimitedAction, number, boolean]>([
    ["delete", 50, false],
    ["delete", 51, true],
    ["update", 50, false],
    ["update", 51, true],
    ["replace", 50, false],
    ["replace", 51, true],
  ])("%s of %i objects in scopes of nine: %s", ([action, count, stops]) => {
    const there = Array.from({ length: 9 }, (_one, index) => several(9, `w${index}`)).flat();
    const changes = there.slice(0, count).map((address) => change(address, action));
    const all = { kind: undefined, scope: undefined, total: undefined };
    expect(excesses(changes, there)).toEqual(stops ? [{ action, ...all, count, limit: 50 }] : []);
  });

  test("updates, deletions and recreates are counted apart", () => {
    const there = several(50, "a").concat(several(50, "b"), several(50, "c"));
    const changes = there.map(({ workspace, name }) => {
      const action = ({ a: "update", b: "delete" } as const)[workspace ?? ""] ?? "replace";
      return change({ kind: `${workspace}${name}`, workspace, name }, action);
    });
    expect(excesses(changes, [])).toEqual([]);
  });
});

describe("what counts", () => {
  const along = several(12, "w", "Layer");

  test("creates, forgets and what is as declared do not", () => {
    const actions = ["create", "forget", "none"] as const;
    for (const action of actions)
      expect(
        excesses(
          several(80).map((one) => change(one, action, { adopts: true })),
          several(80),
        ),
      ).toEqual([]);
  });

  test("an adoption that changes does", () => {
    const changes = several(4).map((one) => change(one, "update", { adopts: true }));
    expect(excesses(changes, several(10))).toMatchObject([{ action: "update", count: 4 }]);
  });

  test("what a deletion cascades to for good does, once", () => {
    const changes = [
      change(at(0), "delete", { alsoDeletes: along }),
      ...along.slice(0, 3).map((one) => change(one, "delete", { deletedWith: at(0) })),
    ];
    expect(excesses(changes, several(3))).toEqual([
      { action: "delete", kind: "Layer", scope: "w", count: 12, total: 12, limit: 2 },
    ]);
  });

  test("what an update withdraws does", () => {
    const changes = [change(at(0), "update", { alsoDeletes: along })];
    expect(excesses(changes, several(3))).toMatchObject([{ action: "delete", count: 12 }]);
  });

  test("what comes back, or is declared elsewhere, does not", () => {
    const back = change(at(0), "replace", { alsoDeletes: along, comesBack: along });
    expect(excesses([back], several(3))).toEqual([]);
    const holder = { address: at(1), facts: {}, payload: undefined, requires: [], brings: along };
    const resources = [{ ...holder, where: { file: "a.yaml" } }];
    const moved = change(at(0), "delete", { alsoDeletes: along });
    expect(excesses([moved], several(3), { resources })).toEqual([]);
  });

  test("objects inside of others exist", () => {
    const kind = { name: "Thing", inside: { contains: () => several(100, "w", "Layer") } };
    const kinds = new Map([["Thing", kind as unknown as AnyKind]]);
    const changes = [change(at(0), "delete", { alsoDeletes: along })];
    expect(excesses(changes, several(3), { kinds })).toEqual([]);
  });
});

test("random plans stop where the rule says so", () => {
  const scope = fc.record({
    workspace: fc.constantFrom("a", "b", null),
    kind: fc.constantFrom("One", "Two"),
    existing: fc.nat({ max: 70 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    action: fc.constantFrom<LimitedAction>("update", "delete", "replace"),
  });
  const scopes = fc.uniqueArray(scope, { selector: (one) => `${one.kind} ${one.workspace}` });
  const percent = { update: 30, delete: 20, replace: 5 };
  const property = fc.property(scopes, (found) => {
    const own = found.map((one) => ({ ...one, count: Math.floor(one.existing * one.share) }));
    const changes = own.flatMap(({ count, workspace, kind, action }) =>
      several(count, workspace, kind).map((address) => change(address, action)),
    );
    const there = own.flatMap(({ existing, workspace, kind }) =>
      several(existing, workspace, kind),
    );
    const stopped = own.filter(
      ({ action, count, existing }) =>
        existing >= 10 &&
        count * 100 > existing * percent[action] &&
        !(action === "replace" && count === 1),
    );
    const tooMany = (["update", "delete", "replace"] as const).filter(
      (action) => changes.filter((one) => one.action === action).length > 50,
    );
    const names = excesses(changes, there).map(({ action, kind, scope: workspace }) =>
      kind === undefined ? action : `${action} ${kind} ${workspace}`,
    );
    const expected = stopped.map(({ action, kind, workspace }) => `${action} ${kind} ${workspace}`);
    expect(names.toSorted()).toEqual([...expected, ...tooMany].toSorted());
  });
  fc.assert(property, { numRuns: 500, seed: 4 });
});
