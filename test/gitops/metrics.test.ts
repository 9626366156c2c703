/** What a watch counts, for Prometheus. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { describeProgram } from "../support/run/parts.ts";
import { startEndpoints as start } from "../support/watch/endpoints.ts";
import { PASS_TIME, passEnd, planWith } from "../support/watch/pass-ends.ts";

describe("/metrics", () => {
  const style = { kind: "Style", workspace: "roads", name: "motorway" };
  const passes = [
    passEnd({
      result: "applied",
      plan: planWith({ orphans: [style, style] }),
      drifted: [{ address: style, gone: true, fields: [] }],
      objects: [
        { address: "Style/roads:motorway", sync: "suspended", owned: true },
        { address: "Style/lakes", sync: "in-step", owned: false },
      ],
      health: {
        at: new Date(PASS_TIME).toISOString(),
        verdict: "degraded",
        summary: { exposed: 0, degraded: 2, unknown: 1, healthy: 7 },
        unhealthy: [],
      },
    }),
    passEnd({ result: "failed", plan: undefined, tookMs: 4_000 }),
  ];

  async function scrape(): Promise<string> {
    const { metrics, get } = await start();
    const answer = { status: 200, headers: {}, body: new Uint8Array() };
    const send = metrics.counting((request) =>
      request.method === "GET" ? Promise.resolve(answer) : Promise.reject(new Error("no answer")),
    );
    await send({ method: "GET", path: "/styles" });
    await expect(send({ method: "PUT", path: "/styles" })).rejects.toThrow("no answer");
    for (const end of passes) metrics.passEnded(end);
    const { status, headers, text } = await get("/metrics");
    expect([status, headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    return text;
  }

  test("counts passes and requests, and shows what the last pass that could look has found", async () => {
    const lines = (await scrape()).split("\n");
    for (const line of [
      'plumbline_reconcile_total{result="applied"} 1',
      'plumbline_reconcile_total{result="failed"} 1',
      'plumbline_reconcile_total{result="waiting"} 0',
      "plumbline_reconcile_duration_seconds_count 2",
      "plumbline_reconcile_duration_seconds_sum 4.25",
      'plumbline_reconcile_duration_seconds_bucket{le="0.25"} 1',
      'plumbline_object_info{kind="Style",workspace="roads",name="motorway",sync="suspended",owner="maps"} 1',
      'plumbline_object_info{kind="Style",workspace="",name="lakes",sync="in-step",owner=""} 1',
      'plumbline_objects{sync="suspended"} 1',
      'plumbline_layers{health="degraded"} 2',
      'plumbline_layers{health="healthy"} 7',
      "plumbline_drifted_objects 1",
      "plumbline_orphans 2",
      "plumbline_suspended 1",
      `plumbline_last_success_timestamp_seconds ${(PASS_TIME + 250) / 1_000}`,
      'plumbline_http_requests_total{method="GET",code="200"} 1',
      'plumbline_http_requests_total{method="PUT",code="0"} 1',
    ])
      expect(lines).toContain(line);
  });

  test("objects that are gone are not shown any more", async () => {
    const { metrics } = await start();
    for (const end of passes) metrics.passEnded(end);
    metrics.passEnded(passEnd());
    const text = await metrics.expose();
    expect(text).not.toContain("motorway");
    expect(text).toContain("plumbline_suspended 0");
  });

  describeProgram("promtool", "metrics by promtool", () => {
    test("parse, and have names and helps as they should be", async () => {
      const checked = spawnSync("promtool", ["check", "metrics"], { input: await scrape() });
      expect(`${checked.stdout}${checked.stderr}`).toBe("");
      expect(checked.status).toBe(0);
    });
  });
});
