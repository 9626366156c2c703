/**
 * Answers that are kept, beside those of a server that keeps none: everybody asks at every path of the interface, in
 * every form and under every condition, several times on one connection and on others. All must be
 * the same byte for byte, head and body, while nothing is changed and after each change.
 */
import { Agent, request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { DialectName } from "../../src/model/dialect.ts";
import { authorizationOf, createAccounts, writeCatalog } from "../support/servers/accounts.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { isProof } from "../support/run/scale.ts";
import {
  addressOf,
  askers,
  matrixCatalog,
  words,
  type Asker,
  type MatrixServer,
  type Visibility,
} from "./matrix-catalog.ts";

const HOST = "maps.example.org:8600";
/** What one has seen must not be shown to the next, so the first asks once more at the end. */
const names: readonly Asker[] = isProof
  ? ["anonymous", "plain", "ruled", "administrator", "ruled", "plain"]
  : ["plain", "ruled", "administrator", "plain"];

let catalog: Awaited<ReturnType<typeof matrixCatalog>>;

beforeAll(async () => {
  catalog = await matrixCatalog();
});
afterAll(() => catalog.remove());

interface Question {
  readonly method?: "GET" | "HEAD";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  /** Names and values as they came, but for those that go by time and by what the connection was used for. */
  readonly head: readonly string[];
  readonly body: string;
  readonly etag: string;
}

const ofConnection: ReadonlySet<string> = new Set(["Date", "Connection", "Keep-Alive"]);

/** Asks a server on one connection that is kept open. */
async function client({ app }: Pick<MatrixServer, "app">, asker: Asker) {
  if (app.server.address() === null) {
    await app.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => app.server.closeAllConnections());
  }
  const address = app.server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const authorization = askers[asker];
  return ({ method = "GET", path, headers = {} }: Question) =>
    new Promise<Answer>((resolve, reject) => {
      const login = authorization === undefined ? {} : { authorization };
      const all = { host: HOST, ...login, ...headers };
      const sent = httpRequest({ port, host: "127.0.0.1", agent, method, path, headers: all });
      sent.on("error", reject);
      sent.on("response", (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () => {
          const { statusCode = 0, rawHeaders } = incoming;
          resolve({
            status: statusCode,
            head: rawHeaders.filter(
              (_one, at) => !ofConnection.has(rawHeaders[at - (at % 2)] ?? ""),
            ),
            body: Buffer.concat(chunks).toString("latin1"),
            etag: incoming.headers.etag ?? "",
          });
        });
      });
      sent.end();
    });
}

type Client = Awaited<ReturnType<typeof client>>;

/** Forms and conditions of a question; `etag` is that of its answer. */
function variants({ path }: Question, etag: string): readonly Question[] {
  const [bare = "", query] = path.split("?");
  const suffixed = [".xml", ".json", ".sld"].map(
    (suffix) => `${bare}${suffix}${query === undefined ? "" : `?${query}`}`,
  );
  const conditions = [etag, "*", `"other", W/${etag}`, '"other"'];
  const accepts = ["application/xml", "application/json;q=0.5, */*", "", "image/png"];
  return [
    { path },
    { path, method: "HEAD" },
    ...suffixed.map((one) => ({ path: one })),
    { path: `/geoserver${path}` },
    { path, headers: { host: "other.example.org" } },
    ...accepts.map((accept) => ({ path, headers: { accept } })),
    ...conditions.flatMap((condition) =>
      (["GET", "HEAD"] as const).map((method) => ({
        method,
        path,
        headers: { "if-none-match": condition },
      })),
    ),
    { path, headers: { "accept-encoding": "gzip, br" } },
    { path, headers: { range: "bytes=0-9" } },
    { path, headers: { "if-modified-since": "Mon, 23 Nov 2026 00:00:00 GMT" } },
    { path, headers: { "cache-control": "no-cache" } },
    { path, headers: { cookie: "a=b" } },
    { path, headers: { "sec-fetch-site": "cross-site", origin: "http://elsewhere.example" } },
    { path, headers: { connection: "close" } },
  ];
}

/** What is other each time. */
const volatile = /system-status|\/audit|masterpw|harvests|\/docs/;

const keptKinds =
  /^\/rest\/(?:workspaces\/[^/]+\/)?(?:(?:styles|layers|layergroups)(?:\/veil-\w|\/veil:veil-t)$|plumbline\/digest)/;

async function pathsOf({ must }: MatrixServer): Promise<readonly string[]> {
  const { paths } = JSON.parse(await must("GET", "/openapi.json", "")) as {
    paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };
  const readable = Object.entries(paths).filter(([, operations]) => "get" in operations);
  const visibilities = Object.keys(words) as Visibility[];
  const found = readable.flatMap(([pattern]) =>
    (pattern.includes("{") ? visibilities : visibilities.slice(0, 1)).map((visibility) =>
      addressOf(pattern, visibility),
    ),
  );
  const digests = ["Style", "Workspace", "Layer"].flatMap((kind) =>
    ["", "&workspace=open"].map((scope) => `/rest/plumbline/digest?kind=${kind}${scope}`),
  );
  const together = "/rest/plumbline/digest?scopes=Style:veil,Layer:veil,Layer:open,Workspace";
  return [...found.filter((path) => !volatile.test(path)), ...digests, together];
}

/** Everybody asks everything of both servers, and of the one that keeps more often. */
async function compareAll(
  keeping: MatrixServer,
  bare: MatrixServer,
  paths: readonly string[],
): Promise<void> {
  for (const name of names) {
    const own = await client(bare, name);
    const [first, other] = [await client(keeping, name), await client(keeping, name)];
    const again: readonly Client[] = [first, first, other];
    for (const path of paths) {
      const { etag } = await own({ path });
      for (const question of variants({ path }, etag)) {
        const expected = await own(question);
        for (const ask of again) {
          expect(await ask(question), JSON.stringify([name, question])).toEqual(expected);
        }
      }
    }
  }
}

/** Changes of what somebody sees, made on both servers. */
const changes: readonly (readonly [string, string, object | string])[] = [
  ["PUT", "/security/acl/catalog", { mode: "MIXED" }],
  ["PUT", "/security/acl/layers", { "veil.*.r": "*" }],
  ["PUT", "/styles/open-s", { style: { filename: "open-s.sld", legend: { width: 1 } } }],
  ["PUT", "/security/acl/rest", { "/**:GET,HEAD,OPTIONS,POST,PUT,DELETE": "ROLE_VEIL" }],
  ["PUT", "/security/acl/catalog", { mode: "CHALLENGE" }],
];

/** One that keeps answers, and one that does not. */
async function bothServers(dialect: DialectName): Promise<readonly [MatrixServer, MatrixServer]> {
  const now = () => "2026-11-23T00:00:00.000Z";
  const keeping = await catalog.start({ dialect, now });
  onTestFinished(keeping.close);
  const bare = await catalog.start({ dialect, now, limits: { keptBytes: 0 } });
  onTestFinished(bare.close);
  return [keeping, bare];
}

test.for<DialectName>(["documented", "geoserver"])(
  "what is kept is what would be said (%s)",
  { timeout: 1_800_000 },
  async (dialect) => {
    const [keeping, bare] = await bothServers(dialect);
    const paths = await pathsOf(bare);
    const states = [undefined, ...changes];
    for (const [at, change] of states.entries()) {
      if (change !== undefined) for (const { must } of [keeping, bare]) await must(...change);
      // Each state meets other paths; in a slice one of those of which answers are kept, in one dialect.
      const own = paths.filter((_path, index) => index % states.length === at);
      const isOther = (at % 2 === 0) !== (dialect === "documented");
      if (!isProof && isOther) continue;
      const some = isProof ? own : own.filter((path) => keptKinds.test(path)).slice(0, 1);
      await compareAll(keeping, bare, some);
    }
    expect(keeping.app.keptAnswers().found).toBeGreaterThan(isProof ? 10_000 : 100);
    expect(bare.app.keptAnswers()).toEqual({ found: 0, bytes: 0 });
  },
);

test("rules and the mode are in force with the next request of a connection", async () => {
  const [keeping, bare] = await bothServers("documented");
  const paths = ["/rest/layers", "/rest/styles", "/rest/workspaces", "/rest/layers/veil:veil-t"];
  const pairs = [];
  for (const one of new Set(names))
    pairs.push([await client(keeping, one), await client(bare, one)]);
  for (const change of [undefined, ...changes]) {
    if (change !== undefined) for (const { must } of [keeping, bare]) await must(...change);
    for (const [ask, own] of pairs)
      for (const path of [...paths, ...paths])
        expect(await ask?.({ path }), path).toEqual(await own?.({ path }));
  }
  expect(keeping.app.keptAnswers().found).toBeGreaterThan(paths.length * pairs.length);
});

test("who is another one, or may see something else, is so with the next request", async () => {
  const { app, folder } = await startCatalog();
  await createAccounts(folder, { reader: { roles: ["ADMIN"] } });
  const ask = await client({ app }, "administrator");
  const path = "/rest/workspaces";
  const reader = authorizationOf("reader");
  const other = await client({ app }, "administrator");
  const asReader = async () => {
    // Somebody else has just been answered, and that is kept.
    expect((await other({ path })).status).toBe(200);
    return ask({ path, headers: { authorization: reader } });
  };
  const twice = async () => {
    const [first, second] = [await asReader(), await asReader()];
    expect(second).toEqual(first);
    return first.status;
  };
  expect(await twice()).toBe(200);
  // Another process changes the catalog beside the server.
  await createAccounts(folder, { reader: { roles: ["ADMIN"], enabled: false } });
  expect((await asReader()).status).toBe(401);
  await createAccounts(folder, { reader: { roles: [] } });
  expect(await twice()).toBe(403);
  await createAccounts(
    folder,
    { reader: { groups: ["many"] } },
    { many: { enabled: true, roles: ["ADMIN"] } },
  );
  expect(await twice()).toBe(200);
  const user = { userName: "reader", password: "another password of theirs", enabled: true };
  const changed = await app.inject({
    method: "POST",
    url: "/rest/security/usergroup/user/reader",
    headers: { authorization: AUTHORIZATION },
    payload: { user },
  });
  expect(changed.statusCode).toBe(200);
  expect((await asReader()).status).toBe(401);
});

/** Bodies of styles. */
const [first, second] = [sld({ colour: "#111111" }), sld({ colour: "#222222" })];

/** A catalog with two styles, and what an administrator is answered on two connections of theirs. */
async function twoStyles() {
  const { app, folder } = await startCatalog();
  const [one, other] = [
    await client({ app }, "administrator"),
    await client({ app }, "administrator"),
  ];
  type Method = "PUT" | "POST" | "DELETE";
  const change = async (method: Method, path: string, type: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const answer = await app.inject({ method, url: `/rest${path}`, headers, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  for (const name of ["a", "b"]) await change("POST", `/styles?name=${name}`, SLD, first);
  const ask = async (path: string) => {
    const answers = [await one({ path }), await other({ path }), await one({ path })];
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    return answers[0];
  };
  return { app, folder, change, ask };
}

const SLD = "application/vnd.ogc.sld+xml";

test("an answer stays as long as what was read for it is there, whatever else anybody changes", async () => {
  const { app, folder, change, ask } = await twoStyles();
  const paths = ["/rest/styles/a.sld", "/rest/styles/a.json", "/rest/styles/none.json"];
  const before = [];
  for (const path of paths) before.push(await ask(path));
  const elsewhere = [
    () => change("PUT", "/styles/b", SLD, second),
    () => change("POST", "/workspaces", "text/xml", "<workspace><name>w</name></workspace>"),
    () => createAccounts(folder, { somebody: { roles: [] } }),
    () => change("DELETE", "/styles/b?purge=true", "text/plain", ""),
  ];
  for (const act of elsewhere) {
    await act();
    const { found } = app.keptAnswers();
    for (const [at, path] of paths.entries()) expect(await ask(path)).toEqual(before[at]);
    // Of what is there each was kept; that nothing is there is found out each time.
    expect(app.keptAnswers().found).toBe(found + 6);
  }
});

test("an answer goes with what was read for it, whoever changes that", async () => {
  const { folder, change, ask } = await twoStyles();
  const content = () => ask("/rest/styles/a.sld").then((answer) => answer?.body);
  const entry = () => ask("/rest/styles/a.json").then((answer) => answer?.body);
  const status = () => ask("/rest/styles/a.json").then((answer) => answer?.status);
  expect(await content()).toBe(first);
  await change("PUT", "/styles/a", SLD, second);
  expect(await content()).toBe(second);
  // Another process does it beside the server.
  await writeCatalog(folder, (writer) => writer.writeFile("styles/a.sld", Buffer.from(first)));
  expect(await content()).toBe(first);
  expect(await entry()).toContain('"version":"1.0.0"');
  const version = "<style><languageVersion><version>1.1.0</version></languageVersion></style>";
  await change("PUT", "/styles/a", "text/xml", version);
  expect(await entry()).toContain('"version":"1.1.0"');
  await writeCatalog(folder, (writer) =>
    writer.remove({ kind: "style", workspace: null, name: "a" }),
  );
  expect(await status()).toBe(404);
  await change(
    "POST",
    "/styles",
    "text/xml",
    "<style><name>a</name><filename>b.sld</filename></style>",
  );
  expect([await status(), await content()]).toEqual([200, first]);
  await change("PUT", "/resource/styles/b.sld", SLD, second);
  expect(await content()).toBe(second);
});

test("who has come through before comes through as long as their account is what it was", async () => {
  const { app, folder } = await startCatalog();
  const ask = await client({ app }, "administrator");
  const as = async (user: string) =>
    (await ask({ path: "/rest/workspaces", headers: { authorization: authorizationOf(user) } }))
      .status;
  const change = (name: string) =>
    writeCatalog(folder, (writer) =>
      writer.put(
        { kind: "workspace", workspace: null, name },
        { uri: `http://${name}`, isolated: false },
      ),
    );
  await createAccounts(
    folder,
    { one: { roles: ["ADMIN"] }, many: { groups: ["g"] } },
    { g: { enabled: true, roles: ["ADMIN"] } },
  );
  for (const name of ["v", "w"]) {
    expect([await as("one"), await as("many"), await as("one")]).toEqual([200, 200, 200]);
    await change(name);
  }
  const { right } = app.logins();
  await change("x");
  expect([await as("one"), await as("many")]).toEqual([200, 200]);
  expect(app.logins().right).toBe(right);
  await createAccounts(folder, {}, { g: { enabled: false, roles: ["ADMIN"] } });
  expect([await as("one"), await as("many")]).toEqual([200, 403]);
  await createAccounts(folder, { one: { roles: ["ADMIN"], enabled: false } });
  expect([await as("one"), await as("many")]).toEqual([401, 403]);
});

test("what is kept makes room", async () => {
  const { app } = await startCatalog({ limits: { keptBytes: 4_000 } });
  const ask = await client({ app }, "administrator");
  for (let query = 0; query < 20; query++) await ask({ path: `/rest/workspaces?${query}` });
  const { bytes } = app.keptAnswers();
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThanOrEqual(4_000);
  const { found } = app.keptAnswers();
  await ask({ path: "/rest/workspaces?19" });
  expect(app.keptAnswers().found).toBe(found + 1);
  await ask({ path: "/rest/workspaces?0" });
  expect(app.keptAnswers().found).toBe(found + 1);
});

test("digests are kept as soon as all content was looked into, and not before", async () => {
  const { app } = await startCatalog();
  const ask = await client({ app }, "administrator");
  const path = "/rest/plumbline/digest?kind=Style";
  const complete = await ask({ path });
  const { digests, exact } = JSON.parse(complete.body) as Record<"digests" | "exact", object>;
  expect(Object.keys(digests)).toEqual(Object.keys(exact));
  const { found } = app.keptAnswers();
  expect(await ask({ path })).toEqual(complete);
  expect(app.keptAnswers().found).toBe(found + 1);
  const had = await ask({ path, headers: { "if-none-match": complete.etag } });
  expect([had.status, had.body]).toEqual([304, ""]);
  expect(app.keptAnswers().found).toBe(found + 2);
});
