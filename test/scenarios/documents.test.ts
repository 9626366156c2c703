/**
 * Stores and what they publish as documents: passwords are nowhere but in the bodies that need
 * them, what others wrote stays, and documents of stock servers are read as what they mean. Those
 * are written by hand from what such servers are known to answer.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { localInventory } from "../../src/reconciler/inventory/store.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate, type Planned } from "../../src/reconciler/reconcile.ts";
import { planDocument, reportDocument } from "../../src/reconciler/report/json.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import {
  AUTHORIZATION,
  connectTo,
  startCatalog,
  type TestConnection,
} from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { disown, importFrom, textsOf } from "../support/commands/imports.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile } from "../support/run/scale.ts";

const STORE = { workspace: "w", name: "db" };

const PLACE = "/workspaces/w/datastores/db";

const parameters = { dbtype: "postgis", host: "db.example.org", port: 5432 };

function estate(connectionParameters: object, passwd = "canary-one"): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "db.yaml": manifest("DataStore", STORE, { connectionParameters }),
    "passwd.txt": passwd,
  });
  return folder;
}

function estateOf(folder: string): Estate {
  return { name: "test", paths: [folder], prune: "owned", allow: new Set() };
}

async function applyWith(connection: TestConnection, folder: string) {
  const planned = await planEstate(estateOf(folder), connection);
  const result = await applyPlan(planned, connection);
  expect(result).toMatchObject({ converged: true });
  return { planned, result };
}

/** Answers one GET itself and leaves the rest to the server behind. */
const answering =
  (path: string, body: string) =>
  (real: Transport): Transport =>
  async (request) =>
    request.method === "GET" && request.path === path
      ? {
          status: 200,
          headers: { "content-type": "application/xml" },
          body: new TextEncoder().encode(body),
        }
      : real(request);

const changes = (planned: Planned) =>
  planned.plan?.changes
    .filter(({ action }) => action !== "none")
    .map(({ action, address, fields }) => [action, address.name, fields.map(({ field }) => field)]);

const secretly = { ...parameters, passwd: { fromFile: "./passwd.txt" } };

test.for(oneByFile(import.meta.url, dialects))(
  "a password is in bodies that are sent and nowhere else, %s dialect",
  async (dialect) => {
    const { app } = await startCatalog({ dialect });
    const inventory = join(temporaryFolder(), "inventory.json");
    const seen: string[] = [];
    for (const passwd of ["canary-one", "canary-two"]) {
      const connection = await connectTo(app);
      const owned = localInventory("test", inventory);
      const own = { ...connection, inventory: owned };
      const { planned, result } = await applyWith(own, estate(secretly, passwd));
      const { plan } = planned;
      if (plan === undefined) throw new Error("no plan");
      const drift = await findDrift(estateOf(estate(secretly, passwd)), own);
      expect(drift.drifted).toEqual([]);
      const sent = connection.log.findLast(
        ({ request }) => request.path.includes("datastores") && request.method !== "GET",
      );
      const body = sent?.request.body;
      const bytes = body === undefined ? undefined : await connection.bodies.load(body);
      expect(Buffer.from(bytes ?? []).toString()).toContain(
        `<entry key="passwd">${passwd}</entry>`,
      );
      seen.push(
        JSON.stringify(plan),
        renderPlan(plan),
        JSON.stringify(planDocument(plan, { url: "http://127.0.0.1", version: "0" })),
        JSON.stringify(result.execution.reports.map(reportDocument)),
        JSON.stringify([...(await owned.load()).objects]),
        JSON.stringify(
          connection.log.map(({ request, response }) => [
            request,
            response.headers,
            Buffer.from(response.body).toString(),
          ]),
        ),
      );
    }
    expect(seen.join("\n")).not.toMatch(/canary/);
    expect(seen.join("\n")).toMatch(/passwd scrypt-[0-9a-f]{32}/);
  },
);

test("an import writes down no key that somebody put into a map of texts", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const at = (name: string) => ({ workspace: "w", name });
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "db.yaml": manifest("DataStore", STORE, {
      connectionParameters: parameters,
      metadata: { apiKey: "canary-key", note: "by hand" },
    }),
    "wms.yaml": manifest(
      "Service",
      { name: "wms" },
      {
        metadata: { mapToken: "canary-token", note: "by hand" },
      },
    ),
    "settings.yaml": manifest(
      "Settings",
      { name: "global" },
      {
        metadata: { mapToken: "canary-setting", note: "by hand" },
      },
    ),
    "base.yaml": manifest("WmsStore", at("base"), {
      capabilitiesUrl: "https://maps.example.org/ows",
    }),
    "layer.yaml": manifest("WmsLayer", at("marble"), {
      store: "base",
      nativeName: "Marble",
      vendorParameters: { token: "canary-vendor", tiled: true },
    }),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  await disown(app);
  const { imported } = await importFrom(app);
  const text = Object.values(textsOf(imported)).join("\n");
  expect(text).not.toMatch(/canary-/);
  expect(text.match(/note: by hand/g)).toHaveLength(3);
  const notes = imported.objects.flatMap((one) => one.notes);
  expect(notes.toSorted()).toEqual([
    "metadata apiKey",
    "metadata mapToken",
    "metadata mapToken",
    "vendorParameters",
  ]);
  const { plan } = await planFolder(app, folder);
  expect(plan?.changes.filter(({ action }) => action !== "none")).toEqual([]);
});

test("a change of one parameter sends those of others again", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  await applyFolder(app, estate(parameters));
  const entries = `<entry key="host">db.example.org</entry><entry key="dbtype">postgis</entry><entry key="port">5432</entry><entry key="passwd">by hand</entry><entry key="fetch size">&lt;500</entry>`;
  const payload = `<dataStore><connectionParameters>${entries}</connectionParameters></dataStore>`;
  await app.inject({ method: "PUT", url: `/rest${PLACE}`, headers, payload });
  const shown = await app.inject({ url: `/rest${PLACE}.xml`, headers });
  const sealed =
    /<entry key="passwd">(crypt1:[^<]+)</.exec(shown.body)?.[1] ?? expect.unreachable();
  const connection = await connectTo(app);
  const { planned } = await applyWith(connection, estate({ ...parameters, host: "replica" }));
  expect(JSON.stringify(planned.plan)).not.toContain(sealed);
  const sent = connection.log.find(
    ({ request }) => request.path === PLACE && request.method === "PUT",
  );
  const body = await connection.bodies.load(sent?.request.body ?? expect.unreachable());
  expect(Buffer.from(body).toString()).toBe(
    `<dataStore><connectionParameters><entry key="dbtype">postgis</entry><entry key="fetch size">&lt;500</entry><entry key="host">replica</entry><entry key="passwd">${sealed}</entry><entry key="port">5432</entry></connectionParameters></dataStore>`,
  );
});

describe("a stock server's data store", () => {
  const document = (entries: string) =>
    `<dataStore><name>db</name><description></description><type>PostGIS</type><enabled>true</enabled><workspace><name>w</name></workspace><connectionParameters>${entries}<entry key="namespace">http://w</entry></connectionParameters><__default>false</__default><dateCreated>2026-01-01 10:00:00.1 UTC</dateCreated><disableOnConnFailure>false</disableOnConnFailure><featureTypes/></dataStore>`;
  const known = `<entry key="port">5432</entry><entry key="host">db.example.org</entry><entry key="dbtype">postgis</entry>`;

  test.for<[what: string, entries: string, expected: readonly unknown[]]>([
    ["an encrypted password", `${known}<entry key="passwd">crypt2:abc</entry>`, []],
    [
      "a plain password that is as declared",
      `${known}<entry key="passwd">plain:canary-one</entry>`,
      [],
    ],
    [
      "a plain password that is another",
      `${known}<entry key="passwd">plain:else</entry>`,
      [["update", "db", ["secrets"]]],
    ],
    ["no password", known, [["update", "db", ["secrets"]]]],
    [
      "another port, and no host",
      `<entry key="port">1</entry><entry key="dbtype">postgis</entry><entry key="passwd">crypt1:x</entry>`,
      [["update", "db", ["parameters"]]],
    ],
  ])("with %s", async ([, entries, expected]) => {
    const { app } = await startCatalog({ dialect: "geoserver" });
    const folder = estate(secretly);
    await applyFolder(app, folder);
    const stock = await connectTo(app, "test", answering(`${PLACE}.xml`, document(entries)));
    const planned = await planEstate(estateOf(folder), stock);
    expect(changes(planned)).toEqual(expected);
    const told = JSON.stringify(planned.plan) + renderPlan(planned.plan ?? expect.unreachable());
    expect(told).not.toMatch(/canary|crypt\d|plain:/);
  });
});

test("what a stock server finds out about a feature type is no difference", async () => {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = estate(parameters);
  writeFiles(folder, {
    "t.yaml": manifest(
      "FeatureType",
      { workspace: "w", name: "ways" },
      {
        store: "db",
        title: "Ways",
        keywords: ["roads"],
        bounds: { native: { minx: 1, miny: 2, maxx: 3, maxy: 4.5, crs: "EPSG:25832" } },
        attributes: [{ name: "geom" }, { name: "label", nillable: true }],
        caching: { enabled: true },
      },
    ),
  });
  await applyFolder(app, folder);
  const type = (title: string) =>
    `<featureType><name>ways</name><nativeName>ways</nativeName><namespace><name>w</name></namespace><title>${title}</title><keywords><string>roads</string></keywords><nativeCRS class="projected">PROJCS["x"]</nativeCRS><srs>EPSG:25832</srs><nativeBoundingBox><minx>1.0</minx><maxx>3.0</maxx><miny>2.0</miny><maxy>4.5</maxy><crs class="projected">EPSG:25832</crs></nativeBoundingBox><latLonBoundingBox><minx>-1.0</minx><maxx>1.0</maxx><miny>-1.0</miny><maxy>1.0</maxy><crs>EPSG:4326</crs></latLonBoundingBox><projectionPolicy>FORCE_DECLARED</projectionPolicy><enabled>true</enabled><metadata><entry key="cachingEnabled">true</entry><entry key="elevation"><dimensionInfo><enabled>false</enabled></dimensionInfo></entry></metadata><store class="dataStore"><name>w:db</name></store><maxFeatures>0</maxFeatures><attributes><attribute><name>label</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable><binding>java.lang.String</binding></attribute><attribute><name>geom</name><minOccurs>0</minOccurs><maxOccurs>1</maxOccurs><nillable>true</nillable></attribute></attributes></featureType>`;
  const path = "/workspaces/w/featuretypes/ways.xml";
  const same = await connectTo(app, "test", answering(path, type("Ways")));
  expect(changes(await planEstate(estateOf(folder), same))).toEqual([]);
  const other = await connectTo(app, "test", answering(path, type("Paths")));
  expect(changes(await planEstate(estateOf(folder), other))).toEqual([
    ["update", "ways", ["title"]],
  ]);
});

describe("a store of another kind under the name", () => {
  async function uploaded() {
    const { app } = await startCatalog();
    await applyFolder(app, estate(parameters));
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    await app.inject({ method: "DELETE", url: `/rest${PLACE}?recurse=true`, headers });
    const url = `/rest${PLACE}/file.appschema?configure=all`;
    const answer = await app.inject({ method: "PUT", url, headers, payload: mapping(["t:A"]) });
    expect(answer.statusCode).toBe(201);
    return app;
  }

  test("is not touched by a manifest", async () => {
    const app = await uploaded();
    const planned = await planEstate(estateOf(estate(parameters)), await connectTo(app));
    expect(planned.diagnostics.map(({ message }) => message)).toEqual([
      "DataStore/w:db exists on the server with another type of the data store (Application Schema DataAccess, which AppSchemaStore declares) and is not touched",
    ]);
  });

  test("is not what the estate owned, and stays when the manifest goes", async () => {
    const app = await uploaded();
    const folder = temporaryFolder();
    writeFiles(folder, { "w.yaml": manifest("Workspace", { name: "w" }, {}) });
    const planned = await planEstate(estateOf(folder), await connectTo(app));
    expect(changes(planned)).toEqual([["forget", "db", []]]);
  });
});

test.for(oneByFile(import.meta.url, dialects))(
  "odd texts arrive as they are meant, %s dialect",
  async (dialect) => {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    const of = (name: string) => ({ workspace: "w", name });
    const odd = "<&\"'> \u00e4\u{1f600} a\tb\nc";
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, {}),
      "db.yaml": manifest("DataStore", of("db"), {
        description: "",
        connectionParameters: { "a key": " x ", big: 1e21, yes: true, none: "", odd },
      }),
      "t.yaml": manifest("FeatureType", of("t"), {
        store: "db",
        title: " 007 ",
        abstract: "a\r\nb\n\n  c\rd",
        keywords: ["1", "true", "a,b", odd],
        enabled: false,
        bounds: { native: { minx: -0, miny: 1e-7, maxx: 1e22, maxy: 3 } },
        attributes: [{ name: "a b", binding: "x", length: 3 }],
        metadata: { none: "", n: 1.5, "x:y": odd },
      }),
      "cs.yaml": manifest("CoverageStore", of("cs"), {
        type: "GeoTIFF",
        url: "file:data/a%20b+c d.tif?x=1&y=2",
      }),
    });
    expect((await applyFolder(app, folder)).result).toMatchObject({ converged: true });
    expect((await applyFolder(app, folder)).planned.plan).toMatchObject({ steps: [] });
  },
);
