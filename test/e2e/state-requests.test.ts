/** What a plan says of the requests that keep the state of its estate, beside those that go over the wire. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listenCatalog } from "../support/servers/catalog.ts";
import { isCatalogWrite, startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { estate, project, style } from "./support.ts";
import { sld } from "../support/estates/artefacts.ts";

async function watched(dialect: "documented" | "geoserver") {
  const writes: { readonly path: string; readonly isOwn: boolean }[] = [];
  const url = await startProxy(await listenCatalog(dialect), ({ method, path }) => {
    const isOwn = !isCatalogWrite({ method, path });
    if (method !== "GET" && method !== "HEAD") writes.push({ path, isOwn });
  });
  /** Plans, then applies; how many requests of either sort were said and sent. */
  return async (folder: string, ...flags: readonly string[]) => {
    const { stdout } = await runHere(["plan", folder, ...flags], { url });
    const json = await runHere(["plan", folder, "-o", "json", ...flags], { url });
    const reports = [".md", ".html"].map((end) => join(temporaryFolder(), `plan${end}`));
    for (const report of reports)
      await runHere(["plan", folder, "--report", report, ...flags], { url });
    expect(writes.splice(0)).toEqual([]);
    const applied = await runHere(["apply", folder, "--yes", ...flags], { url });
    expect(applied.code, applied.stderr).toBe(0);
    const said = /^.*up to (\d+) requests that keep the state of this estate\b.*$/m.exec(stdout);
    expect(applied.stdout.includes(said?.[0] ?? "nothing"), applied.stdout).toBe(said !== null);
    const noted = reports.map(
      (report) => /[Uu]p to (\d+) requests that/.exec(readFileSync(report, "utf8"))?.[1],
    );
    expect(noted).toEqual([said?.[1], said?.[1]]);
    const sent = writes.splice(0);
    const document = JSON.parse(json.stdout) as { requests: unknown[]; state_requests: number };
    expect(document.state_requests).toBe(Number(said?.[1] ?? 0));
    expect(sent.filter(({ isOwn }) => !isOwn)).toHaveLength(document.requests.length);
    return { said: document.state_requests, sent: sent.filter(({ isOwn }) => isOwn).length };
  };
}

describe.for(["documented", "geoserver"] as const)("in %s", (dialect) => {
  test("a plan counts as many as an apply sends, and none where it sends none", async () => {
    const counts = await watched(dialect);
    const folder = estate("kept", { "plumbline.yaml": project("estate: kept\nprune: owned") });
    const made = await counts(folder);
    expect(made).toEqual({ said: 6, sent: 6 });
    expect(await counts(folder)).toEqual({ said: 0, sent: 0 });
    writeFiles(folder, {
      "b.yaml": style("more"),
      "more.sld": sld(),
      "kept.sld": sld({ colour: "#445566" }),
    });
    expect(await counts(folder)).toEqual({ said: 6, sent: 6 });
    writeFiles(folder, { "kept.sld": sld() });
    expect(await counts(folder)).toEqual({ said: 4, sent: 4 });
    rmSync(join(folder, "b.yaml"));
    expect(await counts(folder)).toEqual({ said: 4, sent: 4 });
  });

  test("an estate that keeps its state in files sends none", async () => {
    const counts = await watched(dialect);
    const text = project("estate: local\ninventory: local");
    expect(await counts(estate("local", { "plumbline.yaml": text }))).toEqual({ said: 0, sent: 0 });
  });
});
