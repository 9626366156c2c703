/** What a watch reports over HTTP, and who may ask for what. */
import { request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { secret } from "../../src/model/secret.ts";
import { endpointAddress } from "../../src/endpoints/address.ts";
import { EndpointsError } from "../../src/endpoints/listen.ts";
import type { Approving } from "../../src/reconciler/inventory/approvals.ts";
import { startEndpoints as start } from "../support/watch/endpoints.ts";
import {
  PASS_TIME,
  passEnd,
  planWith,
  waitingPlan,
  watchState,
} from "../support/watch/pass-ends.ts";

/** A request whose every header is ours to choose; fetch does not allow that. */
function raw(url: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end();
  });
}

const brokenManifest = {
  code: "yaml-syntax",
  severity: "error",
  message: "a.yaml is not YAML",
  where: { file: "a.yaml", line: 3, column: 1 },
} as const;

describe("/readyz shows the truth", () => {
  const degraded = passEnd({ result: "degraded", plan: undefined, diagnostics: [brokenManifest] });
  const [failed, waiting, drifted] = (["failed", "waiting", "drifted"] as const).map((result) =>
    passEnd({ result }),
  );
  test.for([
    ["before the first pass", { state: "starting", lastPass: undefined }, 503, /No pass/],
    ["while the first pass applies", { state: "applying", lastPass: undefined }, 503, /No pass/],
    ["after a pass", {}, 200, undefined],
    ["while the server is out of reach", { serverReachable: false }, 503, /out of reach/],
    ["with broken manifests", { state: "degraded", lastPass: degraded }, 503, /broken \(1 error\)/],
    ["while the branch cannot be fetched", { state: "degraded" }, 503, /branch cannot be fetched/],
    ["while it tries again after that", { state: "applying", lastPass: degraded }, 503, /broken/],
    ["after a failure", { state: "failing", lastPass: failed }, 503, /failed/],
    ["while a plan waits", { state: "waiting", lastPass: waiting }, 200, undefined],
    ["with drift", { state: "drifted", lastPass: drifted }, 200, undefined],
  ] as const)("%s", async ([_label, more, status, reason]) => {
    const { get } = await start(watchState(more));
    const answer = await get("/readyz");
    expect(answer.status, answer.text).toBe(status);
    const document = JSON.parse(answer.text) as { ready: boolean; reasons: string[] };
    expect(document).toMatchObject({ format_version: "1.0", ready: status === 200 });
    if (reason === undefined) expect(document.reasons).toEqual([]);
    else expect(document.reasons.join()).toMatch(reason);
  });

  test("as things are now, not as they were", async () => {
    let state = watchState();
    const { get } = await start(() => state);
    expect((await get("/readyz")).status).toBe(200);
    state = watchState({ serverReachable: false });
    expect((await get("/readyz")).status).toBe(503);
    expect((await get("/livez")).status).toBe(200);
    state = watchState();
    expect((await get("/readyz")).status).toBe(200);
  });
});

test("/status.json says all of it", async () => {
  const lastPass = passEnd({
    commit: "abc",
    plan: planWith({ digest: "sha256-1" }),
    drifted: [
      {
        address: { kind: "Style", workspace: "roads", name: "motorway" },
        gone: false,
        fields: [{ field: "title", label: "title", before: "a", after: "b" }],
      },
    ],
    objects: [{ address: "Style/roads:motorway", sync: "drifted", owned: true }],
    diagnostics: [brokenManifest],
  });
  const waiting = [waitingPlan({ digest: "sha256-2", blocks: ["too many"] })];
  const { get } = await start(watchState({ state: "drifted", lastPass, waiting }));
  const { status, headers, text } = await get("/status.json");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(JSON.parse(text)).toMatchObject({
    format_version: "1.0",
    ready: true,
    state: "drifted",
    reasons: [],
    server_reachable: true,
    last_success_at: new Date(PASS_TIME).toISOString(),
    waiting,
    last_pass: {
      estate: "maps",
      result: "converged",
      trigger: "resync",
      started_at: new Date(PASS_TIME).toISOString(),
      took_ms: 250,
      commit: "abc",
      plan: { digest: "sha256-1", summary: { create: 0 } },
      writes: 0,
      drifted: [
        {
          address: "Style/roads:motorway",
          gone: false,
          fields: [{ field: "title", before: "a", after: "b" }],
        },
      ],
      drifted_total: 1,
      objects: [{ address: "Style/roads:motorway", sync: "drifted", owned: true }],
      diagnostics: [{ code: "yaml-syntax", file: "a.yaml", line: 3 }],
    },
  });
  const before = await start(watchState({ lastPass: undefined, lastSuccessAt: undefined }));
  expect(JSON.parse((await before.get("/status.json")).text)).toMatchObject({
    last_pass: null,
    last_success_at: null,
  });
});

describe("who may ask for a pass and for details", () => {
  test("without a token, programs of this machine", async () => {
    const { get, asked, url } = await start();
    const { status, text } = await get("/reconcile", { method: "POST", body: "x" });
    expect([status, JSON.parse(text)]).toEqual([202, { format_version: "1.0", accepted: true }]);
    expect(asked()).toBe(1);
    const { port } = new URL(url);
    for (const headers of [
      { origin: "http://evil.example" },
      { "sec-fetch-site": "same-origin" },
      { host: `evil.example:${port}` },
      { "x-forwarded-for": "127.0.0.1" },
      { forwarded: "for=127.0.0.1" },
      { via: "1.1 proxy" },
    ])
      for (const [method, path] of [
        ["POST", "/reconcile"],
        ["GET", "/status.json"],
        ["GET", "/plans/sha256-1"],
      ] as const)
        expect(await raw(`${url}${path}`, method, headers), JSON.stringify(headers)).toBe(403);
    expect(asked()).toBe(1);
    expect(await raw(`${url}/reconcile`, "POST", { host: `localhost:${port}` })).toBe(202);
    expect((await get("/reconcile")).status).toBe(404);
    expect(asked()).toBe(2);
  });

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  if (outside === undefined)
    process.stderr.write("SKIPPED, this machine has no address but loopback: others ask\n");
  test.runIf(outside !== undefined)("without a token, nobody else", async () => {
    const { asked, url } = await start(watchState(), { host: "0.0.0.0" });
    const { port } = new URL(url);
    const at = `http://${outside}:${port}`;
    expect(await raw(`${at}/reconcile`, "POST", { host: "localhost" })).toBe(403);
    expect(await raw(`${at}/status.json`, "GET", {})).toBe(403);
    expect(await raw(`${at}/readyz`, "GET", {})).toBe(200);
    expect(asked()).toBe(0);
  });

  test("with a token, anyone who has it", async () => {
    const { get, asked, url } = await start(watchState(), { token: secret("right token") });
    const short = await start(watchState(), { token: secret("t0ken") });
    const post = (from: typeof short, authorization?: string) =>
      from.get("/reconcile", {
        method: "POST",
        headers: authorization === undefined ? {} : { authorization },
      });
    for (const wrong of [undefined, "Bearer wrong", "Basic dDBrZW4=", "Bearer", "t0ken"]) {
      const answer = await post(short, wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
      expect(answer.text).not.toContain("t0ken");
    }
    expect(short.asked()).toBe(0);
    expect((await post(short, "Bearer t0ken")).status).toBe(202);
    expect(short.asked()).toBe(1);
    expect((await get("/status.json")).status).toBe(401);
    expect(
      (await short.get("/status.json", { headers: { authorization: "bearer t0ken" } })).status,
    ).toBe(200);
    for (const open of ["/livez", "/readyz", "/metrics"])
      expect((await get(open)).status).toBe(200);
    expect([asked(), url.startsWith("http://127.0.0.1:")]).toEqual([0, true]);
  });
});

describe("the console", () => {
  const page = { contentType: "text/html; charset=utf-8", body: Buffer.from("<p>page</p>") };
  const findFile = (name: string) => (name === "watch.html" ? page : undefined);
  const digest = `sha256-${"ab".repeat(32)}`;
  const request = { digest, created: "2026-03-01T12:00:00Z", summary: { delete: 1 }, blocks: [] };
  const approve = (waits: boolean) => {
    const approved: string[] = [];
    const result: Approving = waits
      ? { approvals: { waiting: [], approved: [] }, request }
      : { refused: "not-liftable" };
    const one = async (given: string, by: string) => {
      approved.push(`${given} by ${by}`);
      return result;
    };
    return { approved, approve: one };
  };

  test("is a page for everybody that loads nothing from elsewhere", async () => {
    const { get, url } = await start(watchState(), { token: secret("t0ken"), findFile });
    expect(await get("/console")).toMatchObject({ status: 200, text: "<p>page</p>" });
    const { status, headers } = await get("/console/");
    expect([status, headers.get("content-type")]).toEqual([200, page.contentType]);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self'/,
    );
    for (const name of ["main.ts", "..%2f..%2fpackage.json", "index.html"])
      expect((await get(`/console/${name}`)).status, name).toBe(404);
    expect((await fetch(`${url}/console/`, { method: "POST" })).status).toBe(404);
  });

  test("approves for those who have the token, and for nobody where there is none", async () => {
    const { approved, approve: one } = approve(true);
    const { get } = await start(watchState(), { token: secret("t0ken"), approve: one });
    const post = { method: "POST" };
    for (const headers of [{}, { authorization: "Bearer wrong" }])
      expect((await get(`/approvals/${digest}`, { ...post, headers })).status).toBe(401);
    const open = await start(watchState(), { approve: one });
    const refused = await open.get(`/approvals/${digest}`, post);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("needs a token")]);
    expect(approved).toEqual([]);
    const right = { ...post, headers: { authorization: "Bearer t0ken" } };
    const answer = await get(`/approvals/${digest}`, right);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ format_version: "1.0", approved: request });
    expect(approved).toEqual([`${digest} by token@127.0.0.1`]);
  });

  test("says why a plan cannot be approved", async () => {
    const headers = { authorization: "Bearer t0ken" };
    const { get } = await start(watchState(), { token: secret("t0ken"), ...approve(false) });
    const answer = await get("/approvals/sha256-1", { method: "POST", headers });
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining("cannot be approved"),
    ]);
  });
});

describe("manners", () => {
  test("bodies are bounded, other pages are not there, nothing is cached", async () => {
    const { get, asked } = await start();
    const large = await get("/reconcile", { method: "POST", body: "x".repeat(10_000) });
    expect([large.status, asked()]).toEqual([413, 0]);
    const missing = await get("/nothing");
    expect([missing.status, JSON.parse(missing.text)]).toMatchObject([
      404,
      { format_version: "1.0" },
    ]);
    expect((await get("/readyz")).headers.get("cache-control")).toBe("no-store");
    expect((await get("/readyz", { method: "HEAD" })).status).toBe(200);
  });

  test("a port that is taken is reported as such", async () => {
    const { url } = await start();
    const again = start(watchState(), { port: Number(new URL(url).port) });
    await expect(again).rejects.toThrow(EndpointsError);
    await expect(again).rejects.toThrow(/the port is taken/);
  });

  test("after closing nothing listens", async () => {
    const { get, close } = await start();
    expect((await get("/livez")).status).toBe(200);
    await close();
    await expect(get("/livez")).rejects.toThrow(/fetch failed/);
  });

  test.for([
    ["9600", { host: "127.0.0.1", port: 9600 }],
    [":9600", { host: "127.0.0.1", port: 9600 }],
    ["0.0.0.0:9600", { host: "0.0.0.0", port: 9600 }],
    ["[::1]:0", { host: "::1", port: 0 }],
    ["maps.example.org:80", { host: "maps.example.org", port: 80 }],
    ["70000", undefined],
    ["http://x:1", undefined],
    ["::1:80", undefined],
    ["", undefined],
  ] as const)("%j is where to listen", ([text, expected]) => {
    expect(endpointAddress(text)).toEqual(expected);
  });
});
