/** What the server shows without credentials, at an address of its own: whether it can be relied on, and figures. */
import { spawnSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEndpoints } from "../../src/endpoints/listen.ts";
import { openServerMetrics } from "../../src/server/metrics.ts";
import { readinessOf } from "../../src/server/readiness.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { describeProgram } from "../support/run/parts.ts";

async function start() {
  const server = await startCatalog();
  const endpoints = await startEndpoints({
    port: 0,
    readiness: server.readiness,
    metrics: openServerMetrics(server.app.figures),
  });
  onTestFinished(() => endpoints.close());
  const get = async (path: string) => {
    const response = await fetch(`${endpoints.url}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const ask = (url: string, authorization = AUTHORIZATION, method: "GET" | "PUT" = "GET") =>
    server.app.inject({ method, url: `/rest${url}`, headers: { authorization }, payload: "x" });
  return { server, get, ask };
}

describe("whether it can be relied on", () => {
  test("it is asked without credentials, and the server itself is not", async () => {
    const { server, get } = await start();
    expect(JSON.parse((await get("/livez")).text)).toEqual({ format_version: "1.0", live: true });
    const { status, text } = await get("/readyz");
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { format_version: "1.0", ready: true, state: "ready", reasons: [] },
    ]);
    for (const url of ["/livez", "/readyz", "/metrics", "/rest/livez", "/"])
      expect((await server.app.inject({ url })).statusCode).toBe(401);
    for (const path of ["/status.json", "/rest/styles.json", "/"])
      expect((await get(path)).status).toBe(404);
  });

  test("not while it ends, and it lives until it has ended", async () => {
    const { server, get } = await start();
    await server.close();
    expect((await get("/livez")).status).toBe(200);
    const { status, text } = await get("/readyz");
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {
        format_version: "1.0",
        ready: false,
        state: "ending",
        reasons: ["The server ends; send requests to another one, or when it is back"],
      },
    ]);
  });

  test.for([
    ["cannot be read", () => Promise.reject(new Error("disk I/O error")), /cannot be read: disk I/],
    ["does not answer", () => new Promise<never>(() => undefined), /does not answer within 0.01 s/],
  ] as const)("not with a catalog that %s", async ([_name, read, reason]) => {
    expect(await readinessOf({ read }, false, undefined, 10)).toEqual({
      ready: false,
      state: "failing",
      reasons: [expect.stringMatching(reason)],
    });
  });
});

describe("figures", () => {
  async function scrape(): Promise<string> {
    const { get, ask } = await start();
    await ask("/styles.json");
    await ask("/styles.json");
    await ask("/styles/none.json");
    await ask("/resource/a.txt", AUTHORIZATION, "PUT");
    await ask("/styles.json", `Basic ${btoa("secret-name:wrong")}`);
    for (const guess of "abcd") await ask("/styles.json", `Basic ${btoa(`admin:${guess}`)}`);
    const { status, text } = await get("/metrics");
    expect(status).toBe(200);
    return text;
  }

  test("count what was asked and answered, and show what is under way", async () => {
    const text = await scrape();
    const value = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length + 1),
      );
    expect(value('plumbline_server_requests_total{method="GET",code="2xx"}')).toBe(2);
    expect(value('plumbline_server_requests_total{method="GET",code="4xx"}')).toBe(6);
    expect(value('plumbline_server_requests_total{method="PUT",code="2xx"}')).toBe(1);
    expect(value('plumbline_server_requests_total{method="DELETE",code="5xx"}')).toBe(0);
    expect(value('plumbline_server_logins_total{result="right"}')).toBe(1);
    expect(value('plumbline_server_logins_total{result="wrong"}')).toBe(4);
    expect(value('plumbline_server_logins_total{result="waiting"}')).toBe(1);
    expect(value("plumbline_server_requests_in_flight")).toBe(0);
    expect(value('plumbline_server_waiting{queue="reads"}')).toBe(0);
    expect(value("plumbline_server_connections")).toBe(0);
    expect(value("plumbline_server_uploads_in_flight")).toBe(0);
    expect(value("plumbline_server_disk_free_bytes")).toBeGreaterThan(1_000_000);
    expect(value("plumbline_server_catalog_revision")).toBeGreaterThan(0);
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(value("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(value("process_start_time_seconds")).toBeGreaterThan(1_700_000_000);
  });

  test("of two who ask at once the slower one is reported, and nothing is counted twice", async () => {
    const { server, ask } = await start();
    const early = await server.app.figures();
    await ask("/styles.json");
    const late = await server.app.figures();
    const found = [late, early, late];
    const metrics = openServerMetrics(async () => found.shift() ?? late);
    const counted = async () => (await metrics.expose()).match(/^plumbline_\w+_total\b.*$/gm);
    const first = await counted();
    expect(first).toContain('plumbline_server_requests_total{method="GET",code="2xx"} 1');
    expect(await counted()).toEqual(first);
    expect(await counted()).toEqual(first);
  });

  test("name no object and no account", async () => {
    const text = await scrape();
    for (const name of ["none", "a.txt", "admin", "secret-name", "point", "127.0.0.1"])
      expect(text).not.toContain(name);
  });

  describeProgram("promtool", "figures of the server by promtool", () => {
    test("parse, and have names and helps as they should be", async () => {
      const checked = spawnSync("promtool", ["check", "metrics"], { input: await scrape() });
      expect(`${checked.stdout}${checked.stderr}`).toBe("");
      expect(checked.status).toBe(0);
    });
  });
});
