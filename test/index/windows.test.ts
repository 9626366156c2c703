/** An embedded index of many rows is looked through piece by piece, and nothing is lost between. */
import { expect, onTestFinished, test } from "vitest";
import { serverOrigin, type Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { RAIN, row, square } from "./rows.ts";

const KEY = { workspace: "w", store: "s", coverage: "rain" };
const ROWS = 25_000;
/** Some rows are gone, so that ids are not numbers of rows. */
const GONE = { from: 4_000, to: 5_999 };

const numbers = Array.from({ length: ROWS }, (_unused, index) => index);
const there = numbers.filter((number) => number < GONE.from || number > GONE.to);

async function manyRows(): Promise<Catalog> {
  const catalog = await openSqliteCatalog(temporaryFolder(), () => "2024-01-01T00:00:00Z");
  onTestFinished(() => catalog.close());
  await catalog.write(serverOrigin, async (writer) => {
    const index = await writer.createGranules(KEY, RAIN);
    await index.refresh(
      numbers.map((number) =>
        row(`r${number}`, square(number % 100, 0), { elevation: number, imageindex: number % 7 }),
      ),
    );
    await index.remove(parseFilter(`elevation BETWEEN ${GONE.from} AND ${GONE.to}`));
  });
  return catalog;
}

/** Offset and limit: within a piece, over several, and where one ends. */
const PAGES = [
  [0, 1],
  [1_995, 12],
  [9_995, 12],
  [2_999, 30_000],
] as const;

/** A triangle over the columns up to 98 is asked of each row; SQL alone does not know. */
const TRIANGLE = "INTERSECTS(the_geom, POLYGON((-1 -1, 98.5 -1, 98.5 500, -1 -1)))";

test("pages, counts and removals are those of the whole", { timeout: 60_000 }, async () => {
  const catalog = await manyRows();
  const filters: readonly (readonly [string, (number: number) => boolean])[] = [
    ["INCLUDE", () => true],
    ["imageindex = 3", (number) => number % 7 === 3],
    ["elevation >= 21990", (number) => number >= 21_990],
    ["elevation < 0", () => false],
    [
      `${TRIANGLE} AND imageindex = 5 AND elevation >= 12000`,
      (number) => number % 7 === 5 && number % 100 <= 98 && number >= 12_000,
    ],
  ];
  for (const [text, isMatch] of filters) {
    const filter = parseFilter(text);
    const expected = there.filter(isMatch);
    await catalog.read(async (reader) => {
      const index = await reader.granules(KEY);
      expect(await index?.count(filter), text).toBe(expected.length);
      for (const [offset, limit] of PAGES) {
        const page = await index?.list({ filter, offset, limit });
        const found = page?.map(({ values }) => values["elevation"]);
        expect(found, `${text} from ${offset}`).toEqual(expected.slice(offset, offset + limit));
      }
    });
  }
  const removal = await catalog.write(serverOrigin, async (writer) =>
    (await writer.granules(KEY))?.remove(parseFilter("imageindex = 3")),
  );
  const gone = there.filter((number) => number % 7 === 3);
  expect(removal?.removed).toBe(gone.length);
  expect(new Set(removal?.orphaned)).toEqual(new Set(gone.map((number) => `r${number}`)));
  const left = await catalog.read(async (reader) =>
    (await reader.granules(KEY))?.count(parseFilter("INCLUDE")),
  );
  expect(left).toBe(there.length - gone.length);
});

test("reading that takes long holds up no other reading", async () => {
  const catalog = await openSqliteCatalog(temporaryFolder(), () => "2024-01-01T00:00:00Z");
  onTestFinished(() => catalog.close());
  let end = () => {};
  const long = catalog.read(() => new Promise<void>((resolve) => (end = resolve)));
  expect(await catalog.read((reader) => reader.revision())).toBe(0);
  end();
  await long;
});
