/**
 * Units of work that come at once, where a thread makes their changes and where the loop does: what each of them finds,
 * and what is there in the end, are the same, whatever they do and whichever of them fail.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { serverOrigin, type CatalogWriter } from "../../src/server/catalog/unit-of-work.ts";
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

/** What all of them find, and what is there then. */
async function outcomeOf(units: readonly (readonly Step[])[], changesBeforeThread: number) {
  const now = () => "2026-11-24T00:00:00.000Z";
  const catalog = await openSqliteCatalog(temporaryFolder(), now, {}, changesBeforeThread);
  const run = (unit: readonly Step[]) =>
    catalog
      .write(serverOrigin, async (writer) => {
        const found: unknown[] = [];
        for (const step of unit) found.push(await take(writer, step));
        return found;
      })
      // One in which two things go wrong may be refused for either.
      .catch(() => "refused");
  // The first group of a thread never counts on that nobody else was there.
  const found = [await run([]), ...(await Promise.all(units.map(run)))];
  const left = await catalog.read(async (reader) => ({
    styles: await reader.list("style"),
    linked: await reader.linked("style", 'content:"one.sld"'),
    files: await reader.filesUnder(""),
    revision: await reader.revision(),
    audit: await reader.audit(0, 100),
  }));
  await catalog.close();
  return { found, left };
}

test("units find and leave the same, whoever runs their statements", async () => {
  const units = fc.array(fc.array(steps, { maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(units, async (all) => {
      const inLoop = await outcomeOf(all, Number.POSITIVE_INFINITY);
      const inThread = await outcomeOf(all, 0);
      expect(inThread).toEqual(inLoop);
    }),
    { numRuns: scale({ test: 15, proof: 500 }), seed: 71 },
  );
});
