/** What every implementation of the index of granules does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { boxOf, polygonOf, type Footprint } from "../../src/model/geometry.ts";
import type { AttributeType, GranuleRow, GranuleValue } from "../../src/model/granule.ts";
import type { Expression } from "../../src/model/filter.ts";
import type { GranuleIndex } from "../../src/server/catalog/granule-index.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import type { Implementation } from "./implementations.ts";
import { RAIN, row, schemaWith, square } from "./rows.ts";

const ALL = { type: "include" } as const;
const TIME = Date.UTC(2024, 0, 1, 12, 30, 15, 250);

/** The suite. */
export function contract({ start, stop, make }: Implementation): void {
  beforeAll(start);
  afterAll(stop);
  rows(make);
  filters(make);
  values(make);
}

type Make = Implementation["make"];

async function all(index: GranuleIndex) {
  return index.list({ filter: ALL, offset: 0, limit: 100_000 });
}

async function filled(make: Make, rowsOf: readonly GranuleRow[]): Promise<GranuleIndex> {
  const index = await make(RAIN);
  await index.refresh(rowsOf);
  return index;
}

const locations = (granules: readonly GranuleRow[]) =>
  granules.map(({ values }) => values["location"]);

function rows(make: Make): void {
  test("an empty index has nothing", async () => {
    const index = await make(RAIN);
    expect(await all(index)).toEqual([]);
    expect(await index.count(ALL)).toBe(0);
    expect(await index.bounds()).toBeUndefined();
    expect(await index.get(1)).toBeUndefined();
    expect(await index.remove(ALL)).toEqual({ removed: 0, orphaned: [] });
    expect(await index.refresh([])).toEqual({ added: 0, replaced: 0 });
  });

  test("gives back what was put in", async () => {
    const given = row("a.tif", square(0.1 + 0.2, -7.3), {
      imageindex: 3,
      time: TIME,
      elevation: 1 / 3,
      wet: true,
    });
    const index = await filled(make, [given, row("b.tif", square(1, 1))]);
    const [first, second] = await all(index);
    expect(first).toEqual({ id: 1, ...given });
    expect(second?.values).toEqual({
      location: "b.tif",
      imageindex: null,
      time: null,
      elevation: null,
      wet: null,
    });
    expect(await index.get(2)).toEqual(second);
    expect(await index.get(3)).toBeUndefined();
  });

  test("keeps footprints of any form, to the last bit", async () => {
    const hole = [
      [0.1, 0.1],
      [0.2, 0.1],
      [0.1, 1 / 7],
      [0.1, 0.1],
    ] as const;
    const polygon: Footprint = {
      type: "Polygon",
      coordinates: [
        polygonOf({ minx: 0, miny: 0, maxx: 1e-7, maxy: 123_456.789_012_345_67 }).coordinates[0] ??
          [],
      ],
    };
    const several: Footprint = {
      type: "MultiPolygon",
      coordinates: [
        [...polygonOf(square(0, 0)).coordinates, hole],
        polygonOf(square(5, 5)).coordinates,
      ],
    };
    const index = await filled(make, [
      { footprint: polygon, values: { location: "a" } },
      { footprint: several, values: { location: "b" } },
    ]);
    expect((await all(index)).map(({ footprint }) => footprint)).toEqual([polygon, several]);
    expect(await index.bounds()).toEqual({ minx: 0, miny: 0, maxx: 6, maxy: boxOf(polygon)?.maxy });
  });

  test("harvesting again replaces, with new ids, and never doubles", async () => {
    const slices = [0, 1, 2].map((slice) => row("a.nc", square(slice, 0), { imageindex: slice }));
    const index = await filled(make, [...slices, row("b.nc", square(9, 9))]);
    expect(await index.refresh(slices.slice(0, 2))).toEqual({ added: 2, replaced: 3 });
    const after = await all(index);
    expect(after.map(({ id }) => id)).toEqual([4, 5, 6]);
    expect(locations(after)).toEqual(["b.nc", "a.nc", "a.nc"]);
    expect(await index.refresh(slices.slice(0, 2))).toEqual({ added: 2, replaced: 2 });
    expect(await index.count(ALL)).toBe(3);
  });

  test("ids are not used again, not even after the last one is gone", async () => {
    const index = await filled(make, [row("a", square(0, 0)), row("b", square(0, 0))]);
    expect(await index.remove(ALL)).toEqual({ removed: 2, orphaned: ["a", "b"] });
    await index.refresh([row("a", square(0, 0))]);
    expect((await all(index)).map(({ id }) => id)).toEqual([3]);
  });

  test("two harvests at a time leave each row once", async () => {
    const index = await make(RAIN);
    const harvest = () => index.refresh([1, 2, 3].map((n) => row(`${n}.tif`, square(n, n))));
    await Promise.all([harvest(), harvest(), harvest()]);
    expect(new Set(locations(await all(index)))).toEqual(new Set(["1.tif", "2.tif", "3.tif"]));
    expect(await index.count(ALL)).toBe(3);
  });

  test("a location is orphaned when its last slice goes", async () => {
    const index = await filled(make, [
      row("a.nc", square(0, 0), { imageindex: 0 }),
      row("a.nc", square(0, 0), { imageindex: 1 }),
      row("b.nc", square(0, 0), { imageindex: 1 }),
    ]);
    const removed = await index.remove(parseFilter("imageindex = 1"));
    expect(removed).toEqual({ removed: 2, orphaned: ["b.nc"] });
    expect(await index.remove(parseFilter("imageindex = 1"))).toEqual({ removed: 0, orphaned: [] });
    expect(locations(await all(index))).toEqual(["a.nc"]);
  });

  test("bounds shrink with what is removed", async () => {
    const index = await filled(
      make,
      [0, 5, 9].map((at) => row(`${at}`, square(at, -at))),
    );
    expect(await index.bounds()).toEqual({ minx: 0, miny: -9, maxx: 10, maxy: 1 });
    await index.remove(parseFilter("BBOX(the_geom, 8.5, -10, 20, 20)"));
    expect(await index.bounds()).toEqual({ minx: 0, miny: -5, maxx: 6, maxy: 1 });
    expect(await index.count(parseFilter("BBOX(the_geom, 8.5, -10, 20, 20)"))).toBe(0);
  });
}

function filters(make: Make): void {
  test.for([
    ["INCLUDE", 25],
    ["imageindex > 3", 21],
    // SQL alone cannot say these.
    ["strToUpperCase(location) LIKE '%TIF'", 25],
    ["WITHIN(the_geom, POLYGON((-1 -1, 30 -1, 30 2, -1 2, -1 -1)))", 25],
    ["imageindex + 0 >= 0", 25],
  ] as const)("pages of %s never skip and never repeat", async ([text, count]) => {
    const index = await filled(
      make,
      Array.from({ length: 25 }, (_unused, at) =>
        row(`${at}.tif`, square(at, 0), { imageindex: at }),
      ),
    );
    const filter = parseFilter(text);
    const whole = await index.list({ filter, offset: 0, limit: 100 });
    const pages = [];
    for (let offset = 0; offset < 28; offset += 4)
      pages.push(...(await index.list({ filter, offset, limit: 4 })));
    expect(pages).toEqual(whole);
    expect(await index.count(filter)).toBe(count);
  });

  test.for([
    ["a%b", ["ab", "a%b", "a*b", "a?b", "axb", "a😀b", "a\\b", "a_b"]],
    ["a_b", ["a%b", "a*b", "a?b", "axb", "a😀b", "a\\b", "a_b"]],
    ["a*b", ["a*b"]],
    ["a?b", ["a?b"]],
    ["a\\%b", ["a%b"]],
    ["a\\_b", ["a_b"]],
    ["a\\*b", ["a*b"]],
    ["a\\?b", ["a?b"]],
    ["a\\\\b", ["a\\b"]],
    ["a\\xb", ["axb"]],
    ["[ab]", ["[ab]"]],
    ["\\[ab]", ["[ab]"]],
    ["A%", ["AB"]],
    ["", []],
  ] as const)("LIKE '%s' heeds case and its own signs only", async ([pattern, expected]) => {
    const names = ["ab", "AB", "a%b", "a*b", "a?b", "axb", "a😀b", "a\\b", "a_b", "[ab]", "a", "b"];
    const index = await filled(
      make,
      names.map((name) => row(name, square(0, 0))),
    );
    const value = { type: "attribute", name: "location" } as const;
    const filter = { type: "like", value, pattern, ignoreCase: false } as const;
    const found = await index.list({ filter, offset: 0, limit: 100 });
    expect(new Set(locations(found))).toEqual(new Set(expected));
  });

  test("a filter that makes no sense is refused and changes nothing", async () => {
    const index = await filled(make, [row("a", square(0, 0))]);
    for (const text of ["nothing = 1", "imageindex = 'many'", "the_geom = 1"]) {
      const query = { filter: parseFilter(text), offset: 0, limit: 1 };
      await expect(index.list(query)).rejects.toMatchObject({ kind: "meaning" });
      await expect(index.count(query.filter)).rejects.toMatchObject({ kind: "meaning" });
      await expect(index.remove(query.filter)).rejects.toMatchObject({ kind: "meaning" });
    }
    expect(await index.count(ALL)).toBe(1);
  });

  test("a filter never becomes SQL", async () => {
    const index = await filled(make, [row("'; drop table rain; --", square(0, 0))]);
    const filter = parseFilter(`location = '''; drop table rain; --'`);
    expect(await index.count(filter)).toBe(1);
    expect(await index.count(parseFilter(`location LIKE '%''%'`))).toBe(1);
  });
}

function constantOf(type: AttributeType, value: string | number | boolean): Expression {
  return type === "timestamp" ? { type: "instant", at: Number(value) } : { type: "literal", value };
}

function values(make: Make): void {
  test.for([
    ["string", ""],
    ["string", "ünïcödé 😀 \\ \" ' %"],
    ["string", "x".repeat(400)],
    ["integer", -2_147_483_648],
    ["integer", 2_147_483_647],
    ["long", 9_007_199_254_740_992],
    ["long", -(2 ** 62)],
    ["double", 5e-324],
    ["double", -1.797_693_134_862_315_7e308],
    ["double", 0.1 + 0.2],
    ["float", 0.1],
    ["float", 16_777_217],
    ["boolean", false],
    ["uuid", "0A7BD4F5-1111-4222-8333-123456789abc"],
    ["timestamp", Date.UTC(1969, 11, 31, 23, 59, 59, 999)],
    ["timestamp", Date.parse("0001-01-01T00:00:00.000Z")],
    ["timestamp", Date.parse("1582-10-10T00:00:00.001Z")],
    ["timestamp", Date.parse("9999-12-31T23:59:59.999Z")],
  ] as const satisfies readonly (readonly [AttributeType, GranuleValue])[])(
    "keeps the %s %s",
    async ([type, value]) => {
      const index = await make(schemaWith([{ name: "it", type }]));
      await index.refresh([row("a", square(0, 0), { it: value })]);
      expect((await all(index))[0]?.values["it"]).toBe(value);
      const filter = {
        type: "compare",
        operator: "=",
        left: { type: "attribute", name: "it" },
        right: constantOf(type, value),
      } as const;
      expect(await index.count(filter)).toBe(1);
      expect(await index.count({ type: "not", filter })).toBe(0);
    },
  );

  test.for([
    ["double", Number.NaN],
    ["double", Number.POSITIVE_INFINITY],
    ["double", "1"],
    ["integer", 2_147_483_648],
    ["integer", 1.5],
    ["long", 2 ** 63],
    ["string", 5],
    ["string", "a\0b"],
    ["string", "\ud800"],
    ["boolean", 1],
    ["timestamp", Number.NaN],
    ["timestamp", 8.64e15],
    ["timestamp", 0.5],
  ] as const satisfies readonly (readonly [AttributeType, GranuleValue])[])(
    "refuses %s %s, and all of the rows with it",
    async ([type, value]) => {
      const index = await make(schemaWith([{ name: "it", type }]));
      const good = row("good", square(0, 0));
      await index.refresh([good]);
      await expect(
        index.refresh([good, row("bad", square(0, 0), { it: value })]),
      ).rejects.toMatchObject({
        name: "IndexError",
        code: "unfit",
        message: expect.stringContaining("it"),
      });
      expect((await all(index)).map(({ id }) => id)).toEqual([1]);
    },
  );

  test.for([
    { footprint: polygonOf(square(0, 0)), values: {} },
    { footprint: polygonOf(square(0, 0)), values: { location: null } },
    row("a", square(0, 0), { other: 1 }),
    row("a", square(0, Number.NaN)),
    row("a", square(Number.POSITIVE_INFINITY, 0)),
    row("a", square(1e300, 0)),
    { footprint: { type: "Polygon", coordinates: [] }, values: { location: "a" } },
    { footprint: { type: "MultiPolygon", coordinates: [] }, values: { location: "a" } },
  ] as const satisfies readonly GranuleRow[])("refuses a row that is none: %j", async (bad) => {
    const index = await make(RAIN);
    await expect(index.refresh([bad])).rejects.toMatchObject({ code: "unfit" });
    expect(await index.count(ALL)).toBe(0);
  });

  test.for([
    ["select"],
    ['say "hi"'],
    ["it's"],
    ["a.b"],
    ["ns:with:colons"],
    ["größe"],
    ["名前"],
    ["a; drop table x; --"],
    ["$1"],
    ["A"],
    ["x".repeat(63)],
    ["__proto__"],
  ] as const)("takes the name %s for types and attributes", async ([name]) => {
    const schema = schemaWith(
      [
        { name, type: "double" },
        { name: `a${name}`.slice(0, 63), type: "timestamp" },
      ],
      { typeName: name, geometry: "geom", location: "where" },
    );
    const index = await make(schema);
    const values = Object.fromEntries([
      ["where", "a"],
      [name, 4],
    ]);
    await index.refresh([{ footprint: polygonOf(square(0, 0)), values }]);
    const filter = {
      type: "between",
      value: { type: "attribute", name },
      low: { type: "literal", value: 3 },
      high: { type: "literal", value: 5 },
    } as const;
    const [found] = await index.list({ filter, offset: 0, limit: 1 });
    expect(Object.entries(found?.values ?? {})).toContainEqual([name, 4]);
    expect(await index.remove(filter)).toEqual({ removed: 1, orphaned: ["a"] });
  });
}
