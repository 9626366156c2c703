/**
 * What becomes of files when granules, stores and workspaces go or change their names: what was
 * sent goes when that is asked for, everything else stays, at the next start too.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  archiveOf,
  clientOf,
  definition,
  granule,
  granuleName,
  GRANULES,
  granules,
  listAll,
  locationsOf,
  makeMosaic,
  makeWorkspace,
  STORE,
  TEXT,
  XML,
  ZIP,
  type Client,
} from "../support/mosaics/mosaics.ts";
import { sharedWorkers } from "../support/servers/shared-workers.ts";

interface Site {
  /** The client of the server that runs now. */
  readonly client: () => Client;
  readonly restart: () => Promise<void>;
  readonly data: string;
  readonly root: string;
  readonly home: string;
}

/** A server with a granule root, that can be started anew. */
async function site(): Promise<Site> {
  const base = realpathSync(temporaryFolder());
  const [data, root] = [join(base, "data"), join(base, "root")];
  mkdirSync(root);
  const open = async () => {
    const { app, close } = await openCatalogServer({
      folder: data,
      dialect: "documented",
      administrator: { user: USER, password: secret(PASSWORD) },
      keystore: KEYSTORE,
      costs: CHEAP_COSTS,
      openWorkers: sharedWorkers,
      version: "0.0.0-test",
      granuleRoots: [root],
    });
    return { client: clientOf(await app.listen({ host: "127.0.0.1", port: 0 })), close };
  };
  let current = await open();
  onTestFinished(async () => current.close());
  const restart = async () => {
    await current.close();
    current = await open();
  };
  return { client: () => current.client, restart, data, root, home: join(data, "data/w/rain") };
}

const rasters = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".tif"))
        .toSorted()
    : [];
const named = (first: number, count: number) => Object.keys(granules(first, count)).toSorted();
const harvest = (client: Client, path: string) =>
  client.expect(201, "POST", `${STORE}/external.imagemosaic`, TEXT, path);
const remove = (client: Client, query: string) =>
  client.expect(200, "DELETE", `${GRANULES}.xml?${query}`);

test("granules go with the files that were sent, and with no others", async () => {
  const { client, data, root, home, restart } = await site();
  await makeMosaic(client(), granules(0, 3));
  writeFiles(root, granules(10, 3));
  writeFiles(home, granules(20, 3));
  writeFiles(join(data, "elsewhere"), granules(30, 3));
  for (const path of [root, home, join(data, "elsewhere")]) await harvest(client(), path);
  expect(await listAll(client())).toHaveLength(12);
  await remove(client(), "filter=location%20LIKE%20'%2521%255F%25'&purge=none");
  await remove(client(), "filter=elevation=0&purge=metadata");
  expect(rasters(home)).toEqual([...named(0, 3), ...named(20, 3)].toSorted());
  await remove(client(), "filter=INCLUDE&purge=all");
  expect(await listAll(client())).toEqual([]);
  await restart();
  expect(rasters(home)).toEqual([granuleName(0), ...named(20, 3)].toSorted());
  expect(rasters(root)).toEqual(named(10, 3));
  expect(rasters(join(data, "elsewhere"))).toEqual(named(30, 3));
  expect(existsSync(join(home, "indexer.properties"))).toBe(true);
});

test("only the folders that the indexer names are indexed, until others are harvested", async () => {
  const { client, home } = await site();
  const inside = (folder: string, number: number) =>
    Object.fromEntries(
      Object.entries(granules(number, 1)).map(([name, file]) => [`${folder}/${name}`, file]),
    );
  const indexer = `${definition["indexer.properties"]}\nIndexingDirectories=./one, two/deep\n`;
  await makeMosaic(client(), {
    "indexer.properties": indexer,
    ...inside("one", 0),
    ...inside("one/deeper", 1),
    ...inside("two", 2),
    ...inside("two/deep", 3),
    ...granules(4, 1),
  });
  const places = [`one/${granuleName(0)}`, `one/deeper/${granuleName(1)}`];
  const named = [...places, `two/deep/${granuleName(3)}`];
  expect(locationsOf(await listAll(client())).toSorted()).toEqual(named.toSorted());
  await harvest(client(), home);
  expect(await listAll(client())).toHaveLength(5);
});

test("what describes granules goes with them, or alone", async () => {
  const { client, home } = await site();
  const beside = (first: number) =>
    Object.fromEntries(named(first, 1).map((name) => [`${name}.aux.xml`, "<PAMDataset/>"]));
  await makeMosaic(client(), { ...granules(0, 2), ...beside(0), ...beside(1) });
  const sides = () => readdirSync(home).filter((name) => name.endsWith(".aux.xml"));
  await remove(client(), `filter=location='${granuleName(0)}'&purge=metadata`);
  expect([...rasters(home), ...sides()]).toEqual([...named(0, 2), `${granuleName(1)}.aux.xml`]);
  await remove(client(), `filter=location='${granuleName(1)}'&purge=all`);
  expect([...rasters(home), ...sides()]).toEqual(named(0, 1));
});

test("a file goes with the last of its granules only", async () => {
  const { client, home } = await site();
  await makeMosaic(client(), granules(0, 2));
  await client().send(
    "POST",
    `${STORE}/file.imagemosaic?filename=${granuleName(0)}`,
    "image/tiff",
    granule(0),
  );
  const [first] = await listAll(client());
  await client().expect(200, "DELETE", `${GRANULES}/${first?.id}.xml?purge=all`);
  expect(rasters(home)).toHaveLength(1);
  expect(locationsOf(await listAll(client()))).toEqual(rasters(home));
});

test("links that took the place of folders are not followed", async () => {
  const { client, root, home } = await site();
  const sub = Object.fromEntries(
    Object.entries(granules(0, 3)).map(([name, file]) => [`d/${name}`, file]),
  );
  await makeMosaic(client(), { ...sub, ...granules(5, 1) });
  expect(await listAll(client())).toHaveLength(4);
  writeFiles(root, { ...granules(0, 3), ...granules(5, 1) });
  rmSync(join(home, "d"), { recursive: true });
  symlinkSync(root, join(home, "d"));
  rmSync(join(home, granuleName(5)));
  symlinkSync(join(root, granuleName(5)), join(home, granuleName(5)));
  await remove(client(), "filter=INCLUDE&purge=all");
  expect(rasters(root)).toEqual(Object.keys({ ...granules(0, 3), ...granules(5, 1) }).toSorted());
  await client().expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  expect(rasters(root)).toHaveLength(4);
});

test("a store whose folder is a link by now takes nothing along", async () => {
  const { client, root, home, restart } = await site();
  await makeMosaic(client(), granules(0, 3));
  renameSync(home, join(root, "moved"));
  symlinkSync(join(root, "moved"), home);
  await client().expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  await restart();
  expect(rasters(join(root, "moved"))).toEqual(named(0, 3));
});

test("a store goes with what was sent to it", async () => {
  const { client, root, home, restart } = await site();
  await makeMosaic(client(), granules(0, 3));
  await client().expect(201, "POST", `${STORE}/file.imagemosaic`, ZIP, await zipOf(granules(3, 2)));
  writeFiles(root, granules(10, 3));
  writeFiles(home, granules(20, 1));
  await harvest(client(), root);
  await client().expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  await restart();
  expect(rasters(home)).toEqual(named(20, 1));
  expect(readdirSync(home).toSorted()).toEqual(named(20, 1));
  expect(rasters(root)).toEqual(named(10, 3));
  const text = await client().expect(
    409,
    "PUT",
    `${STORE}/file.imagemosaic`,
    ZIP,
    await archiveOf(granules(0, 1)),
  );
  expect(text).toContain("holds files that this server did not write");
});

test.for(["none", "metadata"] as const)(
  "with purge=%s files stay until the store comes back",
  async (purge) => {
    const { client, home, restart } = await site();
    await makeMosaic(client(), granules(0, 3));
    await client().expect(200, "DELETE", `${STORE}?recurse=true&purge=${purge}`);
    await restart();
    expect(rasters(home)).toEqual(named(0, 3));
    await client().expect(
      200,
      "PUT",
      `${STORE}/file.imagemosaic`,
      ZIP,
      await archiveOf(granules(5, 1)),
    );
    expect(rasters(home)).toEqual(named(5, 1));
    await restart();
    expect(locationsOf(await listAll(client()))).toEqual(named(5, 1));
    expect(rasters(home)).toEqual(named(5, 1));
  },
);

test("a workspace that goes leaves files, and a store of that name starts afresh", async () => {
  const { client, home, restart } = await site();
  await makeMosaic(client(), granules(0, 3));
  await client().expect(200, "DELETE", "/workspaces/w?recurse=true");
  await restart();
  expect(rasters(home)).toEqual(named(0, 3));
  await makeWorkspace(client());
  const plain = { "indexer.properties": "Schema=*the_geom:Polygon,location:String" };
  const archive = await zipOf({ ...plain, ...granules(5, 2) });
  await client().expect(200, "PUT", `${STORE}/file.imagemosaic`, ZIP, archive);
  await restart();
  expect(rasters(home)).toEqual(named(5, 2));
  expect(locationsOf(await listAll(client()))).toEqual(named(5, 2));
  await client().expect(404, "GET", "/resource/data/w/rain/timeregex.properties");
  await client().expect(200, "DELETE", "/workspaces/w?recurse=true");
  await restart();
  expect(rasters(home)).toEqual(named(5, 2));
});

test("names change, files and granules stay together", async () => {
  const { client, data, home, restart } = await site();
  await makeMosaic(client(), granules(0, 3));
  const renamed = "<coverageStore><name>shower</name></coverageStore>";
  await client().expect(200, "PUT", STORE, XML, renamed);
  await restart();
  await client().expect(200, "PUT", "/workspaces/w", XML, "<workspace><name>v</name></workspace>");
  await restart();
  const shower = "/workspaces/v/coveragestores/shower";
  const listed = async () => {
    const path = `${shower}/coverages/rain/index/granules.json`;
    const text = await client().expect(200, "GET", path);
    return (JSON.parse(text) as { features: readonly unknown[] }).features.length;
  };
  expect(await listed()).toBe(3);
  const file = `${shower}/file.imagemosaic?filename=${granuleName(7)}`;
  await client().expect(201, "POST", file, "image/tiff", granule(7));
  expect(rasters(home)).toEqual([...named(0, 3), granuleName(7)]);
  await makeWorkspace(client());
  await client().expect(
    200,
    "PUT",
    `${STORE}/file.imagemosaic`,
    ZIP,
    await archiveOf(granules(9, 1)),
  );
  await restart();
  expect(await listed()).toBe(4);
  expect(locationsOf(await listAll(client()))).toEqual(named(9, 1));
  expect(rasters(home)).toEqual([...named(0, 3), granuleName(7)]);
  await client().expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  await restart();
  expect(await listed()).toBe(4);
  expect(rasters(home)).toHaveLength(4);
  await client().expect(200, "DELETE", `${shower}?recurse=true&purge=all`);
  await restart();
  expect(rasters(join(data, "data"))).toEqual([]);
});

test("what is sent to a mosaic below the top of its archive is beside it, and goes with it", async () => {
  const { client, home } = await site();
  await makeWorkspace(client());
  const all = { ...definition, ...granules(0, 2) };
  const archive = await zipOf(
    Object.fromEntries(Object.entries(all).map(([name, file]) => [`m/${name}`, file])),
  );
  await client().expect(200, "PUT", `${STORE}/file.imagemosaic`, ZIP, archive);
  const one = `${STORE}/file.imagemosaic?filename=${granuleName(2)}`;
  await client().expect(201, "POST", one, "image/tiff", granule(2));
  await client().expect(201, "POST", `${STORE}/file.imagemosaic`, ZIP, await zipOf(granules(3, 1)));
  expect(locationsOf(await listAll(client()))).toEqual(named(0, 4));
  expect(rasters(join(home, "m"))).toEqual(named(0, 4));
  await remove(client(), "filter=INCLUDE&purge=all");
  expect(rasters(home)).toEqual([]);
});

test("files whose locations are absolute go as the others do", async () => {
  const { client, root, home } = await site();
  const indexer = `${definition["indexer.properties"]}\nAbsolutePath=true`;
  await makeMosaic(client(), { ...granules(0, 3), "indexer.properties": indexer });
  writeFiles(root, granules(10, 3));
  await harvest(client(), root);
  const wanted = [
    ...named(0, 3).map((name) => join(home, name)),
    ...named(10, 3).map((name) => join(root, name)),
  ];
  expect(locationsOf(await listAll(client()))).toEqual(wanted.toSorted());
  await remove(client(), "filter=INCLUDE&purge=all");
  expect(rasters(home)).toEqual([]);
  expect(rasters(root)).toEqual(named(10, 3));
});

test("files that were sent and hold no granule are not kept", async () => {
  const { client, home } = await site();
  await makeMosaic(client(), granules(0, 1));
  const sent = { "bad_20240101_z1.tif": "no raster", "worse_20240101_z1.tif": "none either" };
  await client().expect(422, "POST", `${STORE}/file.imagemosaic`, ZIP, await zipOf(sent));
  expect(rasters(home)).toEqual(named(0, 1));
});
