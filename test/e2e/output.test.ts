/** Documents for programs: nothing but the document on stdout. */
import type { ChildProcess } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sld } from "../support/estates/artefacts.ts";
import { runCli } from "../support/commands/cli.ts";
import { runHere } from "../support/commands/run-here.ts";
import { estate, serverForFile } from "./support.ts";

const { url, run } = serverForFile();

describe("documents for programs", () => {
  test("a plan lists every request", async () => {
    const { code, stdout } = await run("plan", estate("json"), "-o", "json");
    const document = JSON.parse(stdout) as {
      requests: readonly { path: string; body_sha256: string }[];
    };
    expect(code).toBe(0);
    expect(document).toMatchObject({
      format_version: "1.0",
      complete: true,
      estate: "json",
      summary: { create: 1, requests: 1 },
      changes: [{ address: "Style/json", action: "create", declared_at: { line: 3, column: 13 } }],
    });
    expect(document.requests).toEqual([
      expect.objectContaining({
        method: "POST",
        path: "/styles?name=json&raw=true",
        media_type: "application/vnd.ogc.sld+xml",
        bytes: Buffer.byteLength(sld()),
      }),
    ]);
    expect(document.requests[0]?.body_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("an apply is a stream of lines", async () => {
    const { code, stdout, stderr } = await run("apply", estate("stream"), "--yes", "-o", "json");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines.map(({ type }) => type)).toEqual([
      "version",
      "plan",
      "planned_change",
      "lock",
      "action_start",
      "action_complete",
      "lock",
      "verify",
      "request",
      "summary",
    ]);
    const [first, , , , start, complete] = lines;
    expect(first).toMatchObject({ format_version: "1.0", tool: { name: "plumbline" } });
    expect(new Set(lines.map((line) => line["run_id"])).size).toBe(1);
    for (const line of lines) expect(line["@timestamp"]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const action = { address: "Style/stream", addresses: ["Style/stream"], index: 0, total: 1 };
    expect(start).toMatchObject({ ...action, method: "POST" });
    expect(complete).toMatchObject({ ...action, outcome: "done", status: 201 });
    expect(lines.at(-2)).toMatchObject({ outcome: "done", status: 201, rescue: false });
    const ended = { converged: true, requests: 1, bookkeeping: 6, outcome: "applied" };
    expect(lines.at(-1)).toMatchObject({ ...ended, exit_code: 0 });
  });

  test("errors are a document too", async () => {
    const { code, stdout } = await runHere(["plan", "/nonexistent", "-o", "json"], { url: url() });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      complete: false,
      diagnostics: [{ code: "file-unreadable", severity: "error" }],
    });
  });

  test("drift", async () => {
    const folder = estate("jdrift");
    await runHere(["apply", folder, "--yes"], { url: url() });
    const drift = await runHere(["drift", folder, "-o", "json"], { url: url() });
    expect(JSON.parse(drift.stdout)).toMatchObject({
      format_version: "1.0",
      checked: 1,
      drifted: [],
    });
  });

  test("validate", async () => {
    expect(
      JSON.parse((await runHere(["validate", estate("jvalid"), "-o", "json"])).stdout),
    ).toMatchObject({
      format_version: "1.0",
      valid: true,
      manifests: 1,
      objects: 1,
      diagnostics: [],
    });
  });

  test("the version", async () => {
    expect(await runHere(["version"])).toEqual({
      code: 0,
      stdout: "plumbline 0.1.0\n",
      stderr: "",
    });
    expect(JSON.parse((await runHere(["version", "-o", "json"])).stdout)).toMatchObject({
      format_version: "1.0",
      version: "0.1.0",
    });
    expect(await runHere(["--version"])).toMatchObject({ code: 0, stdout: "0.1.0\n" });
  });

  test("a reader that goes away ends nothing in a stack trace", async () => {
    const onStart = ({ stdout }: ChildProcess) => void stdout?.destroy();
    expect(await runCli(["schema"], { onStart })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("schemas", async () => {
    const schema = JSON.parse((await runHere(["schema", "Style"])).stdout) as {
      properties: { kind: unknown };
    };
    expect(schema.properties.kind).toMatchObject({ const: "Style" });
    expect(await runHere(["schema", "Nothing"])).toMatchObject({ code: 64 });
  });
});
