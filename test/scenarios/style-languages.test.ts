/** Styles in YSLD and MBStyle: sent, read back and compared as values, on stock servers and on the included one. */
import { describe, expect, test } from "vitest";
import { importCatalog } from "../../src/reconciler/import/import.ts";
import { bodyText } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const YSLD = "application/vnd.geoserver.ysld+yaml";
const MBSTYLE = "application/vnd.geoserver.mbstyle+json";
const DOTS =
  "name: dots\nfeature-styles:\n- rules:\n  - symbolizers:\n    - point: { size: 8, symbols: [{ mark: { shape: circle, fill-color: '#ff0000' } }] }\n";
const LINES =
  '{ "version": 8, "name": "lines", "layers": [{ "id": "a", "type": "line", "paint": { "line-width": 2 } }] }';

function writeStyles(folder: string, { dots = DOTS, lines = LINES } = {}): void {
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, {}),
    "d.yaml": document("Style", { workspace: "w", name: "dots" }, { source: "./dots.ysld" }),
    "l.yaml": document("Style", { workspace: "w", name: "lines" }, { source: "./lines.mbstyle" }),
    "dots.ysld": dots,
    "lines.mbstyle": lines,
  });
}

const servers = {
  "a stock server": async () => stockServer(),
  "the included server": async () => startCatalog(),
  "the included server like a stock one": async () => startCatalog({ dialect: "geoserver" }),
};

describe.for(Object.entries(servers))("%s", ([, start]) => {
  test("takes them, and gives them back as they were sent", async () => {
    const { app } = await start();
    const folder = temporaryFolder();
    writeStyles(folder);
    const { planned, result, writes } = await applyFolder(app, folder);
    expect(planned.diagnostics).toEqual([]);
    expect(result?.converged).toBe(true);
    const types = writes.flatMap(({ request: { mediaType = "" } }) => mediaType);
    expect(types.filter((type) => type.includes("vnd"))).toEqual([YSLD, MBSTYLE]);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
    const { read } = await connectTo(app, "test");
    const shown = async (file: string) => {
      const answer = await read({ method: "GET", path: `/workspaces/w/styles/${file}` });
      return [answer.headers["content-type"], bodyText(answer)];
    };
    expect(await shown("dots.ysld")).toEqual([YSLD, DOTS]);
    expect(await shown("lines.mbstyle")).toEqual([MBSTYLE, LINES]);
    expect((await shown("dots.json"))[1]).toMatch(/"format":"ysld".*"filename":"dots.yaml"/);
    expect((await shown("lines.json"))[1]).toMatch(/"format":"mbstyle".*"filename":"lines.json"/);
  });

  test("layout makes no difference, a value does, and another language replaces the first", async () => {
    const { app } = await start();
    const folder = temporaryFolder();
    writeStyles(folder);
    await applyFolder(app, folder);
    writeStyles(folder, {
      dots: `# red\n${DOTS.replace("{ size: 8,", "{ 'size': 8,  ")}`,
      lines: JSON.stringify(JSON.parse(LINES), null, 2),
    });
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
    writeStyles(folder, { dots: DOTS.replace("size: 8", "size: 9") });
    const { writes } = await applyFolder(app, folder);
    expect(writes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual([
      "PUT /workspaces/w/styles/dots",
    ]);
    writeFiles(folder, {
      "d.yaml": document("Style", { workspace: "w", name: "dots" }, { source: "./lines.mbstyle" }),
    });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  });

  test("a package takes the place of another language, and gives way to one", async () => {
    const { app } = await start();
    const folder = temporaryFolder();
    for (const [n, source] of ["lines.mbstyle", "pack/", "dots.ysld", "pack/"].entries()) {
      writeFiles(folder, {
        "dots.ysld": DOTS,
        "lines.mbstyle": LINES,
        "pack/dots.sld": sld({ name: "dots" }),
        [`pack/mark${n}.svg`]: `<svg xmlns="http://www.w3.org/2000/svg" width="${n}"/>`,
        "d.yaml": document("Style", { name: "dots" }, { source: `./${source}` }),
      });
      expect((await applyFolder(app, folder)).result?.converged, `${n} ${source}`).toBe(true);
      expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
    }
  });

  test("an import declares them", async () => {
    const { app } = await start();
    const folder = temporaryFolder();
    writeStyles(folder);
    await applyFolder(app, folder);
    const { read, server } = await connectTo(app, "test");
    const { files } = await importCatalog({ read, server, account: "" });
    const content = (end: string) =>
      Buffer.from([...files].find(([path]) => path.endsWith(end))?.[1] ?? "").toString();
    expect(content("dots.ysld")).toBe(DOTS);
    expect(content("lines.mbstyle")).toBe(LINES);
  });
});

test("what is broken is an error at its place", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  writeStyles(folder, { dots: "name: [x\n - y", lines: "{" });
  const { diagnostics } = await planFolder(app, folder);
  expect(diagnostics.map(({ code, where }) => `${code}:${where?.line ?? ""}`)).toEqual([
    expect.stringMatching(/^style-invalid:[12]$/),
    expect.stringMatching(/^style-invalid:/),
  ]);
});

test.for([
  ["several documents", "name: a\n---\nname: b\n", /multiple documents/],
  ["an alias of what it stands in", "name: a\nx: &a [*a]\n", /nested more than 100 deep/],
  ["deep values", `name: a\nx: ${"[".repeat(9000)}${"]".repeat(9000)}\n`, /nested more than 100/],
  [
    "aliases of aliases",
    `a: &a [${"1,".repeat(20)}]\nb: &b [${"*a,".repeat(20)}]\nc: [${"*b,".repeat(20)}]\n`,
    /aliases stand for more than 100 times/,
  ],
] as const)("%s are an error, and on a server they are another style", async ([, dots, says]) => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  writeStyles(folder);
  await applyFolder(app, folder);
  const url = "/rest/workspaces/w/styles/dots?raw=true";
  const headers = { authorization: AUTHORIZATION, "content-type": YSLD };
  expect((await app.inject({ method: "PUT", url, headers, payload: dots })).statusCode).toBe(200);
  const { plan, diagnostics } = await planFolder(app, folder);
  expect(diagnostics).toEqual([]);
  expect(plan?.steps).toHaveLength(1);
  writeStyles(folder, { dots });
  expect((await planFolder(stockServer().app, folder)).diagnostics).toMatchObject([
    { code: "style-invalid", message: expect.stringMatching(says) },
  ]);
});

test("what JSON has no form for makes a difference, too", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  for (const value of ["2026-01-01", "2026-01-02", ".inf", ".nan"]) {
    writeStyles(folder, { dots: `${DOTS}x: ${value}\n` });
    expect((await applyFolder(app, folder)).writes).not.toEqual([]);
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  }
});

test("a server without the module is known before anything is sent", async () => {
  const { app } = stockServer({ modules: ["ysld"] });
  const folder = temporaryFolder();
  writeStyles(folder);
  const { diagnostics } = await planFolder(app, folder);
  expect(diagnostics).toMatchObject([
    {
      code: "stock-refuses",
      severity: "error",
      message:
        "Style/w:lines is written in MBStyle, for which servers need the module gs-mbstyle, and the server does not list it among its modules",
    },
  ]);
});

test("the included server converts neither, and says so", async () => {
  for (const dialect of ["documented", "geoserver"] as const) {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    writeStyles(folder);
    await applyFolder(app, folder);
    const { read } = await connectTo(app, "test");
    const answer = await read({ method: "GET", path: "/workspaces/w/styles/dots.sld" });
    expect([answer.status, bodyText(answer)]).toEqual([
      406,
      expect.stringContaining("written in YSLD; ask for .ysld: nothing here converts it"),
    ]);
  }
});
