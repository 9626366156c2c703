/** Digests of what the catalog holds (docs/compatibility.md, "Digests"). */
import { expect, test } from "vitest";
import { writeCatalog } from "../support/servers/accounts.ts";
import { PNG, mapping, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { contract, get, post, put } from "./harness.ts";

const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.geoserver.geocss+css";
const digest = (query: string) => get(`/plumbline/digest?${query}`);
const empty = (kind: string, workspace: string) => ({ kind, workspace, digests: {}, exact: {}, files: {} });

contract("digests", [
  { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w</name></workspace>"), answer: { status: 201 } },
  { name: "a style", request: post("/styles?name=__proto__", SLD, sld()), answer: { status: 201 } },
  { name: "styles of the global scope, the default ones too", request: digest("kind=Style"), answer: { status: 200, text: /^\{"kind":"Style","workspace":null,"digests":\{"__proto__":"sha256-[0-9a-f]{64}","generic":"sha256-/, headers: { "content-type": /^application\/json/, etag: /^"sha256-/ } } },
  { name: "an empty workspace names the global scope", request: digest("kind=Style&workspace="), answer: { status: 200, text: /"workspace":null/ } },
  { name: "a scope without styles", request: digest("kind=Style&workspace=w"), answer: { status: 200, json: empty("Style", "w") } },
  { name: "a scope that is not there holds nothing", request: digest("kind=Style&workspace=none"), answer: { status: 200, json: empty("Style", "none") } },
  { name: "kinds that live outside of workspaces", request: digest("kind=Workspace&workspace=w"), answer: { status: 200, json: empty("Workspace", "w") } },
  { name: "workspaces", request: digest("kind=Workspace"), answer: { status: 200, text: /"digests":\{"w":"sha256-/ } },
  { name: "access rules", request: digest("kind=AccessRule"), answer: { status: 200, text: /"digests":\{"\*\.\*\.r":"sha256-[0-9a-f]{64}","\*\.\*\.w":"sha256-/ } },
  { name: "the catalog mode", request: digest("kind=CatalogMode"), answer: { status: 200, text: /"digests":\{"catalog":"sha256-/ } },
  { name: "a store", request: put("/workspaces/w/datastores/st/file.appschema?configure=all", "text/xml", mapping(["t:A"])), answer: { documented: { status: 201 }, geoserver: { status: 201 } } },
  { name: "stores", request: digest("kind=AppSchemaStore&workspace=w"), answer: { status: 200, text: /"digests":\{"st":"sha256-[0-9a-f]{64}"\}/ } },
  { name: "layers", request: digest("kind=Layer&workspace=w"), answer: { status: 200, text: /"digests":\{"A":"sha256-[0-9a-f]{64}"\}/ } },
  { name: "a kind that has none", request: digest("kind=Coverage"), answer: { status: 400, text: /^kind is "Coverage"; it must be one of AccessRule, AppSchemaStore/ } },
  { name: "an empty kind", request: digest("kind="), answer: { status: 400, text: /^kind is ""/ } },
  { name: "a workspace of no kind", request: digest("workspace=w"), answer: { status: 400, text: /^kind is ""/ } },
  { name: "several scopes together, as each alone", request: digest("scopes=AppSchemaStore:w,Style:none,Style:w"), answer: { status: 200, text: /^\{"scopes":\[\{"kind":"AppSchemaStore","workspace":"w","digests":\{"st":"sha256-[^]*\{"kind":"Style","workspace":"none","digests":\{\},"exact":\{\},"files":\{\}\},\{"kind":"Style","workspace":"w","digests":\{\}[^]*\]\}$/, headers: { "content-type": /^application\/json/, etag: /^"sha256-/ } } },
  { name: "all scopes there are", request: digest(""), answer: { status: 200, text: /^\{"scopes":\[\{"kind":"AccessRule","workspace":null,[^]*\{"kind":"Layer","workspace":"w","digests":\{"A":[^]*\{"kind":"Workspace","workspace":null,[^]*\]\}$/ } },
  { name: "several scopes of which one has none", request: digest("scopes=Style,Coverage:w"), answer: { status: 400, text: /^scopes names "Coverage:w"; it must be one of AccessRule/ } },
  { name: "several scopes of which one cannot be read", request: digest("scopes=Style:%25zz"), answer: { status: 400, text: /^scopes names "Style:%zz"/ } },
  { name: "no credentials", request: { method: "GET", path: "/rest/plumbline/digest?kind=Style", headers: { authorization: "" } }, answer: { status: 401 } },
  { name: "another form", request: get("/plumbline/digest.xml?kind=Style"), answer: { status: 406 } },
  { name: "another method", request: post("/plumbline/digest?kind=Style", "application/json", "{}"), answer: { status: 405, headers: { allow: "HEAD, GET" } } },
].map((row) => ({ ...row, foreign: false as const })));

interface Digests {
  readonly digests: Readonly<Record<string, string>>;
  readonly exact: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Whether the digest of meaning, and that of the bytes, is another one after a write. */
interface Effect {
  readonly name: string;
  readonly write: readonly ["PUT" | "POST", path: string, type: string, body: string | Uint8Array];
  readonly meaning: "same" | "other";
  readonly bytes: "same" | "other";
}

const relaid = sld().replaceAll("\n", "\n\n").replace("<Rule>", "<!-- laid out anew --><Rule>");
const remapped = mapping(["t:A"], { comment: "<!-- said otherwise -->" });
const upload = "/workspaces/w/datastores/st/file.appschema";
const icon = await zipOf({ "s.sld": sld(), "icon.png": PNG });

const styleEffects: readonly Effect[] = [
  { name: "the same bytes again", write: ["PUT", "/styles/s?raw=true", SLD, sld()], meaning: "same", bytes: "same" },
  { name: "another layout", write: ["PUT", "/styles/s?raw=true", SLD, relaid], meaning: "same", bytes: "other" },
  { name: "another layout through /resource", write: ["PUT", "/resource/styles/s.sld", SLD, `${sld()}\n`], meaning: "same", bytes: "other" },
  { name: "another colour", write: ["PUT", "/styles/s?raw=true", SLD, sld({ colour: "#445566" })], meaning: "other", bytes: "other" },
  { name: "another colour through /resource", write: ["PUT", "/resource/styles/s.sld", SLD, sld({ colour: "#445566" })], meaning: "other", bytes: "other" },
  { name: "what is no XML", write: ["PUT", "/styles/s?raw=true", SLD, "<broken"], meaning: "other", bytes: "other" },
  { name: "another format of the entry", write: ["PUT", "/styles/s", "text/xml", "<style><format>css</format></style>"], meaning: "other", bytes: "other" },
  { name: "another layout of what is too large to look into", write: ["PUT", "/styles/s?raw=true", SLD, sld().padEnd(300 * 1024)], meaning: "other", bytes: "other" },
  { name: "CSS", write: ["PUT", "/styles/s", CSS, "* { stroke: #ff0000; }"], meaning: "other", bytes: "other" },
  { name: "an image beside the style", write: ["PUT", "/styles/s", "application/zip", icon], meaning: "same", bytes: "same" },
];

const storeEffects: readonly Effect[] = [
  { name: "another layout", write: ["PUT", `${upload}?configure=none`, "text/xml", remapped], meaning: "same", bytes: "other" },
  { name: "another layout through /resource", write: ["PUT", "/resource/data/w/st/st.appschema", "text/xml", remapped], meaning: "same", bytes: "other" },
  { name: "another type, not published", write: ["PUT", `${upload}?configure=none`, "text/xml", mapping(["t:A", "t:B"])], meaning: "other", bytes: "other" },
  { name: "another file beside the mapping", write: ["PUT", "/resource/data/w/st/note.txt", "text/plain", "x"], meaning: "other", bytes: "other" },
];

const scopes = [
  { of: "a style", query: "kind=Style", object: "s", effects: styleEffects },
  { of: "a store", query: "kind=AppSchemaStore&workspace=w", object: "st", effects: storeEffects },
] as const;
const cases = scopes.flatMap(({ effects, ...scope }) =>
  effects.map((effect) => ({ ...scope, ...effect })),
);

test.for(cases)("$of: $name", async ({ query, object, write, meaning, bytes }) => {
  const { app } = await startCatalog();
  const send = async (...[method, path, type, payload]: Effect["write"]) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const answer = await app.inject({ method, url: `/rest${path}`, headers, payload: Buffer.from(payload) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  const digests = async () => {
    const url = `/rest/plumbline/digest?${query}`;
    return (await app.inject({ url, headers: { authorization: AUTHORIZATION } })).json<Digests>();
  };
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>");
  await send("POST", "/styles?name=s&raw=true", SLD, sld());
  await send("PUT", `${upload}?configure=all`, "text/xml", mapping(["t:A"]));
  const before = await digests();
  await send(...write);
  const after = await digests();
  expect(after.digests[object]).toMatch(/^sha256-/);
  expect(after.digests[object] === before.digests[object] ? "same" : "other").toBe(meaning);
  expect(after.exact[object] === before.exact[object] ? "same" : "other").toBe(bytes);
  if (write[3] === icon) expect(Object.keys(after.files)).toEqual(["icon.png"]);
});

test("what was worked out of content is no change of the catalog", async () => {
  const { app } = await startCatalog();
  const read = (url: string) => app.inject({ url: `/rest${url}`, headers: { authorization: AUTHORIZATION } });
  const before = (await read("/settings.json")).body;
  await read("/plumbline/digest?kind=Style");
  expect((await read("/settings.json")).body).toBe(before);
});

test("what many large contents mean is found out part by part, and what is changed meanwhile as well", async () => {
  const { app, folder } = await startCatalog();
  const layers = (pair: number) => Array.from({ length: 900 }, (_unused, layer) => `layer-${pair}-${layer}`);
  const put = (name: string, content: string) =>
    writeCatalog(folder, async (writer) => {
      const value = { format: "sld", version: "1.0.0", fileName: `${name}.sld`, legend: null } as const;
      await writer.put({ kind: "style", workspace: null, name }, value);
      await writer.writeFile(`styles/${name}.sld`, Buffer.from(content));
    });
  const ask = async () => {
    const url = "/rest/plumbline/digest?kind=Style";
    return (await app.inject({ url, headers: { authorization: AUTHORIZATION } })).json<Digests>();
  };
  const isComplete = ({ digests, exact }: Digests) => Object.keys(digests).length === Object.keys(exact).length;
  const pairs = Array.from({ length: 8 }, (_unused, pair) => pair);
  for (const pair of pairs) {
    await put(`a${pair}`, sld({ layers: layers(pair) }));
    await put(`b${pair}`, sld({ layers: layers(pair) }).replaceAll("\n", "\n\n"));
  }
  await ask();
  await put("b0", sld({ layers: layers(0), colour: "#445566" }));
  await put("late", sld({ layers: layers(1) }));
  let found = await ask();
  for (let asked = 0; !isComplete(found) && asked < 100; asked++) found = await ask();
  const { digests, exact } = found;
  expect(Object.keys(digests)).toEqual(Object.keys(exact));
  expect(pairs.map((pair) => digests[`a${pair}`] === digests[`b${pair}`])).toEqual(pairs.map((pair) => pair > 0));
  expect(digests["late"]).toBe(digests["a1"]);
  expect(exact["a1"]).not.toBe(exact["b1"]);
});

/** What changes digests, one kind after the other. */
const changes: readonly Effect["write"][] = [
  ["PUT", "/styles/s?raw=true", SLD, sld({ colour: "#445566" })],
  ["PUT", "/layers/w:A", "text/xml", "<layer><queryable>false</queryable></layer>"],
  ["POST", "/security/acl/layers", "application/json", '{"w.*.r":"ADMIN"}'],
  ["PUT", `${upload}?configure=none`, "text/xml", mapping(["t:A", "t:B"])],
  ["POST", "/workspaces", "text/xml", "<workspace><name>v</name></workspace>"],
  ["PUT", "/security/acl/catalog", "text/xml", "<catalog><mode>MIXED</mode></catalog>"],
  ["PUT", "/styles/s?raw=true", SLD, sld()],
];

test("an answer about several scopes is never an old one, however often it and its parts were kept", async () => {
  const { app } = await startCatalog();
  const send = (...[method, path, type, payload]: Effect["write"]) =>
    app.inject({ method, url: `/rest${path}`, headers: { authorization: AUTHORIZATION, "content-type": type }, payload: Buffer.from(payload) });
  await send("POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>");
  await send("POST", "/styles?name=s&raw=true", SLD, sld());
  await send("PUT", `${upload}?configure=all`, "text/xml", mapping(["t:A"]));
  const scopes = ["AccessRule", "AppSchemaStore:w", "CatalogMode", "Layer:w", "Style", "Workspace"];
  const ask = async (query: string) => {
    const url = `/rest/plumbline/digest${query}`;
    const { headers, body, statusCode } = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
    expect(statusCode, body).toBe(200);
    return { etag: headers.etag, body };
  };
  const together = ["", `?scopes=${scopes.join(",")}`];
  const alone = scopes.map((scope) => `?kind=${scope.replace(":", "&workspace=")}`);
  const all = [...together, ...alone];
  for (const query of [...all, ...all, ...all]) await ask(query);
  for (const change of changes) {
    const before = await Promise.all(together.map(ask));
    expect((await send(...change)).statusCode, change[1]).toBeLessThan(300);
    // Put together from what has been asked for alone since, and not.
    const order = change === changes[1] ? [...alone, ...together] : [...together, ...alone];
    for (const query of [...order, ...order]) await ask(query);
    const after = await Promise.all(together.map(ask));
    expect(after.map(({ body }, at) => body === before[at]?.body), change[1]).toEqual([false, false]);
    expect(after.map(({ etag }, at) => etag === before[at]?.etag)).toEqual([false, false]);
    const parts = await Promise.all(alone.map(async (query) => (await ask(query)).body));
    expect(after[1]?.body).toBe(`{"scopes":[${parts.join(",")}]}`);
    for (const part of parts) expect(after[0]?.body).toContain(part);
  }
});

test("with look=false nothing is looked into, and what is known all the same is said", async () => {
  const { app } = await startCatalog();
  const headers = { authorization: AUTHORIZATION };
  const ask = async (query: string) =>
    (await app.inject({ url: `/rest/plumbline/digest?${query}`, headers })).json<Digests>();
  const put = (content: string) =>
    app.inject({
      method: "PUT",
      url: "/rest/styles/s?raw=true",
      headers: { ...headers, "content-type": SLD },
      payload: content,
    });
  const made = await app.inject({
    method: "POST",
    url: "/rest/styles?name=s",
    headers: { ...headers, "content-type": SLD },
    payload: sld(),
  });
  expect(made.statusCode).toBe(201);
  const before = await ask("kind=Style&look=false");
  expect(before.exact["s"]).toMatch(/^sha256-/);
  expect(before.digests["s"]).toBeUndefined();
  expect((await ask("kind=Style")).digests["s"]).toMatch(/^sha256-/);
  await put(sld({ colour: "#445566" }));
  const after = await ask("kind=Style&look=false");
  expect(after.exact["s"]).not.toBe(before.exact["s"]);
  expect(after.digests["s"]).toBeUndefined();
  const together = await app.inject({
    url: "/rest/plumbline/digest?scopes=Style,Workspace&look=false",
    headers,
  });
  expect(together.json<{ scopes: Digests[] }>().scopes[0]?.exact["s"]).toBe(after.exact["s"]);
});
