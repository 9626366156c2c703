/**
 * Other names for workspaces, stores and styles: their files go along, and what gets the old name
 * afterwards touches nothing of theirs.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { startCatalog, type TestCatalog } from "../support/servers/catalog.ts";
import { archiveOf, granuleName, granules, XML, ZIP } from "../support/mosaics/mosaics.ts";
import { slice } from "../support/run/scale.ts";
import { ask, makeWorkspace, putMosaic, send } from "./support.ts";

const SLD = "application/vnd.ogc.sld+xml";
const named = (root: string, name: string) => `<${root}><name>${name}</name></${root}>`;

async function rename(catalog: TestCatalog, url: string, root: string, name: string) {
  await ask(catalog, 200, { method: "PUT", url, type: XML, payload: named(root, name) });
}

/** Uploads a mapping of one type with a file beside it. */
async function putMapping(catalog: TestCatalog, place: string, type: string): Promise<void> {
  const [workspace, store] = place.split(":");
  const payload = await zipOf({
    "m.appschema": mapping([`t:${type}`]),
    "more/keep.txt": `kept for ${type}`,
  });
  const url = `/workspaces/${workspace}/datastores/${store}/file.appschema?configure=all`;
  const { statusCode } = await send(catalog, { method: "PUT", url, type: ZIP, payload });
  expect([200, 201]).toContain(statusCode);
}

const mapped = async (catalog: TestCatalog, place: string) => {
  const [workspace, store] = place.split(":");
  const url = `/workspaces/${workspace}/datastores/${store}/featuretypes.json?list=all`;
  return JSON.parse(await ask(catalog, 200, { url })) as unknown;
};

const listOf = (...names: readonly string[]) => ({ list: { string: names } });

const digestOf = async (catalog: TestCatalog, workspace: string, store: string) => {
  const url = `/plumbline/digest?kind=AppSchemaStore&workspace=${workspace}`;
  const { exact } = JSON.parse(await ask(catalog, 200, { url })) as {
    exact: Readonly<Record<string, string>>;
  };
  return exact[store];
};

async function start(dialect: DialectName, ...workspaces: readonly string[]): Promise<TestCatalog> {
  const catalog = await startCatalog({ dialect });
  for (const workspace of workspaces) await makeWorkspace(catalog, workspace);
  return catalog;
}

describe.for(slice(dialects, { test: 1 }))("%s", (dialect) => {
  test("a mapping goes along with its workspace", async () => {
    const catalog = await start(dialect, "ra");
    await putMapping(catalog, "ra:din", "In");
    const digest = await digestOf(catalog, "ra", "din");
    await rename(catalog, "/workspaces/ra", "workspace", "rb");
    await makeWorkspace(catalog, "ra");
    await putMapping(catalog, "ra:din", "Other");
    expect(await mapped(catalog, "rb:din")).toEqual(listOf("In"));
    expect(await mapped(catalog, "ra:din")).toEqual(listOf("Other"));
    const kept = { url: "/resource/data/rb/din/more/keep.txt" };
    expect(await ask(catalog, 200, kept)).toBe("kept for In");
    const store = await ask(catalog, 200, { url: "/workspaces/rb/datastores/din.json" });
    expect(store).toContain("file:data/rb/din/m.appschema");
    expect(await digestOf(catalog, "rb", "din")).toBe(digest);
    await ask(catalog, 200, { method: "DELETE", url: "/workspaces/ra?recurse=true" });
    expect(await mapped(catalog, "rb:din")).toEqual(listOf("In"));
  });

  test("and with its store, whatever else names it", async () => {
    const catalog = await start(dialect, "w");
    await putMapping(catalog, "w:s1", "One");
    const parameters =
      '<connectionParameters><entry key="dbtype">app-schema</entry><entry key="url">file:data/w/s1/m.appschema</entry></connectionParameters>';
    const other = `<dataStore><name>also</name>${parameters}</dataStore>`;
    const stores = "/workspaces/w/datastores";
    await ask(catalog, 201, { method: "POST", url: stores, type: XML, payload: other });
    const digest = await digestOf(catalog, "w", "s1");
    // A client that sends the whole document back says the address that was.
    const whole = `<dataStore><name>s2</name>${parameters}</dataStore>`;
    await ask(catalog, 200, { method: "PUT", url: `${stores}/s1`, type: XML, payload: whole });
    await putMapping(catalog, "w:s1", "Two");
    expect(await mapped(catalog, "w:s2")).toEqual(listOf("One"));
    expect(await mapped(catalog, "w:also")).toEqual(listOf("One"));
    expect(await mapped(catalog, "w:s1")).toEqual(listOf("Two"));
    expect(await digestOf(catalog, "w", "s2")).toBe(digest);
  });

  test("a mosaic keeps its granules, and a mapping of its old name touches nothing", async () => {
    const catalog = await start(dialect, "w");
    await send(catalog, {
      method: "PUT",
      url: "/workspaces/w/coveragestores/rain/file.imagemosaic",
      type: ZIP,
      payload: await archiveOf(granules(0, 2)),
    });
    await rename(catalog, "/workspaces/w/coveragestores/rain", "coverageStore", "snow");
    await rename(catalog, "/workspaces/w", "workspace", "v");
    await makeWorkspace(catalog, "w");
    await putMapping(catalog, "w:rain", "Rain");
    const snow = "/workspaces/v/coveragestores/snow";
    const listed = await ask(catalog, 200, { url: `${snow}/coverages/rain/index/granules.json` });
    expect(listed).toContain(granuleName(1));
    expect(await ask(catalog, 200, { url: `${snow}.json` })).toContain('"url":"file:data/v/snow"');
    await ask(catalog, 200, { url: "/resource/data/v/snow/indexer.properties" });
    await ask(catalog, 404, { url: "/resource/data/w/rain/indexer.properties" });
    expect(await mapped(catalog, "w:rain")).toEqual(listOf("Rain"));
    await ask(catalog, 200, { method: "DELETE", url: "/workspaces/w?recurse=true" });
    await ask(catalog, 200, { url: "/resource/data/v/snow/indexer.properties" });
    await ask(catalog, 200, { method: "DELETE", url: `${snow}?recurse=true&purge=all` });
    await ask(catalog, 404, { url: "/resource/data/v/snow/indexer.properties" });
  });

  test("styles keep their content, anyone who shares it and whatever has the new name", async () => {
    const catalog = await start(dialect, "w");
    const post = (name: string) =>
      ask(catalog, 201, {
        method: "POST",
        url: `/workspaces/w/styles?name=${name}`,
        type: SLD,
        payload: sld({ name }),
      });
    await post("a");
    await post("b");
    const entry = (name: string, file: string) =>
      `<style><name>${name}</name><filename>${file}</filename></style>`;
    const styles = "/workspaces/w/styles";
    const shared = { type: XML, payload: entry("shared", "a.sld") };
    await ask(catalog, 201, { method: "POST", url: styles, ...shared });
    // Its own file is that of another name, so that "b" becomes free as a name only.
    const moved = { type: XML, payload: entry("c", "b.sld") };
    await ask(catalog, 200, { method: "PUT", url: `${styles}/b`, ...moved });
    await rename(catalog, `${styles}/a`, "style", "b");
    const content = async (name: string) => ask(catalog, 200, { url: `${styles}/${name}.sld` });
    expect(await content("b")).toBe(sld({ name: "a" }));
    expect(await content("shared")).toBe(sld({ name: "a" }));
    expect(await content("c")).toBe(sld({ name: "b" }));
    await rename(catalog, "/workspaces/w", "workspace", "v");
    await makeWorkspace(catalog, "w");
    await post("b");
    const there = await ask(catalog, 200, { url: "/workspaces/v/styles/b.sld" });
    expect(there).toBe(sld({ name: "a" }));
  });
});

test("a name that was of another mosaic means this one's files", async () => {
  const catalog = await start("documented", "w");
  await putMosaic(catalog, "rain", 2);
  await rename(catalog, "/workspaces/w/coveragestores/rain", "coverageStore", "snow");
  await ask(catalog, 200, {
    method: "PUT",
    url: "/workspaces/w/coveragestores/rain/file.imagemosaic?configure=none",
    type: ZIP,
    payload: await archiveOf(granules(0, 4)),
  });
  const harvest = async (store: string, named: string) => {
    const url = `/workspaces/w/coveragestores/${store}/external.imagemosaic`;
    const request = { method: "POST", url, type: "text/plain", payload: named } as const;
    const { files } = JSON.parse(await ask(catalog, 201, request)) as { files: unknown };
    return files;
  };
  // By its name, which is what its document shows, and not by the folder that has it on the disk.
  expect(await harvest("rain", "file:data/w/rain")).toMatchObject({ harvested: 4 });
  expect(await harvest("snow", "file:data/w/snow/")).toMatchObject({ harvested: 2 });
  expect(await harvest("snow", `data/w/snow/${granuleName(1)}`)).toMatchObject({ harvested: 1 });
  const url = "/workspaces/w/coveragestores/snow/coverages/rain/index/granules.json";
  const { features } = JSON.parse(await ask(catalog, 200, { url })) as { features: unknown[] };
  expect(features).toHaveLength(2);
  const folders = readdirSync(join(catalog.folder, "data/w")).toSorted();
  expect(folders).toEqual(["rain", "rain~2"]);
  await catalog.close();
  const again = await startCatalog({ folder: catalog.folder });
  expect(again.remarks).toEqual([]);
});

test("what a version before left under the former name of a mosaic is brought along", async () => {
  const catalog = await start("documented", "w");
  await putMosaic(catalog, "rain", 2);
  await rename(catalog, "/workspaces/w/coveragestores/rain", "coverageStore", "snow");
  await catalog.close();
  const raw = new DatabaseSync(join(catalog.folder, "catalog.db"));
  raw.exec(`
    UPDATE files SET path = replace(path, 'data/w/snow/', 'data/w/rain/');
    UPDATE records SET value = replace(value, 'data/w/snow', 'data/w/rain') WHERE kind = 'coverage-store';
    UPDATE records SET value = '{"text":"2"}' WHERE name = 'opened'`);
  raw.close();
  const again = await startCatalog({ folder: catalog.folder });
  await ask(again, 200, { url: "/resource/data/w/snow/indexer.properties" });
  const store = await ask(again, 200, { url: "/workspaces/w/coveragestores/snow.json" });
  expect(store).toContain('"url":"file:data/w/snow"');
});
