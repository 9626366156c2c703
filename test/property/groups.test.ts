/**
 * Units of work that come at once: what each of them finds, and what is there in the end, is as if they had run one
 * after the other, in the order of the audit, whatever they do and whichever of them fail.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  serverOrigin,
  type Catalog,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { scale } from "../support/run/scale.ts";

const names = fc.constantFrom("a", "b", "c");
const scopes = fc.constantFrom(null, "w");
const paths = fc.constantFrom("f/1", "f/2", "g/1");
const texts = fc.constantFrom("one", "two");

const steps = fc.oneof(
  fc.record({ does: fc.constant("put"), workspace: scopes, name: names, text: texts }),
  fc.record({ does: fc.constant("remove"), workspace: scopes, name: names }),
  fc.record({ does: fc.constant("rename"), workspace: scopes, name: names, to: names }),
  fc.record({ does: fc.constant("write"), path: paths, text: texts }),
  fc.record({ does: fc.constant("drop"), path: paths }),
  fc.record({ does: fc.constant("move"), path: paths, to: paths }),
  fc.record({ does: fc.constant("get"), workspace: scopes, name: names }),
  fc.record({ does: fc.constant("list"), workspace: scopes }),
  fc.record({ does: fc.constant("linked"), text: texts }),
  fc.record({ does: fc.constant("read"), path: paths }),
  fc.record({ does: fc.constant("folder") }),
  fc.record({ does: fc.constant("break"), name: names }),
  fc.record({ does: fc.constant("fail") }),
);

type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const styleOf = (text: string) =>
  ({ format: "sld", version: "1.0.0", fileName: `${text}.sld`, legend: null }) as const;
const key = (workspace: string | null, name: string) =>
  ({ kind: "style", workspace, name }) as const;

function take(writer: CatalogWriter, step: Step): Promise<unknown> {
  switch (step.does) {
    case "put":
      return writer.put(key(step.workspace, step.name), styleOf(step.text));
    case "remove":
      return writer.remove(key(step.workspace, step.name));
    case "rename":
      return writer.rename(key(step.workspace, step.name), { workspace: "x", name: step.to });
    case "write":
      return writer.writeFile(step.path, Buffer.from(step.text));
    case "drop":
      return writer.removeFile(step.path);
    case "move":
      return writer.moveFile(step.path, step.to);
    case "get":
      return writer.get("style", step.workspace, step.name);
    case "list":
      return writer.list("style", step.workspace);
    case "linked":
      return writer.linked("style", `content:"${step.text}.sld"`);
    case "read":
      return contentOf(writer, step.path);
    case "folder":
      return writer.filesUnder("f");
    case "break":
      // The same link twice breaks a key of the database.
      return writer.put(key(null, step.name), styleOf("one"), ["l", "l"]);
    case "fail":
    default:
      return Promise.reject(new Error("refused"));
  }
}

async function contentOf(writer: CatalogWriter, path: string): Promise<string | undefined> {
  const file = await writer.file(path);
  return file && Buffer.from(await writer.content(file)).toString();
}

/** Runs a unit, whose number its audit entry tells; `refused` where it fails. */
async function run(catalog: Catalog, unit: readonly Step[], number: number): Promise<unknown> {
  const origin = { ...serverOrigin, path: `/${number}` };
  const found = catalog.write(origin, async (writer) => {
    const all: unknown[] = [];
    for (const step of unit) all.push(await take(writer, step));
    return all;
  });
  // One in which two things go wrong may be refused for either.
  return found.catch(() => "refused");
}

async function withCatalog<Result>(
  listsBeforeThread: number,
  work: (catalog: Catalog) => Promise<Result>,
): Promise<Result> {
  const now = () => "2026-11-24T00:00:00.000Z";
  const catalog = await openSqliteCatalog(temporaryFolder(), now, {}, listsBeforeThread);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

const left = (catalog: Catalog) =>
  catalog.read(async (reader) => ({
    styles: await reader.list("style"),
    linked: await reader.linked("style", 'content:"one.sld"'),
    files: await reader.filesUnder(""),
    revision: await reader.revision(),
    order: (await reader.audit(0, 100)).map(({ path }) => Number(path.slice(1))),
  }));

/** What all of them find, and what is there then. */
function together(units: readonly (readonly Step[])[], listsBeforeThread: number) {
  return withCatalog(listsBeforeThread, async (catalog) => ({
    found: await Promise.all(units.map((unit, number) => run(catalog, unit, number))),
    left: await left(catalog),
  }));
}

/** The same one after the other: those with an entry in its order, the others at any moment. */
function inOrder(units: readonly (readonly Step[])[], order: readonly number[]) {
  return withCatalog(Number.POSITIVE_INFINITY, async (catalog) => {
    const others = units.flatMap((_unit, number) => (order.includes(number) ? [] : number));
    const found = units.map((): unknown[] => []);
    const ask = async (number: number) =>
      void found[number]?.push(await run(catalog, units[number] ?? [], number));
    for (const number of others) await ask(number);
    for (const next of order) {
      await ask(next);
      for (const number of others) await ask(number);
    }
    return { found, left: await left(catalog) };
  });
}

test.for(["loop", "thread"] as const)(
  "units that come at once are as if they had come one after the other: %s",
  async (place) => {
    const units = fc.array(fc.array(steps, { maxLength: 4 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(units, async (all) => {
        const one = await together(all, place === "loop" ? Number.POSITIVE_INFINITY : 0);
        const expected = await inOrder(all, one.left.order);
        expect(new Set(one.left.order).size).toBe(one.left.order.length);
        expect(one.left).toEqual(expected.left);
        for (const [number, found] of one.found.entries())
          expect(expected.found[number]).toContainEqual(found);
      }),
      { numRuns: scale({ test: 8, proof: 250 }), seed: 71 },
    );
  },
);
