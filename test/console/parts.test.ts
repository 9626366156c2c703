/** Parts of the console that need no browser: lists, addresses, searches, the matrix of access, times. */
import { describe, expect, test } from "vitest";
import { accessMatrix } from "../../src/console/access-matrix.ts";
import { changesOf } from "../../src/console/changes.ts";
import { covers, footprintOf } from "../../src/console/footprint.ts";
import { momentsOf } from "../../src/console/granule-times.ts";
import { itemsIn, namesIn } from "../../src/console/lists.ts";
import { placeIn } from "../../src/console/routes.ts";
import { everyObject, matching } from "../../src/console/search.ts";
import { imagePath } from "../../src/console/style-images.ts";
import { xmlText } from "../../src/console/xml-text.ts";
import { namesOfPath, pathIn } from "../../src/model/path-address.ts";

test.for([
  [{ styles: { style: [{ name: "a" }, { name: "b" }] } }, ["a", "b"]],
  [{ styles: { style: { name: "a" } } }, ["a"]],
  [{ styles: "" }, []],
  [{ styles: {} }, []],
  [{ roles: ["A", "B"] }, ["A", "B"]],
  [{ roles: { role: ["A"] } }, ["A"]],
  [["EPSG:4326"], ["EPSG:4326"]],
  [{ layers: { layer: [{ name: 7 }, { href: "x" }, null] } }, ["7"]],
  [null, []],
  ["", []],
] as const)("names in %j", ([list, names]) => {
  expect(namesIn(list)).toEqual(names);
  expect(itemsIn(list).length).toBeGreaterThanOrEqual(names.length);
});

test.for([
  ["#/object/rest/styles/a%2Fb", { view: "object", path: "rest/styles/a%2Fb" }],
  ["#/history", { view: "history" }],
  ["#/nowhere", { view: "catalog" }],
  ["", { view: "catalog" }],
] as const)("the place of %j", ([hash, place]) => {
  expect(placeIn(hash)).toEqual(place);
});

test.for([
  ["http://x/geoserver/rest/workspaces/w/styles/a.b.json?x=1", "rest/workspaces/w/styles/a.b"],
  ["/rest/styles/roads.sld", "rest/styles/roads"],
  ["/gwc/rest/gridsets/EPSG%3A4326.xml", "gwc/rest/gridsets/EPSG%3A4326"],
  ["/elsewhere", undefined],
] as const)("what %s is about", ([address, path]) => {
  expect(pathIn(address)).toBe(path);
});

test("names of a path that is badly encoded stay as they are", () => {
  expect(namesOfPath("rest/styles/%E0%A4%A/a%20b")).toEqual(["rest", "styles", "%E0%A4%A", "a b"]);
});

test("changes of an object are those by whichever request, and those of its path in every spelling and of what is in it", () => {
  const paths = [
    "/rest/workspaces/w.json",
    "/geoserver/rest/workspaces/w",
    "/rest/workspaces/w/styles/s.sld",
    "/rest/workspaces/w2",
    "/rest/workspaces",
    "",
  ];
  const creation = "/rest/workspaces?default=true";
  const changes = [...paths, creation].map((path, id) => ({
    id,
    at: "",
    revision: 1,
    account: "",
    method: "PUT",
    path,
    objects: path === creation ? ["Workspace/w"] : [],
  }));
  expect(changesOf(changes, "rest/workspaces/w").map(({ id }) => id)).toEqual([0, 1, 2, 6]);
});

describe("search", () => {
  const leaf = (label: string, noun = "style") => ({ label, noun, path: `p/${label}` });
  const tree = [
    {
      label: "Workspaces",
      children: async () => [
        {
          label: "water",
          noun: "workspace",
          path: "p/water",
          children: async () => [
            { label: "Styles", children: async () => [leaf("rivers"), leaf("old rivers")] },
          ],
        },
      ],
    },
    { label: "Styles", children: async () => [leaf("Rivers of all")] },
  ];

  test("reads every object once, with what it lies in", async () => {
    expect((await everyObject(tree)).map(({ name, inside }) => [name, ...inside])).toEqual([
      ["water"],
      ["Rivers of all"],
      ["rivers", "water"],
      ["old rivers", "water"],
    ]);
  });

  test.for([
    ["river", ["Rivers of all", "rivers", "old rivers"]],
    ["water:river", ["rivers", "old rivers"]],
    ["WORKSPACE", ["water"]],
    ["  ", []],
    ["nothing", []],
  ] as const)("for %j", async ([words, names]) => {
    expect(matching(await everyObject(tree), words).map(({ name }) => name)).toEqual(names);
  });
});

test("the matrix of access says what the rules say, role by role", () => {
  const rules = {
    "*.*.r": "*",
    "*.*.w": "ADMIN",
    "water.*.r": "ROLE_A,ROLE_B",
    "water.wells.r": "ROLE_B",
    "water.*.a": "ROLE_C",
  };
  const { columns, rows } = accessMatrix({
    rules,
    roles: ["ADMIN", "ROLE_A", "ROLE_D"],
    layers: ["water:rivers", "water:wells", "land:woods"],
  });
  expect(columns).toEqual(["everybody", "ROLE_A", "ROLE_B", "ROLE_C", "ROLE_D"]);
  expect(rows.map(({ layer, values }) => [layer, ...values])).toEqual([
    ["water:rivers", "nothing", "read", "read", "read and write", "nothing"],
    ["water:wells", "nothing", "nothing", "read", "read and write", "nothing"],
    ["land:woods", "read", "read", "read", "read", "read"],
  ]);
});

test("times of granules are in order, each once", () => {
  const granule = (id: string, time: string | null) => ({
    id,
    footprint: undefined,
    properties: { time },
  });
  const given = [
    granule("a", "2024-01-02T00:00:00.000Z"),
    granule("b", "2024-01-01T06:30:00.000Z"),
    granule("c", null),
    granule("d", "2024-01-02T00:00:00.000+0000"),
  ];
  expect(
    momentsOf(given, "time").map(({ label, granules }) => [label, ...granules.map(({ id }) => id)]),
  ).toEqual([
    ["without a time", "c"],
    ["2024-01-01 06:30 UTC", "b"],
    ["2024-01-02", "a", "d"],
  ]);
});

test.for([
  ["rest/styles/s", "pins/a b.png?x=1", "rest/resource/styles/pins/a%20b.png"],
  ["rest/styles/s", "file:a.svg", "rest/resource/styles/a.svg"],
  ["rest/workspaces/w%2F/styles/s", "a.svg", "rest/resource/workspaces/w%2F/styles/a.svg"],
  ["rest/styles/s", "../security/a.svg", undefined],
  ["rest/styles/s", "./a.svg", undefined],
  ["rest/styles/s", "/a.svg", undefined],
  ["rest/styles/s", "file:///a.svg", undefined],
  ["rest/styles/s", "http://x/a.svg", undefined],
  ["rest/styles/s", "..\\a.svg", undefined],
  ["rest/styles/s", "", undefined],
] as const)("the image of %s called %j is %s", ([style, href, path]) => {
  expect(imagePath(style, href)).toBe(path);
});

test.for([
  ["é", Buffer.from("é")],
  ["é", Buffer.from("\ufeffé")],
  ['<?xml version="1.0" encoding="iso-8859-1"?>é', "latin1"],
  ["<?xml version='1.0' encoding='windows-1252' ?>é", "latin1"],
  ['<?xml version="1.0" encoding="ISO-8859-1"?>\u009f', "latin1"],
  ['<?xml version="1.0" encoding="nobody-knows"?>é', "utf8"],
  ['<?xml version="1.0" encoding="UTF-16"?>é', "utf16le"],
  ["", "utf8"],
] as const)("a text in the encoding that it names: %j", ([text, how]) => {
  const bytes = typeof how === "string" ? Buffer.from(text, how) : how;
  expect(xmlText(bytes)).toBe(text);
});

describe("footprints", () => {
  const square = (at: number, size: number) => [
    [at, at],
    [at + size, at],
    [at + size, at + size],
    [at, at + size],
    [at, at],
  ];

  test("cover what lies in one of their polygons, and not in a hole", () => {
    const coordinates = [[square(0, 10), square(4, 2)], [square(20, 5)]];
    const area = footprintOf({ type: "MultiPolygon", coordinates });
    if (area === undefined) throw new Error("there is an area");
    const { left, bottom, right, top } = area;
    expect([left, bottom, right, top]).toEqual([0, 0, 25, 25]);
    const places = [1, 5, 9, 11, 22, 26].map((at) => covers(area, at, at));
    expect(places).toEqual([true, false, true, false, true, false]);
  });

  /** How often rings turn around a place: the canvas fills where that is not zero. */
  const turnsAround = (rings: readonly Float64Array[], x: number, y: number) => {
    let turns = 0;
    for (const ring of rings)
      for (let at = 2; at < ring.length; at += 2) {
        const [ax = 0, ay = 0, bx = 0, by = 0] = ring.slice(at - 2, at + 2);
        const isRight = x < ax + ((y - ay) / (by - ay)) * (bx - ax);
        if (ay > y !== by > y && isRight) turns += by > ay ? 1 : -1;
      }
    return turns;
  };

  test("are filled together where they lie on each other, and open in holes, whichever way they turn", () => {
    const [plain, back] = [square(0, 10), square(0, 10).toReversed()];
    const ringsOf = (...coordinates: readonly unknown[]) =>
      footprintOf({ type: "Polygon", coordinates })?.rings ?? [];
    const together = [...ringsOf(plain), ...ringsOf(back)];
    expect(turnsAround(together, 5, 5)).not.toBe(0);
    for (const around of [plain, back])
      for (const hole of [square(4, 2), square(4, 2).toReversed()]) {
        expect(turnsAround(ringsOf(around, hole), 5, 5)).toBe(0);
        expect(turnsAround(ringsOf(around, hole), 2, 2)).not.toBe(0);
      }
  });

  test.for([null, {}, { coordinates: [] }, { coordinates: [[]] }, { coordinates: "x" }])(
    "there is none in %j",
    (geometry) => {
      expect(footprintOf(geometry)).toBeUndefined();
    },
  );
});
