/** What a unit of work reads behind its own changes is what everybody reads once it is committed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentLink } from "../../src/server/catalog/links.ts";
import {
  serverOrigin,
  type CatalogReader,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { scale } from "../support/run/scale.ts";
import { postgresCatalogs, sqliteCatalogs, type Catalogs } from "./catalogs.ts";

const KINDS = ["style", "role"] as const;
const SCOPES = [null, "w"];
/** The last two are in another order by UTF-16 than by UTF-8. */
const NAMES = ["a", "\u{ff5e}", "\u{1f600}"];
const PATHS = ["f/a", "f/g/\u{ff5e}", "f/g/\u{1f600}", "f0"];
const FOLDERS = ["", "f", "f/g"];
const TEXTS = ["one", "two"];
const LINKS = ["x", "y", ...TEXTS.map((text) => contentLink(`${text}.sld`))];

const keys = fc.record({
  kind: fc.constantFrom(...KINDS),
  workspace: fc.constantFrom(...SCOPES),
  name: fc.constantFrom(...NAMES),
});

/** Each change uses what it needs of these. */
const steps = fc.record({
  does: fc.constantFrom("put", "link", "remove", "rename", "write", "move", "drop", "clear"),
  key: keys,
  to: keys,
  path: fc.constantFrom(...PATHS),
  target: fc.constantFrom(...PATHS),
  folder: fc.constantFrom(...FOLDERS),
  text: fc.constantFrom(...TEXTS),
  links: fc.subarray(LINKS),
});

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const styleOf = (text: string) =>
  ({ format: "sld", version: "1.0.0", fileName: `${text}.sld`, legend: null }) as const;

const changes: Record<Step["does"], (writer: CatalogWriter, step: Step) => Promise<void>> = {
  put: (writer, { key, text }) => writer.put(key, styleOf(text)),
  link: (writer, { key, text, links }) => writer.put(key, styleOf(text), links),
  remove: (writer, { key }) => writer.remove(key),
  // Nobody gives a name that is taken.
  rename: async (writer, { key, to: { workspace, name } }) => {
    if ((await writer.get(key.kind, workspace, name)) === undefined)
      await writer.rename(key, { workspace, name });
  },
  write: (writer, { path, text }) => writer.writeFile(path, Buffer.from(text)),
  move: (writer, { path, target }) => writer.moveFile(path, target),
  drop: (writer, { path }) => writer.removeFile(path),
  clear: (writer, { folder }) => writer.removeFolder(folder),
};

async function make(writer: CatalogWriter, all: readonly Step[]): Promise<void> {
  for (const step of all) await changes[step.does](writer, step);
}

type Look = (reader: CatalogReader) => Promise<unknown>;

/** Every read but those of sessions and networks, of which a unit does not see its own. */
const looks: readonly Look[] = [
  ...KINDS.flatMap((kind) => [
    ...[undefined, ...SCOPES].map(
      (scope): Look =>
        (reader) =>
          reader.list(kind, scope),
    ),
    ...LINKS.map(
      (link): Look =>
        (reader) =>
          reader.linked(kind, link),
    ),
    ...SCOPES.flatMap((scope) =>
      NAMES.map(
        (name): Look =>
          (reader) =>
            reader.get(kind, scope, name),
      ),
    ),
  ]),
  ...PATHS.map((path): Look => async (reader) => {
    const file = await reader.file(path);
    return file && [file, Buffer.from(await reader.content(file)).toString()];
  }),
  ...FOLDERS.flatMap((folder): Look[] => [
    (reader) => reader.filesUnder(folder),
    (reader) => reader.children(folder),
  ]),
];

async function readAll(reader: CatalogReader): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const look of looks) found.push(await look(reader));
  return found;
}

describe("in a folder", () => suite(sqliteCatalogs, { test: 200, proof: 5_000 }));
describePostgres("in a database", (database) =>
  suite(postgresCatalogs(database), { test: 20, proof: 500 }),
);

function suite({ fresh }: Catalogs, counts: { test: number; proof: number }): void {
  test("a unit reads its own changes as they are once it is committed", async () => {
    let time = 0;
    const catalog = await fresh().open(() => new Date(++time * 1_000).toISOString());
    const some = fc.array(steps, { maxLength: 12, size: "max" });
    const property = fc.asyncProperty(some, some, fc.boolean(), async (before, unit, isAlone) => {
      await catalog.write(serverOrigin, async (writer) => {
        for (const kind of KINDS)
          for (const record of await writer.list(kind)) await writer.remove({ ...record, kind });
        await writer.removeFolder("");
        await make(writer, before);
      });
      const own = await catalog.write(serverOrigin, async (writer) => {
        if (isAlone) await writer.stayAlone();
        await make(writer, unit);
        return readAll(writer);
      });
      expect(own).toEqual(await catalog.read(readAll));
    });
    await fc.assert(property, { numRuns: scale(counts), seed: 71 });
  });

  test("what is said to be unchanged by a unit is read the same", async () => {
    let time = 0;
    const place = fresh();
    const now = () => new Date(++time * 1_000).toISOString();
    const [catalog, other] = [await place.open(now), await place.open(now)];
    let unchanged = 0;
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 4 }), async (unit) => {
      const since = await catalog.revision();
      const before: (readonly [unknown, readonly string[]])[] = [];
      for (const look of looks)
        before.push(
          await catalog.read(async (reader) => [await look(reader), reader.dependencies()]),
        );
      await other.write(serverOrigin, (writer) => make(writer, unit));
      await catalog.revision();
      for (const [at, [found, dependencies]] of before.entries()) {
        if (!catalog.isUnchanged({ since, dependencies })) continue;
        unchanged++;
        expect(await catalog.read(looks[at] ?? readAll)).toEqual(found);
      }
    });
    const { test: few, proof } = counts;
    await fc.assert(property, { numRuns: scale({ test: few / 10, proof: proof / 5 }), seed: 72 });
    expect(unchanged).toBeGreaterThan(0);
  });
}
