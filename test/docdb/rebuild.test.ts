/** Rebuilding and cleaning schemas, against a server that speaks the wire protocol. */
import { BSON } from "mongodb";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { documentMapping } from "../support/estates/artefacts.ts";
import { startDocumentServer, type DocumentServer } from "../support/databases/document-server.ts";
import { attributesOf, id, INTERNAL, mappingOf, openDoor, STORE, type Door } from "./support.ts";

const stations = {
  documents: [
    { _id: id(1), name: "one", height: new BSON.Int32(3), only1: true },
    { _id: id(2), name: "two", height: new BSON.Double(3.5), only2: "x" },
    { _id: id(3), name: "three", height: BSON.Long.fromNumber(9), only3: new Date(0) },
    { _id: id(4), name: 4, only4: null },
  ],
  indexes: [{ name: 1 }, { where: "2dsphere" }],
};

let server: DocumentServer;
let door: Door;
let meanwhile: () => Promise<unknown> = async () => undefined;
beforeAll(async () => {
  door = await openDoor({ sampled: () => meanwhile() });
});
afterAll(() => door.close());
afterEach(() => server.close());

async function start(...collections: readonly string[]): Promise<void> {
  server = await startDocumentServer({ stations, towns: { documents: [{ _id: 1, town: "t" }] } });
  await door.use(mappingOf(address(), ...collections));
}

const address = () => `mongodb://127.0.0.1:${server.port}/geo`;

describe("rebuild", () => {
  test("the whole document, as readers of this family keep it", async () => {
    await start("stations");
    expect(await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`)).toMatchObject({
      status: 200,
      text: "",
    });
    const scalar = (localName: string, binding: string) => ({
      localName,
      minOccurs: 0,
      maxOccurs: 1,
      type: { binding },
      userData: { mapping: localName },
    });
    expect(await door.schemas()).toEqual([
      {
        typeName: "stations",
        userData: { collection: "stations" },
        geometryDescriptor: {
          localName: "where",
          crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG:4326" } },
        },
        attributeDescriptors: [
          {
            localName: "where",
            type: { binding: "org.locationtech.jts.geom.Geometry" },
            userData: { encoding: "GeoJSON", mapping: "where" },
          },
          scalar("_id", "org.bson.types.ObjectId"),
          scalar("height", "java.lang.Integer"),
          scalar("name", "java.lang.String"),
          scalar("only1", "java.lang.Boolean"),
        ],
      },
    ]);
  });

  test("max is how many documents are read", async () => {
    await start("stations");
    await door.send("POST", `${INTERNAL}/rebuildMongoSchemas?max=2`);
    expect(Object.keys(attributesOf((await door.schemas())[0]))).toContain("only2");
    expect(Object.keys(attributesOf((await door.schemas())[0]))).not.toContain("only3");
    await door.send("POST", `${STORE}/rebuildMongoSchemas?max=1000000`);
    expect(attributesOf((await door.schemas())[0])).toMatchObject({
      only3: "Date",
      height: "Double",
    });
  });

  test("documents named by ids alone are all that is read", async () => {
    await start("stations");
    const ids = [id(2), id(3)].map((one) => one.toHexString().toUpperCase()).join(",");
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?ids=${ids}`);
    const attributes = attributesOf((await door.schemas())[0]);
    expect(attributes).toMatchObject({ only2: "String", only3: "Date", height: "Double" });
    expect(Object.keys(attributes)).not.toContain("only1");
  });

  test("ids come first, others until max; ids win on conflict", async () => {
    await start("stations");
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?ids=${id(4).toHexString()}&max=2`);
    const attributes = attributesOf((await door.schemas())[0]);
    expect(attributes).toMatchObject({ name: "Integer", only1: "Boolean" });
    expect(Object.keys(attributes)).not.toContain("only2");
  });

  test("ids that are nowhere leave one document", async () => {
    await start("stations");
    const answer = await door.send(
      "POST",
      `${STORE}/rebuildDocDbSchemas?ids=${id(77).toHexString()}`,
    );
    expect(answer.status).toBe(200);
    expect(Object.keys(attributesOf((await door.schemas())[0]))).toContain("only1");
  });

  test("one schema by name, in the place of all", async () => {
    await start("stations", "towns");
    await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`);
    expect((await door.schemas()).map(({ typeName }) => typeName)).toEqual(["stations", "towns"]);
    await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1&schema=towns`);
    expect((await door.schemas()).map(({ typeName }) => typeName)).toEqual(["towns"]);
  });

  test("a collection without documents and indexes refuses, and the old schemas stay", async () => {
    await start("stations");
    await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`);
    const before = await door.schemas();
    const answer = await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1&schema=none`);
    expect(answer).toMatchObject({
      status: 422,
      text: expect.stringMatching(/^The collection none holds no document/) as string,
    });
    expect(await door.schemas()).toEqual(before);
  });

  test("every internal store is rebuilt, and nothing is left open", async () => {
    server = await startDocumentServer({ stations });
    const read = (store: string) => ({ store, collection: "stations" });
    await door.use(
      documentMapping({ A: read("db"), B: read("db2") }, { db: address(), db2: address() }),
    );
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    expect(await door.schemas("db")).toHaveLength(1);
    expect(await door.schemas("db2")).toHaveLength(1);
    await expect.poll(() => server.open()).toBe(0);
    await door.send("POST", `${STORE}/datastores/db2/cleanSchemas`);
    expect(await door.schemas("db")).toHaveLength(1);
    expect(await door.schemas("db2")).toEqual([]);
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    await door.send("POST", `${STORE}/cleanSchemas`);
    expect([...(await door.schemas("db")), ...(await door.schemas("db2"))]).toEqual([]);
  });

  test("only what is asked for is read", async () => {
    await start("stations");
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=2`);
    const sent = server.commands.map((command) => Object.keys(command)[0]);
    expect(sent.slice(0, 2)).toEqual(["listIndexes", "find"]);
    expect(server.commands[1]).toMatchObject({ find: "stations", limit: 2, $db: "geo" });
  });

  test("a placeholder of the address is filled in from the server's properties", async () => {
    server = await startDocumentServer({ stations });
    const mapping = mappingOf("mongodb://127.0.0.1:${port}/geo", "stations");
    await door.use(mapping);
    expect(await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`)).toMatchObject({
      status: 422,
      text: expect.stringMatching(
        /^The data_store of the internal store db holds a \$\{…\} that this server has no value for/,
      ) as string,
    });
    const other = await openDoor({ properties: new Map([["port", String(server.port)]]) });
    await other.use(mapping);
    expect((await other.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`)).status).toBe(200);
    await other.close();
  });
});

describe("schemas follow their store", () => {
  test("a mapping replaced meanwhile is not given schemas of another", async () => {
    await start("stations");
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    const before = await door.schemas();
    const upload = "/workspaces/w1/datastores/st/file.appschema?configure=none";
    meanwhile = () => door.send("PUT", upload, `${mappingOf(address(), "stations")}\n`);
    const answer = await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=3`);
    meanwhile = async () => undefined;
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(/^The mapping of w1:st changed while its documents were read/);
    expect(await door.schemas()).toEqual(before);
  });

  test("a rebuilt store counts as changed", async () => {
    await start("stations");
    const modified = async () =>
      /<dateModified>.*<\/dateModified>/.exec(
        (await door.send("GET", "/workspaces/w1/datastores/st.xml")).text,
      )?.[0];
    expect(await modified()).toBeUndefined();
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    expect(await modified()).toBeDefined();
  });

  test("through renaming, and into its end", async () => {
    await start("stations");
    await door.send("POST", `${STORE}/rebuildDocDbSchemas?max=1`);
    const kept = await door.schemas();
    const at = async (path: string) =>
      (await door.send("GET", `/plumbline/document-schemas/${path}`)).text;
    await door.send(
      "PUT",
      "/workspaces/w1/datastores/st",
      "<dataStore><name>st2</name></dataStore>",
    );
    expect(JSON.parse(await at("w1/st2/db"))).toEqual({ format_version: "1.0", schemas: kept });
    await door.send("PUT", "/workspaces/w1", "<workspace><name>w2</name></workspace>");
    expect(JSON.parse(await at("w2/st2/db"))).toEqual({ format_version: "1.0", schemas: kept });
    await door.send("DELETE", "/workspaces/w2/datastores/st2?recurse=true");
    const mapping = mappingOf("mongodb://127.0.0.1:1/geo", "stations");
    await door.send("PUT", "/workspaces/w2/datastores/st2/file.appschema", mapping);
    expect(JSON.parse(await at("w2/st2/db"))).toEqual({ format_version: "1.0", schemas: [] });
  });
});
