/** What is removed is found by what refers to it: nothing of its scope is listed, however much there is. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { dialectOf } from "../../src/server/catalog/dialect.ts";
import {
  createStyleEntry,
  deleteStyle,
  updateStyleEntry,
  requireStyle,
} from "../../src/server/catalog/style.ts";
import { prepareCatalog } from "../../src/server/catalog/start.ts";
import { serverOrigin, type CatalogWriter } from "../../src/server/catalog/unit-of-work.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const dialect = dialectOf({ dialect: "documented" });
const path = "styles/shared.sld";

async function openCatalog(folder = temporaryFolder()) {
  const catalog = await openSqliteCatalog(folder, () => "2026-11-20T00:00:00.000Z");
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= catalog.close());
  onTestFinished(close);
  const listed: string[] = [];
  const write = <Result>(work: (writer: CatalogWriter) => Promise<Result>) =>
    catalog.write(serverOrigin, (writer) =>
      work({
        ...writer,
        list: (kind, workspace) => {
          listed.push(kind);
          return writer.list(kind, workspace);
        },
      }),
    );
  const fileAt = (name: string) => catalog.read((reader) => reader.file(name));
  return { folder, write, fileAt, close, listed };
}

/** Two styles with one content. */
async function makeStyles(writer: CatalogWriter): Promise<void> {
  await prepareCatalog(writer, dialect);
  await writer.writeFile(path, new TextEncoder().encode("<content/>"));
  for (const name of ["one", "two"])
    await createStyleEntry(writer, null, { name, fileName: "shared.sld" });
}

const remove = (writer: CatalogWriter, name: string) =>
  deleteStyle(writer, dialect, { workspace: null, name }, { recurse: false, purge: true });

test("a style is removed and renamed without looking at the others", async () => {
  const { write, fileAt, listed } = await openCatalog();
  await write(makeStyles);
  listed.splice(0);
  await write(async (writer) => {
    const style = await requireStyle(writer, { workspace: null, name: "two" });
    await updateStyleEntry(writer, dialect, { style, change: { name: "three" } });
  });
  // The other one has its content still.
  expect(await fileAt(path)).toBeDefined();
  expect(await fileAt("styles/three.sld")).toBeDefined();
  await write((writer) => remove(writer, "one"));
  expect(await fileAt(path)).toBeUndefined();
  await write((writer) => remove(writer, "three"));
  expect(await fileAt("styles/three.sld")).toBeUndefined();
  expect(listed).toEqual([]);
});

test("content that styles share stays until the last of them, also in a catalog of an earlier version", async () => {
  const before = await openCatalog();
  await before.write(makeStyles);
  await before.close();
  const database = new DatabaseSync(join(before.folder, "catalog.db"));
  database.exec("DELETE FROM links WHERE kind = 'style'; UPDATE versions SET version = 7");
  database.close();
  const { write, fileAt } = await openCatalog(before.folder);
  await write((writer) => remove(writer, "one"));
  expect(await fileAt(path)).toBeDefined();
  await write((writer) => remove(writer, "two"));
  expect(await fileAt(path)).toBeUndefined();
});
