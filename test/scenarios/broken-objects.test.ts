/** Layers and layer groups that a stock server cannot show any more: reported in plain words, and written again. */
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { runHere } from "../support/commands/run-here.ts";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const BASE = {
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/w" }),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "h" },
  }),
  "a.yaml": inWorkspace("FeatureType", "a", { store: "d" }),
  "b.yaml": inWorkspace("FeatureType", "b", { store: "d" }),
  "g.yaml": inWorkspace("LayerGroup", "g", {
    title: "All",
    bounds: { minx: 0, maxx: 1, miny: 0, maxy: 1 },
    layers: [{ layer: "a" }, { layer: "b", style: "line" }],
  }),
  "l.yaml": inWorkspace("Layer", "a", { defaultStyle: "point", styles: ["line"] }),
};

const BREAKING = [
  ["layers/w:a", "<layer><defaultStyle><name>none</name></defaultStyle></layer>"],
  ["layers/w:a", "<layer><styles><style><name>none</name></style></styles></layer>"],
  ["workspaces/w/layergroups/g", "<layerGroup><styles><style/><style/></styles></layerGroup>"],
] as const;

const SAID = /^(?:Layer\/w:a|LayerGroup\/w:g) is broken: the server cannot show it/;

async function send(app: FastifyInstance, path: string, payload: string): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const answer = await app.inject({ method: "PUT", url: `/rest/${path}`, headers, payload });
  expect(answer.statusCode).toBe(200);
}

/** A stock server with an estate on it, and then a broken object. */
async function broken([path, payload]: readonly [string, string]) {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  writeFiles(folder, BASE);
  await applyFolder(app, folder, { prune: "owned" });
  await send(app, path, payload);
  return { app, folder };
}

const messages = (planned: Awaited<ReturnType<typeof planFolder>>) =>
  planned.diagnostics.map(({ severity, message }) => `${severity} ${message}`);

describe.for(BREAKING)("%s, broken by %s", (breaking) => {
  test("is reported, and repaired by apply where it is declared", async () => {
    const { app, folder } = await broken(breaking);
    const { planned, result, writes } = await applyFolder(app, folder, { prune: "owned" });
    expect(planned.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["object-broken", "warning"],
    ]);
    expect(planned.diagnostics[0]?.message).toMatch(SAID);
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    expect(writes.length).toBe(1);
    const again = await planFolder(app, folder, { prune: "owned" });
    expect([again.plan?.steps, again.diagnostics]).toEqual([[], []]);
  });

  test("of somebody else stops nothing, and stays as it is", async () => {
    const { app } = await broken(breaking);
    const folder = temporaryFolder();
    writeFiles(folder, { "s.yaml": manifest("Workspace", { name: "other" }, {}) });
    const options = { name: "other", prune: "owned" } as const;
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    // A style that goes is looked for in everything that may use it.
    writeFiles(folder, {
      "t.yaml": manifest("Style", { name: "theirs" }, { source: "./t.css" }),
      "t.css": "* { stroke: black; }",
    });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    writeFiles(folder, { "t.yaml": "# plumbline: ignore\n" });
    const gone = await applyFolder(app, folder, options);
    expect(messages(gone.planned).filter((one) => one.startsWith("error"))).toEqual([]);
    expect(gone.planned.diagnostics.map(({ code }) => code)).toEqual(["object-broken"]);
    expect(gone.result?.converged).toBe(true);
  });

  test("comes back whole with a store that is recreated", async () => {
    const { app, folder } = await broken(breaking);
    writeFiles(folder, {
      "d.yaml": inWorkspace("DataStore", "d2", {
        connectionParameters: { dbtype: "postgis", host: "h" },
      }),
      "a.yaml": inWorkspace("FeatureType", "a", { store: "d2" }),
      "b.yaml": inWorkspace("FeatureType", "b", { store: "d2" }),
    });
    const { planned, result } = await applyFolder(app, folder, {
      prune: "owned",
      allow: ["over-limit"],
    });
    expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([]);
    expect(result?.converged, JSON.stringify([messages(planned), result?.diagnostics])).toBe(true);
  });

  test("is met by all commands that read", async () => {
    const { app, folder } = await broken(breaking);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const commands = [
      ["plan", folder],
      ["drift", folder],
      ["status", folder],
      ["rehearse", folder],
      ["doctor", folder],
    ];
    for (const args of commands) {
      const { code, stdout, stderr } = await runHere(args, { url });
      const told = `${args[0]} ${code}\n${stdout}\n${stderr}`;
      expect(told).not.toMatch(/Malformed|boolean attribute|Unexpected|at .*\.ts:\d/);
      // What cannot be seen cannot be rehearsed.
      expect(args[0] === "rehearse" ? [3] : [0, 2], told).toContain(code);
    }
    const into = temporaryFolder();
    const { code, stdout, stderr } = await runHere(["import", "--out", into], { url });
    expect([0, 2], `${stdout}${stderr}`).toContain(code);
    expect(`${stdout}${stderr}`).toContain("is broken: the server cannot show it");
  });
});

test("a style that a broken layer may refer to goes after the layer was repaired", async () => {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const options = { prune: "owned" } as const;
  const drawnBy = (styles: readonly string[]) =>
    inWorkspace("Layer", "a", { defaultStyle: "point", styles });
  writeFiles(folder, {
    ...BASE,
    "s.yaml": manifest("Style", { name: "a-style" }, { source: "./s.css" }),
    "s.css": "* { stroke: black; }",
    "l.yaml": drawnBy(["a-style"]),
  });
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  // The answer breaks off at the default style, in front of the others.
  const [[path, payload]] = BREAKING;
  await send(app, path, payload);
  writeFiles(folder, { "s.yaml": "# plumbline: ignore\n", "l.yaml": drawnBy(["line"]) });
  const { planned, result, writes } = await applyFolder(app, folder, options);
  expect(planned.plan?.blocks.map(({ message }) => message)).toEqual([]);
  expect(
    writes.map(({ request, response }) => [request.method, request.path, response.status]),
  ).toEqual([
    ["PUT", "/layers/w%3Aa", 200],
    ["DELETE", "/styles/a-style", 200],
  ]);
  expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
  const again = await planFolder(app, folder, options);
  expect([again.plan?.steps, again.diagnostics]).toEqual([[], []]);
});
