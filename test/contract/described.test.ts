/**
 * Requests made from the description of the interface, valid and broken ones: what comes back is as
 * the description says. A seeded slice in every run, thousands in a proof.
 */
import { XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import type { FastifyInstance, InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { descriptionOf, undescribed, type Description } from "../support/servers/description.ts";
import { requestsTo, type MadeRequest, type PossibleBody } from "../support/servers/described-requests.ts";
import { scale } from "../support/run/scale.ts";

/** Operations that are left out, and why. A row of which there is no operation any more fails. */
const leftOut: Readonly<Record<string, string>> = {
  "PUT /rest/security/self/password": "the tester would have another password from then on",
};

/** Answers that are others each time, so that HEAD cannot be compared with GET in all. */
const volatile = /\/about\/system-status|\/security\/masterpw|\/plumbline\/(?:audit|harvests)|\/settings/;

const parameters = '<connectionParameters><entry key="dbtype">postgis</entry></connectionParameters>';
const store = (root: string, fields: string) => `<${root}><name>x</name>${fields}</${root}>`;
const members = '<publishables><published type="layer"><name>w1:A</name></published></publishables>';
const xml = /xml/;
const json = /json/;
const zip = /zip/;
const bodies: readonly PossibleBody[] = (
  [
    ["", /./, /./],
    ["{", /./, json],
    ["<a", /./, xml],
    ["null", /./, json],
    ["<workspace><name>w2</name></workspace>", /\/workspaces(?:\/\{workspace\})?$/, xml],
    ['{"workspace":{"name":"w2"}}', /\/workspaces(?:\/\{workspace\})?$/, json],
    ["<namespace><prefix>w2</prefix><uri>http://example.org/w2</uri></namespace>", /namespace/, xml],
    [store("dataStore", parameters), /\/datastores(?:\/\{store\})?$/, xml],
    [store("coverageStore", "<type>GeoTIFF</type><workspace>w1</workspace><url>file:x.tif</url>"), /\/coveragestores(?:\/\{store\})?$/, xml],
    ['{"featureType":{"name":"B","store":"pg"}}', /featuretypes/, json],
    ["<featureType><title>t</title></featureType>", /featuretypes/, xml],
    ['{"coverage":{"title":"t"}}', /\/coverages/, json],
    ["<coverage><name>other</name><store>rain</store><enabled>true</enabled></coverage>", /\/coverages/, xml],
    ["<style><name>lake</name><filename>lake.sld</filename></style>", /styles/, xml],
    ['{"style":{"name":"point"}}', /styles/, json],
    ['{"layer":{"defaultStyle":{"name":"point"},"opaque":true}}', /\/layers/, json],
    [store("layerGroup", members), /layergroups/, xml],
    ['{"w1.*.r":"R","*.*.r":"*"}', /acl\/layers/, json],
    ['{"/workspaces/**:GET":"R"}', /acl\/rest/, json],
    ["<rules><rule resource='wfs.*'>R</rule></rules>", /acl\/services/, xml],
    ["<catalog><mode>MIXED</mode></catalog>", /acl\/catalog/, xml],
    ["<masterPassword><oldMasterPassword>x</oldMasterPassword><newMasterPassword>y</newMasterPassword></masterPassword>", /masterpw/, xml],
    ["<user><userName>v</userName><password>p</password></user>", /\/users?/, xml],
    ['{"userName":"w","password":"p"}', /\/users?/, json],
    ["<global><settings><numDecimals>3</numDecimals></settings></global>", /settings$/, xml],
    ["<contact><contactPerson>me</contactPerson></contact>", /contact$/, xml],
    ["file:///etc/passwd", /upload|resource/, /text\/plain/],
    [mapping(["t:A"]), /datastores.*upload/, xml],
    [sld(), /styles/, /sld/],
    ["* { stroke: #ff0000; }", /styles/, /css/],
    [await zipOf({ "st.appschema": mapping(["t:A"]) }), /datastores.*upload/, zip],
    [await zipOf({ "river.sld": sld() }), /styles/, zip],
    [new Uint8Array([0x1f, 0x8b, 0, 1, 2, 255]), /resource/, /./],
  ] as const
).map(([content, path, type]) => ({ content, path, type }));

async function fill(app: FastifyInstance): Promise<void> {
  const send = async (method: "POST" | "PUT", url: string, type: string, payload: string | Buffer) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const { statusCode, body } = await app.inject({ method, url: `/rest${url}`, headers, payload });
    expect(statusCode, `${url}: ${body}`).toBeLessThan(300);
  };
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w1</name></workspace>");
  await send("PUT", "/workspaces/w1/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"]));
  await send("POST", "/workspaces/w1/datastores", "text/xml", store("dataStore", '<connectionParameters><entry key="dbtype">postgis</entry></connectionParameters>').replace(">x<", ">pg<"));
  await send("POST", "/workspaces/w1/coveragestores", "text/xml", "<coverageStore><name>rain</name><type>GeoTIFF</type><workspace>w1</workspace><url>file:x.tif</url></coverageStore>");
  await send("POST", "/workspaces/w1/coveragestores/rain/coverages", "text/xml", "<coverage><name>dem</name><enabled>true</enabled></coverage>");
  await send("POST", "/styles?name=river", "application/vnd.ogc.sld+xml", sld());
  await send("POST", "/layergroups", "text/xml", store("layerGroup", members).replace(">x<", ">g<"));
  await send("POST", "/security/usergroup/users", "text/xml", "<user><userName>u</userName><password>p</password><enabled>true</enabled></user>");
  await send("POST", "/security/usergroup/group/staff", "text/xml", "");
  await send("POST", "/security/roles/role/R", "text/xml", "");
}

/** Sends a request; wrong credentials are those of somebody new each time. */
async function send(app: FastifyInstance, made: MadeRequest, number: number) {
  const { method, url, headers, body, credentials } = made;
  const wrong = `Basic ${btoa(`nobody${number}:x`)}`;
  const authorization = credentials === "right" ? { authorization: AUTHORIZATION } : credentials === "wrong" ? { authorization: wrong } : {};
  const payload = body === undefined ? {} : { payload: Buffer.from(body) };
  return app.inject({ method: method as "GET", url, headers: { ...headers, ...authorization }, ...payload } satisfies InjectOptions);
}

type Answer = Awaited<ReturnType<typeof send>>;

function checkAnswer(made: MadeRequest, answer: Answer, description: Description): void {
  const { operation, method } = made;
  const what = `${method} ${made.url} ${JSON.stringify(made.headers)} ${made.credentials}: ${answer.statusCode} ${answer.body.slice(0, 200)}`;
  const contentType = answer.headers["content-type"] ?? "";
  const found = description.find(method, made.url) ?? operation;
  if (made.credentials === "missing" && answer.statusCode !== 400) {
    expect(answer.statusCode, what).toBe(401);
    expect(answer.headers["www-authenticate"], what).toMatch(/^Basic realm=/);
  }
  if (method === operation.method || description.find(method, made.url) !== undefined) {
    const problem = undescribed(found, { status: answer.statusCode, contentType, bytes: answer.rawPayload.byteLength });
    expect(problem, what).toBeUndefined();
  } else if (made.credentials === "right") {
    // Addresses are looked at before methods, and what is none is 500 for a stock server.
    const address = /%(?:00|15|2f|zz)|x{300}/i.test(made.url);
    expect(address ? [400, 404, 405, 500] : [404, 405], what).toContain(answer.statusCode);
    // Filled in, a path may be another one; it has the methods that are declared for that one.
    const there = ["GET", "POST", "PUT", "DELETE"].filter((one) => description.find(one, made.url));
    const allowed = there.includes("GET") ? ["HEAD", ...there] : there;
    const allow = String(answer.headers.allow).split(", ").toSorted();
    if (answer.statusCode === 405) expect(allow, what).toEqual(allowed.toSorted());
  }
  // Files come as they were put there.
  if (answer.rawPayload.byteLength === 0 || answer.headers["content-disposition"]) return;
  if (contentType.startsWith("application/json")) expect(() => JSON.parse(answer.body) as unknown, what).not.toThrow();
  if (contentType.startsWith("application/xml")) expect(XMLValidator.validate(answer.body), what).toBe(true);
}

async function checkHead(app: FastifyInstance, made: MadeRequest, got: Answer): Promise<void> {
  const head = await app.inject({ method: "HEAD", url: made.url, headers: { ...made.headers, authorization: AUTHORIZATION } });
  const what = `HEAD ${made.url} ${JSON.stringify(made.headers)}`;
  expect(head.statusCode, what).toBe(got.statusCode);
  expect(head.rawPayload.byteLength, what).toBe(0);
  expect(head.headers["content-type"], what).toBe(got.headers["content-type"]);
  if (!volatile.test(made.url)) expect(head.headers.etag, what).toBe(got.headers.etag);
}

async function run(dialect: DialectName, numRuns: number): Promise<ReadonlyMap<number, number>> {
  const { app } = await startCatalog({ dialect });
  await fill(app);
  const whole = descriptionOf(dialect);
  const operations = whole.operations.filter(({ method, path }) => leftOut[`${method} ${path}`] === undefined);
  const statuses = new Map<number, number>();
  let number = 0;
  const property = fc.asyncProperty(requestsTo({ ...whole, operations }, bodies), async (made) => {
    const answer = await send(app, made, number++);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    checkAnswer(made, answer, whole);
    if (made.method === "GET" && made.credentials === "right" && made.body === undefined) await checkHead(app, made, answer);
  });
  // What went before is part of what is found, so nothing can be made smaller.
  await fc.assert(property, { seed: 20_261_122, numRuns, endOnFailure: true });
  // The tester is in office still.
  expect((await app.inject({ url: "/rest/security/roles", headers: { authorization: AUTHORIZATION } })).statusCode).toBe(200);
  return statuses;
}

describe("requests made from the description", () => {
  test.for(dialects)("are answered as it says (%s)", { timeout: 600_000 }, async (dialect) => {
    const statuses = await run(dialect, scale({ test: 250, proof: 10_000 }));
    process.stderr.write(`${dialect}: ${[...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} of ${status}`).join(", ")}\n`);
    // Not only refusals were met.
    const succeeded = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
    expect(succeeded).toBeGreaterThan(30);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 406, 415]));
  });

  test("what is left out is there", () => {
    const there = descriptionOf("documented").operations.map(({ method, path }) => `${method} ${path}`);
    expect(there).toEqual(expect.arrayContaining(Object.keys(leftOut)));
  });
});
