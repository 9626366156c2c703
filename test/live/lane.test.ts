/**
 * The lane itself: which servers it refuses, what it cleans and what it leaves, what it records and what
 * it reports. Against the included server and the stock one of the tests; nothing here needs a live one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog, PASSWORD, USER } from "../support/servers/catalog.ts";
import { isProof, testInProof } from "../support/run/scale.ts";
import { servers } from "../support/servers/servers.ts";
import { runCase } from "./case.ts";
import { doorTo, type Door } from "./door.ts";
import { asker } from "./exchange.ts";
import { groundsFor } from "./grounds.ts";
import { readHoldings } from "./holdings.ts";
import { openLane } from "./lane.ts";
import type { LaneRun } from "./run-file.ts";
import { surplusOf } from "./new-server.ts";
import { runLane } from "./run-lane.ts";
import { recorder, type Recorded } from "./recorder.ts";
import { hostPortOf, liveSettings, liveUrl, type LiveSettings } from "./settings.ts";
import { renderVerdicts } from "./verdicts.ts";

const start = (kind: "included" | "stock"): Promise<FastifyInstance> =>
  servers[kind === "stock" ? kind : "geoserver"]();

/** Names of what people made, and what they do not want to lose. */
async function use(app: FastifyInstance): Promise<void> {
  const send = async (url: string, type: string, payload: string) => {
    const headers = { authorization: AUTHORIZATION, "content-type": type };
    const answer = await app.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  const namespace = "<namespace><prefix>precious</prefix><uri>http://precious</uri></namespace>";
  await send("/rest/namespaces", "text/xml", namespace);
  await send("/rest/styles?name=kept&raw=true", "application/vnd.ogc.sld+xml", sld());
  const rules = '<rules><rule resource="precious.*.r">ADMIN</rule></rules>';
  await send("/rest/security/acl/layers", "text/xml", rules);
}

async function listen(app: FastifyInstance): Promise<LiveSettings> {
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const none = { mayEmpty: undefined, database: undefined, record: undefined, opens: false };
  return { url, user: USER, password: PASSWORD, ...none };
}

async function openOn(
  settings: LiveSettings,
): Promise<{ door: Door; close: () => Promise<string> }> {
  const lane = await openLane(settings);
  return { door: doorTo(lane.info), close: lane.close };
}

/** Everything that a server reports about itself, but for when. */
async function contents(settings: LiveSettings): Promise<string> {
  return JSON.stringify([...(await readHoldings(asker(settings.url, settings)))]);
}

/** What a run does, and what it does in a proof. */
const scaled = (few: readonly string[], all: readonly string[]) => (isProof ? all : few);

describe.for(["included", "stock"] as const)("the %s server", (kind) => {
  test("is taken for new when it is", async () => {
    const settings = await listen(await start(kind));
    const holdings = await readHoldings(asker(settings.url, settings));
    expect([...surplusOf(holdings, USER)]).toEqual([]);
  });

  test("is refused when somebody has used it, and nothing is written", async () => {
    const app = await start(kind);
    await use(app);
    const settings = await listen(app);
    const writes: string[] = [];
    const before = await contents(settings);
    app.server.on("request", ({ method, url }) => {
      if (method !== "GET") writes.push(`${method} ${url}`);
    });
    const host = hostPortOf(settings.url);
    const refusal = openLane(settings);
    await expect(refusal).rejects.toThrow(/styles: kept/);
    await expect(refusal).rejects.toThrow(/workspaces: precious/);
    await expect(refusal).rejects.toThrow(/rules on layers: precious\.\*\.r/);
    await expect(refusal).rejects.toThrow(`--i-may-empty-it ${host}`);
    const other = openLane({ ...settings, mayEmpty: "127.0.0.1:1" });
    await expect(other).rejects.toThrow(`127.0.0.1:1, and the one under test is ${host}`);
    expect(writes).toEqual([]);
    expect(await contents(settings)).toBe(before);
  });

  test("keeps what was there first, whatever a case does, and never gets a purge", async () => {
    const app = await start(kind);
    await use(app);
    const settings = await listen(app);
    const sent: string[] = [];
    app.server.on("request", ({ method, url = "" }) => sent.push(`${method} ${url}`));
    const before = await contents(settings);
    const lane = await openOn({ ...settings, mayEmpty: hostPortOf(settings.url) });
    const grounds = groundsFor(lane.door.info);
    const names = scaled(
      [kind === "stock" ? "rules--exclusive-sweeps-its-scope" : "coverage--in-a-mosaic"],
      ["style--created", "coverage--in-a-mosaic", "rules--exclusive-sweeps-its-scope"],
    );
    for (const name of names) {
      const { outcome, because } = await runCase(lane.door, name, grounds);
      expect(outcome, because).toBe("held");
    }
    const told = await lane.close();
    expect(told).toContain(
      `corpus: ${names.length} cases, ${names.length} held, 0 failed, 0 skipped`,
    );
    expect(told).not.toContain("not as it was");
    expect(await contents(settings)).toBe(before);
    expect(sent.filter((one) => /purge/.test(one))).toEqual([]);
  });
});

test("a case that fails is reported with its reason, and the next one begins clean", async () => {
  const settings = await listen(await start("included"));
  const lane = await openOn(settings);
  const grounds = groundsFor(lane.door.info);
  const { app } = lane.door;
  const stop = {
    ...lane.door,
    app: { inject: refusing(app, "/styles") } as unknown as FastifyInstance,
  };
  const failed = await runCase(stop, "style--created", grounds);
  expect(failed).toMatchObject({ outcome: "failed", cells: { forward: "FAILED" } });
  expect(failed.because).toMatch(/POST \/styles.*: 500 not today/);
  expect(await runCase(lane.door, "style--created", grounds)).toMatchObject({ outcome: "held" });
  expect(await lane.close()).toMatch(/style--created +FAILED.*failed: forward: POST/);
});

/** Nothing is created below a path. */
function refusing(
  app: FastifyInstance,
  path: string,
): (options: InjectOptions) => Promise<unknown> {
  return async (options) =>
    options.method === "POST" && typeof options.url === "string" && options.url.includes(path)
      ? { statusCode: 500, headers: {}, rawPayload: Buffer.from("not today") }
      : app.inject(options);
}

test("cases that need tables are skipped, and said to be, where there is no database", async () => {
  const lane = await openOn(await listen(await start("stock")));
  const { database: _none, ...grounds } = groundsFor(lane.door.info);
  const verdict = await runCase(lane.door, "datastore--created", {
    ...grounds,
    database: undefined,
    opens: true,
  });
  expect(verdict).toMatchObject({
    outcome: "skipped",
    because: expect.stringContaining("--live-database"),
  });
  expect(await lane.close()).toContain("1 cases, 0 held, 0 failed, 1 skipped");
});

test("what is met is recorded by shape, and no line holds a credential", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-lane-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const record = join(folder, "met.jsonl");
  const settings = await listen(await start("stock"));
  const lane = await openOn({ ...settings, record });
  const grounds = groundsFor(lane.door.info);
  for (const name of scaled(
    ["style--created"],
    ["style--created", "keystore--changed", "datastore--secret-changed"],
  ))
    await runCase(lane.door, name, grounds);
  await lane.close();
  const run = JSON.parse(readFileSync(`${record}.run.json`, "utf8")) as LaneRun;
  expect(run).toMatchObject({ server: expect.stringMatching(/^GeoServer \d/), failed: {} });
  expect(run.held).toContain("style--created");
  const text = readFileSync(record, "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
  expect(lines).toContainEqual(
    expect.objectContaining({
      shape:
        "POST /rest/styles?name&raw application/vnd.ogc.sld+xml StyledLayerDescriptor 201 text/plain",
      case: "style--created",
      method: "POST",
      url: "/rest/styles?name=rivers&raw=true",
      status: 201,
    }),
  );
  expect(lines.some((line) => line.case === "(cleaning)")).toBe(true);
  const shapes = Map.groupBy(lines, ({ shape }) => shape);
  expect(Math.max(...[...shapes.values()].map((own) => own.length))).toBe(3);
  expect(text).not.toMatch(/authorization/i);
  for (const word of [
    PASSWORD,
    AUTHORIZATION.slice(6),
    "keystore password for tests",
    "corpus-first-word",
  ])
    expect(text, word).not.toContain(word);
  expect(lines.find(({ url }) => url.includes("masterpw"))?.body ?? "").toContain("(secret)");
});

test.for([
  ["<masterPassword><oldMasterPassword>a b</oldMasterPassword></masterPassword>", "a b"],
  ['{"oldMasterPassword":"geheim","newMasterPassword":"noch geheimer"}', "geheim"],
  ['<entry key="passwd">crypt1:abc</entry>', "crypt1:abc"],
  ['{"entry":[{"@key":"passwd","$":"plain:abc"}]}', "plain:abc"],
  ["<Parameter><name>passwd</name><value>abc</value></Parameter>", "abc"],
  ["SPI=x\npasswd=abc def\nuser=me", "abc def"],
  ["<url>https://me:abc@example.org/wfs</url>", "abc"],
  ["<user><userName>u</userName><password>p4ss</password></user>", "p4ss"],
  ["<AzureBlobStore><accountKey>abcd</accountKey></AzureBlobStore>", "abcd"],
  ['{"GoogleCloudStorageBlobStore":{"apiKey":"abcd"}}', "abcd"],
  ["<wmsStore><headerValue>abcd</headerValue><authKey>x</authKey></wmsStore>", "abcd"],
  ["<wmsStore><authKey>abcd</authKey></wmsStore>", "abcd"],
  ["told in a sentence: word-that-is-known", "word-that-is-known"],
] as const)("a secret is taken out of %s", ([body, secret]) => {
  const line = recorder(["word-that-is-known"])({
    case: "c",
    url: "/rest/x",
    request: {
      method: "PUT",
      path: "/rest/x",
      headers: { authorization: "Basic abcdef", "content-type": "application/xml" },
      body: Buffer.from(body),
    },
    answer: { status: 200, headers: { "content-type": "text/plain" }, body: Buffer.from(body) },
    ms: 1.4,
  });
  expect(JSON.stringify(line)).not.toContain(secret);
  expect(line).toMatchObject({ reqHeaders: { "content-type": "application/xml" }, ms: 1 });
  expect(line?.reqHeaders).not.toHaveProperty("authorization");
});

describe("settings", () => {
  const account = { PLUMBLINE_USER: "a", PLUMBLINE_PASSWORD: "b" };

  test("come from the environment, the older name of the address among it", () => {
    const url = "http://h:8080/geoserver";
    expect(liveSettings({})).toBeUndefined();
    expect(liveUrl({ PLUMBLINE_CONTRACT_URL: url })).toBe(url);
    expect(liveUrl({ PLUMBLINE_LIVE_URL: "http://x", PLUMBLINE_CONTRACT_URL: url })).toBe(
      "http://x",
    );
    expect(liveSettings({ PLUMBLINE_LIVE_URL: `${url}/rest/`, ...account })).toMatchObject({
      url,
      user: "a",
    });
    expect(hostPortOf("http://h/geoserver")).toBe("h:80");
    expect(hostPortOf("https://h:8443/")).toBe("h:8443");
  });

  test.for([
    [{ PLUMBLINE_LIVE_URL: "http://h" }, "PLUMBLINE_USER"],
    [{ PLUMBLINE_LIVE_URL: "h:8080", ...account }, "no address of a server"],
    [{ PLUMBLINE_LIVE_URL: "http://u:p@h", ...account }, "must not hold credentials"],
    [
      { PLUMBLINE_LIVE_URL: "http://h", PLUMBLINE_LIVE_DATABASE: "h/secret-word", ...account },
      "postgres://",
    ],
  ] as const)("%j are refused", ([environment, message]) => {
    expect(() => liveSettings(environment)).toThrow(message);
    expect(() => liveSettings(environment)).not.toThrow("secret-word");
  });

  test("of a server that does not answer, or to somebody else, are reported", async () => {
    const settings = await listen(await start("included"));
    await expect(openLane({ ...settings, password: "wrong" })).rejects.toThrow(
      "refuses the password",
    );
    await expect(openLane({ ...settings, url: "http://127.0.0.1:1" })).rejects.toThrow(
      "Nothing answers",
    );
    await expect(openLane({ ...settings, url: `${settings.url}/nowhere` })).rejects.toThrow(
      "no catalog",
    );
  });
});

testInProof(
  "contract tables and scenarios run through the lane that vitest opens",
  async () => {
    // The lane takes a server that does not tell its version for one of the line 3.0.
    const { app } = await startCatalog({ dialect: "geoserver", line: "3.0" });
    const { url } = await listen(app);
    const files = ["test/contract/settings", "test/contract/layers", "test/scenarios/renames"];
    const { code, told } = await runLane(url, files);
    expect(code, told).toBe(0);
    expect(told).toMatch(/contract tables: \d+ cases, (\d+) held, 0 failed/);
    expect(told).toMatch(/scenarios: \d+ cases, (\d+) held, 0 failed/);
    expect(told).not.toContain("not as it was");
  },
  300_000,
);

test("verdicts are tables with totals", () => {
  const text = renderVerdicts([
    {
      table: "corpus",
      case: "a",
      cells: { forward: "POST 1", "empty plan": "yes" },
      outcome: "held",
      requests: 12,
    },
    {
      table: "corpus",
      case: "long--name",
      cells: {},
      outcome: "skipped",
      because: "no tables",
      requests: 0,
    },
    {
      table: "imports",
      case: "b",
      cells: { manifests: "3" },
      outcome: "failed",
      because: "500",
      requests: 7,
    },
  ]);
  expect(text).toBe(`== corpus
case        forward  empty plan  requests  verdict
a           POST 1   yes         12        held
long--name  -        -           0         skipped: no tables
corpus: 2 cases, 1 held, 0 failed, 1 skipped, 12 requests

== imports
case  manifests  requests  verdict
b     3          7         failed: 500
imports: 1 cases, 0 held, 1 failed, 0 skipped, 7 requests

All: 3 cases, 1 held, 1 failed, 1 skipped, 19 requests
`);
});
