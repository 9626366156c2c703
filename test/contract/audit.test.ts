/** The audit: who changed what, when, and which revision it made (docs/compatibility.md, "Audit"). */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { testOfFolder } from "../support/databases/postgres-catalogs.ts";
import { contract, del, get, post } from "./harness.ts";

const AUDIT = "/plumbline/audit";

contract("audit", [
  { name: "as an array", request: get(`${AUDIT}?after=0&limit=1`), answer: { status: 200, text: /^\[\{"id":1,"at":"\d{4}-[^"]*Z","revision":1,"account":"","address":"","method":"","path":"","objects":\["AccessRule[^\]]*\]\}\]$/, headers: { "content-type": /^application\/json/, etag: /^"sha256-/, link: '<BASE/plumbline/audit?after=1&limit=1&format=json>; rel="next"' } } },
  { name: "as lines, by the query", request: get(`${AUDIT}?limit=2&format=ndjson`), answer: { status: 200, text: /^\{"id":1,[^\n]*\}\n\{"id":2,[^\n]*\}\n$/, headers: { "content-type": /^application\/x-ndjson/ } } },
  { name: "as lines, by Accept", request: get(`${AUDIT}?limit=1`, { accept: "application/x-ndjson" }), answer: { status: 200, text: /^\{[^\n]*\}\n$/ } },
  { name: "by its suffix", request: get(`${AUDIT}.json?limit=1`), answer: { status: 200, text: /^\[/ } },
  { name: "a change", request: post("/workspaces?default=secret", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } },
  { name: "is remembered without query and body", request: get(`${AUDIT}?after=2`), answer: { status: 200, text: /"account":"admin","address":"[^"]+","method":"POST","path":"\/rest\/workspaces","objects":\["Workspace\/w1","DefaultWorkspace\/default"\]\}\]$/, without: /secret|<name>/, headers: { link: null } } },
  { name: "beyond the end", request: get(`${AUDIT}?after=999999`), answer: { status: 200, json: [] } },
  { name: "beyond the end, as lines", request: get(`${AUDIT}?after=999999&format=ndjson`), answer: { status: 200, text: "" } },
  { name: "no page", request: get(`${AUDIT}?limit=0`), answer: { status: 400, text: "limit must be a whole number from 1 to 1000" } },
  { name: "a full page", request: get(`${AUDIT}?limit=1000`), answer: { status: 200 } },
  { name: "more than a page", request: get(`${AUDIT}?limit=1001`), answer: { status: 400 } },
  { name: "after nothing", request: get(`${AUDIT}?after=-1`), answer: { status: 400, text: /^after must be a whole number from 0 to / } },
  { name: "after a word", request: get(`${AUDIT}?after=x`), answer: { status: 400 } },
  { name: "the newest first", request: get(`${AUDIT}?newest=true&limit=1`), answer: { status: 200, text: /^\[\{"id":4,[^}]*"path":"\/rest\/workspaces","objects":\["Workspace\/w1","DefaultWorkspace\/default"\]\}\]$/, headers: { link: '<BASE/plumbline/audit?newest=true&before=4&limit=1&format=json>; rel="next"' } } },
  { name: "those before it", request: get(`${AUDIT}?newest=true&before=3&limit=5`), answer: { status: 200, text: /^\[\{"id":2,.*\{"id":1,/, without: /"id":3/, headers: { link: null } } },
  { name: "before nothing", request: get(`${AUDIT}?newest=true&before=x`), answer: { status: 400, text: /^before must be a whole number from 0 to / } },
  { name: "before, from the oldest on", request: get(`${AUDIT}?before=3`), answer: { status: 400, text: /^before goes with newest=true; without it, say after$/ } },
  { name: "after, from the newest on", request: get(`${AUDIT}?newest=true&after=3`), answer: { status: 400, text: /^after goes without newest=true; with it, say before$/ } },
  { name: "another form", request: get(`${AUDIT}.xml`), answer: { status: 406, text: /The form 'xml' cannot be had here; ask for json or ndjson/ } },
  { name: "a form of another name", request: get(`${AUDIT}?format=csv`), answer: { status: 406 } },
  { name: "a form without a name", request: get(`${AUDIT}?format=`), answer: { status: 406, text: /The form '' cannot be had here; ask for json or ndjson/ } },
  { name: "a type that is not offered", request: get(AUDIT, { accept: "text/csv" }), answer: { status: 406 } },
  { name: "nobody removes anything", request: del(AUDIT), answer: { status: 405, headers: { allow: "HEAD, GET" } } },
].map((row) => ({ ...row, foreign: false as const })));

interface Change {
  readonly id: number;
  readonly revision: number;
  readonly method: string;
  readonly path: string;
  readonly removedRules?: readonly string[];
  readonly objects: readonly string[];
  readonly estate?: string;
}

describe("every change, and nothing else", () => {
  const send = async () => {
    const { app } = await startCatalog();
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const change = async (method: "POST" | "PUT" | "DELETE", url: string, payload = "") =>
      (await app.inject({ method, url: `/rest${url}`, headers, payload })).statusCode;
    const changes = async (): Promise<readonly Change[]> => {
      const answer = await app.inject({ url: `/rest${AUDIT}?limit=1000`, headers });
      return JSON.parse(answer.body) as Change[];
    };
    return { change, changes };
  };

  test("a request that fails leaves no row", async () => {
    const { change, changes } = await send();
    const before = await changes();
    expect(await change("POST", "/workspaces", "<workspace><name>a/b</name></workspace>")).toBe(400);
    expect(await change("POST", "/workspaces", "<workspace>")).toBe(400);
    expect(await change("DELETE", "/workspaces/none")).toBe(404);
    expect(await change("PUT", "/security/acl/layers", '<rules><rule resource="x.*.r">R</rule></rules>')).toBe(409);
    expect(await change("PUT", "/security/acl/rest", '<rules><rule resource="/**:POST,DELETE,PUT">R</rule><rule resource="/x:GET">R</rule></rules>')).toBe(409);
    expect(await changes()).toEqual(before);
  });

  test("one row and one revision per change, in their order", async () => {
    const { change, changes } = await send();
    const before = await changes();
    const last = before.at(-1)?.revision ?? 0;
    expect(await change("POST", "/workspaces", "<workspace><name>w</name></workspace>")).toBe(201);
    expect(await change("PUT", "/security/acl/layers?a=b", '<rules><rule resource="*.*.r">R</rule></rules>')).toBe(200);
    expect(await change("DELETE", "/security/acl/rest//**:GET,HEAD,OPTIONS")).toBe(200);
    expect(await change("DELETE", "/workspaces/w?recurse=true")).toBe(200);
    const made = (await changes()).slice(before.length);
    expect(made.map(({ method, path, revision }) => [method, path, revision - last])).toEqual([
      ["POST", "/rest/workspaces", 1],
      ["PUT", "/rest/security/acl/layers", 2],
      ["DELETE", "/rest/security/acl/rest//**:GET,HEAD,OPTIONS", 3],
      ["DELETE", "/rest/workspaces/w", 4],
    ]);
  });

  test("rules that go are named, those that stay or change are not", async () => {
    const { change, changes } = await send();
    const rule = (key: string) => `<rule resource="${key}">R</rule>`;
    const list = (...keys: readonly string[]) => `<rules>${keys.map(rule).join("")}</rules>`;
    const before = await changes();
    expect(await change("POST", "/security/acl/layers", list("*.*.r", "w.a.r", "w.b.w"))).toBe(201);
    expect(await change("POST", "/security/acl/layers", list("*.*.r", "w.a.r", "w.b.w"))).toBe(201);
    expect(await change("POST", "/security/acl/layers", list("w.*.r", "*.*.r"))).toBe(201);
    expect(await change("PUT", "/security/acl/layers", list("w.*.r"))).toBe(200);
    expect(await change("POST", "/security/acl/rest", '<rules/>')).toBe(201);
    expect(await change("DELETE", "/security/acl/layers/w.*.r")).toBe(200);
    const made = (await changes()).slice(before.length);
    expect(made.map(({ removedRules }) => removedRules)).toEqual([
      ["*.*.w"],
      undefined,
      ["w.a.r", "w.b.w"],
      undefined,
      ["/**:GET,HEAD,OPTIONS", "/**:POST,DELETE,PUT"],
      ["w.*.r"],
    ]);
  });

  test("rules that are deleted with what they guard are named too", async () => {
    const { change, changes } = await send();
    const rules = '<rules><rule resource="*.*.r">R</rule><rule resource="w.*.r">R</rule></rules>';
    expect(await change("POST", "/workspaces", "<workspace><name>w</name></workspace>")).toBe(201);
    expect(await change("POST", "/security/acl/layers", rules)).toBe(201);
    expect(await change("DELETE", "/workspaces/w")).toBe(200);
    expect((await changes()).at(-1)).toMatchObject({ method: "DELETE", removedRules: ["w.*.r"] });
  });

  test("objects are named by their addresses, whichever path leads to them", async () => {
    const { app } = await startCatalog();
    const headers = { authorization: AUTHORIZATION };
    const send = async (method: "POST" | "PUT" | "DELETE", url: string, payload: string | Buffer = "", type = "text/xml") => {
      const options = { method, url: `/rest${url}`, headers: { ...headers, "content-type": type }, payload };
      const { statusCode } = await app.inject(options);
      expect({ url, ok: statusCode < 300 ? "ok" : statusCode }).toEqual({ url, ok: "ok" });
      const answer = await app.inject({ url: `/rest${AUDIT}?newest=true&limit=1`, headers });
      return answer.json<Change[]>()[0]?.objects;
    };
    const style = "application/vnd.ogc.sld+xml";
    expect(await send("POST", "/workspaces", "<workspace><name>w</name></workspace>")).toEqual(["Workspace/w", "DefaultWorkspace/default"]);
    expect(await send("PUT", "/workspaces/w/datastores/s/file.appschema?configure=all", mapping(["t:Borehole"], { uri: "http://w" }), "text/xml")).toEqual(
      expect.arrayContaining(["AppSchemaStore/w:s", "FeatureType/w:Borehole", "Layer/w:Borehole"]),
    );
    expect(await send("PUT", "/layers/w:Borehole", "<layer><opaque>true</opaque></layer>")).toEqual(["Layer/w:Borehole"]);
    expect(await send("PUT", "/workspaces/w/layers/Borehole.xml", "<layer><opaque>false</opaque></layer>")).toEqual(["Layer/w:Borehole"]);
    expect(await send("POST", "/styles?name=roads", sld({ name: "roads" }), style)).toEqual(["Style/roads"]);
    expect(await send("PUT", "/styles/roads", sld({ name: "roads", colour: "#010203" }), style)).toEqual(["Style/roads"]);
    expect(await send("PUT", "/resource/styles/roads.sld", sld({ name: "roads", colour: "#030201" }), style)).toEqual(["Style/roads"]);
    const zip = await zipOf({ "roads.sld": sld({ name: "roads" }), "mark.svg": "<svg/>" });
    expect(await send("PUT", "/styles/roads.zip", zip, "application/zip")).toEqual(["Style/roads", "File/styles/mark.svg"]);
    expect(await send("PUT", "/styles/roads", "<style><name>streets</name></style>")).toEqual(["Style/roads", "Style/streets"]);
    expect(await send("PUT", "/resource/templates/a.txt", "a", "text/plain")).toEqual(["File/templates/a.txt"]);
    expect(await send("PUT", "/workspaces/w/templates/content.ftl", "a", "text/plain")).toEqual(["Template/w:content"]);
    const rules = (roles: string) => `<rules><rule resource="*.*.r">*</rule><rule resource="w.*.r">${roles}</rule></rules>`;
    await send("POST", "/security/acl/layers", rules("A"));
    expect(await send("POST", "/security/acl/layers", rules("B"))).toEqual(["AccessRule/w.*.r"]);
    expect(await send("PUT", "/security/acl/catalog", "<catalog><mode>MIXED</mode></catalog>")).toEqual(["CatalogMode/catalog"]);
    const gone = await send("DELETE", "/workspaces/w?recurse=true");
    expect(gone).toEqual(expect.arrayContaining(["Workspace/w", "AppSchemaStore/w:s", "Layer/w:Borehole", "AccessRule/w.*.r"]));
  });

  test("the estate that a client applies is noted", async () => {
    const { app } = await startCatalog();
    const made = async (estate: string) => {
      const headers = { authorization: AUTHORIZATION, "content-type": "text/xml", "plumbline-estate": estate };
      await app.inject({ method: "PUT", url: "/rest/resource/a.txt", headers, payload: estate });
      const answer = await app.inject({ url: `/rest${AUDIT}?newest=true&limit=1`, headers });
      return answer.json<Change[]>()[0];
    };
    expect(await made("team")).toMatchObject({ estate: "team", objects: ["File/a.txt"] });
    expect(await made("x".repeat(201))).not.toHaveProperty("estate");
  });

  testOfFolder("a catalog from before that keeps its entries", async () => {
    const before = await startCatalog();
    await before.close();
    const database = new DatabaseSync(join(before.folder, "catalog.db"));
    database.exec("ALTER TABLE audit DROP COLUMN removed_rules; ALTER TABLE audit DROP COLUMN about; DROP TABLE known_networks; DROP TABLE sessions; UPDATE versions SET version = 3");
    database.exec("INSERT INTO audit (at, revision, account, address, method, path) VALUES ('', 1, 'a', '', 'PUT', '/geoserver/rest/layers/w%3Aa.json')");
    const { count } = database.prepare("SELECT count(*) AS count FROM audit").get() as { count: number };
    database.close();
    const { app } = await startCatalog({ folder: before.folder });
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const rules = { method: "POST", url: "/rest/security/acl/layers", headers, payload: "<rules/>" } as const;
    expect((await app.inject(rules)).statusCode).toBe(201);
    const entries = (await app.inject({ url: `/rest${AUDIT}?limit=1000`, headers })).json<Change[]>();
    expect(entries.length).toBe(count + 1);
    expect(entries.at(-1)?.removedRules).toEqual(["*.*.r", "*.*.w"]);
    expect(entries.at(-2)).toMatchObject({ path: "/geoserver/rest/layers/w%3Aa.json", objects: ["Layer/w:a"] });
  });

  test("bookkeeping is remembered and raises no revision", async () => {
    const { change, changes } = await send();
    const before = await changes();
    expect(await change("PUT", "/resource/plumbline/team/inventory.json", "{}")).toBe(201);
    const [made, ...more] = (await changes()).slice(before.length);
    expect(more).toEqual([]);
    expect(made?.path).toBe("/rest/resource/plumbline/team/inventory.json");
    expect(made?.revision).toBe(before.at(-1)?.revision);
  });

  test("pages are disjoint and complete", async () => {
    const { app } = await startCatalog();
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    for (let n = 0; n < 9; n++) {
      const payload = `<workspace><name>w${n}</name></workspace>`;
      await app.inject({ method: "POST", url: "/rest/workspaces", headers, payload });
    }
    const whole = JSON.parse((await app.inject({ url: `/rest${AUDIT}`, headers })).body) as Change[];
    const ids: number[] = [];
    const take = async (url: string): Promise<void> => {
      const answer = await app.inject({ url, headers });
      ids.push(...(JSON.parse(answer.body) as Change[]).map(({ id }) => id));
      const next = /<http:\/\/[^/]+([^>]+)>/.exec(String(answer.headers["link"] ?? ""))?.[1];
      if (next !== undefined) await take(next);
    };
    await take(`/rest${AUDIT}?limit=4`);
    expect(ids).toEqual(whole.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
