/** Schemas from a real document database, when PLUMBLINE_MONGODB_URL names one (CONTRIBUTING.md). */
import { BSON, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attributesOf, id, INTERNAL, mappingOf, openDoor, STORE, type Door } from "./support.ts";

const url = process.env["PLUMBLINE_MONGODB_URL"];
if (url === undefined) {
  process.stderr.write(
    "SKIPPED, no PLUMBLINE_MONGODB_URL: schemas from a real document database\n",
  );
}

/** A slow machine's database may take its time; nothing here is about time. */
const timeouts = {
  selectionTimeoutMs: 5_000,
  operationTimeoutMs: 30_000,
  requestTimeoutMs: 60_000,
};

describe.skipIf(url === undefined)("a real document database", () => {
  const database = `plumbline_test_${process.pid}`;
  const address = new URL(url ?? "mongodb://127.0.0.1");
  address.pathname = `/${database}`;
  const count = 250;
  let client: MongoClient;
  let door: Door;
  beforeAll(async () => {
    client = new MongoClient(address.href, { serverSelectionTimeoutMS: 5_000 });
    const stations = Array.from({ length: count }, (_unused, at) => ({
      _id: id(at + 1),
      name: `station ${at}`,
      reading: at % 2 === 0 ? new BSON.Int32(at) : new BSON.Double(at + 0.5),
      seen: new Date(at),
      contact: { mail: null, phones: [`+${at}`] },
      where: { type: "Point", coordinates: [at / 10, at / 20] },
      measurements: [{ unit: "c", values: [{ time: BSON.Long.fromNumber(2 ** 40 + at) }] }],
      [`only${at + 1}`]: true,
    }));
    await client.db().collection("stations").insertMany(stations);
    door = await openDoor({ timeouts });
    await door.use(mappingOf(address.href, "stations"));
  });
  afterAll(async () => {
    await door.close();
    await client.db().dropDatabase();
    await client.close();
  });

  test("one document", async () => {
    const answer = await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1`);
    expect(answer).toEqual({ status: 200, text: "" });
    const [schema] = await door.schemas();
    expect(schema?.geometryDescriptor?.localName).toBe("where");
    expect(attributesOf(schema)).toEqual({
      where: "Geometry",
      _id: "ObjectId",
      "contact.phones": "String",
      "measurements.unit": "String",
      "measurements.values.time": "Long",
      name: "String",
      only1: "Boolean",
      reading: "Integer",
      seen: "Date",
    });
  });

  test("all documents, in several batches", async () => {
    await door.send("POST", `${STORE}/rebuildMongoSchemas?max=1000`);
    const attributes = attributesOf((await door.schemas())[0]);
    expect(Object.keys(attributes).filter((name) => name.startsWith("only"))).toHaveLength(count);
    expect(attributes["reading"]).toBe("Double");
  });

  test("documents by id, and those besides", async () => {
    const ids = [id(7), id(9)].map((one) => one.toHexString()).join(",");
    const only = async () =>
      Object.keys(attributesOf((await door.schemas())[0])).filter((name) =>
        name.startsWith("only"),
      );
    await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?ids=${ids}`);
    expect(await only()).toEqual(["only7", "only9"]);
    await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?ids=${ids}&max=3`);
    expect(await only()).toEqual(["only1", "only7", "only9"]);
  });

  test("a collection that is not there changes nothing; cleaning removes", async () => {
    const before = await door.schemas();
    const answer = await door.send("POST", `${INTERNAL}/rebuildDocDbSchemas?max=1&schema=none`);
    expect(answer.status).toBe(422);
    expect(await door.schemas()).toEqual(before);
    expect((await door.send("POST", `${INTERNAL}/cleanSchemas`)).status).toBe(200);
    expect(await door.schemas()).toEqual([]);
  });
});
