/** Pictures in report pages: styles before and after, of each language, with what is marked and what is not drawn. */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/reconciler/report/documents.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { dataOfPage, faultsOfPage, picturesOfPage } from "../support/reports/report-page.ts";
import { readSvg, unsafeParts } from "../support/styles/svg-documents.ts";
import { runHere } from "../support/commands/run-here.ts";
import { testInProof } from "../support/run/scale.ts";
import { stockServer } from "../stock/server.ts";
import { estate, project, serverForFile } from "./support.ts";

const { url, run } = serverForFile();

const symbolizer = (colour: string) =>
  `<LineSymbolizer><Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke></LineSymbolizer>`;

const document = (rules: string) =>
  `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:xlink="http://www.w3.org/1999/xlink"><NamedLayer><Name>roads</Name><UserStyle><FeatureTypeStyle>${rules}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;

/** A style of rules with the colours of their lines. */
const rules = (colours: Readonly<Record<string, string>>) =>
  document(
    Object.entries(colours)
      .map(([name, colour]) => `<Rule><Name>${name}</Name>${symbolizer(colour)}</Rule>`)
      .join(""),
  );

/** The page of a command, and the pictures on it by address. */
async function pageOf(command: readonly string[], runs = run, code = 0) {
  const file = join(temporaryFolder(), "run.html");
  const ran = await runs(...command, "--report", file);
  expect(ran.code, ran.stderr).toBe(code);
  const page = readFileSync(file, "utf8");
  expect(faultsOfPage(page)).toEqual([]);
  const { changes } = dataOfPage(page);
  const found = new Map<string, Pictures>();
  for (const [index, [picture, ...rules]] of picturesOfPage(page)) {
    for (const { svg = "" } of rules) expect(unsafeParts(readSvg(svg))).toEqual([]);
    const { caption = "" } = picture ?? {};
    const captions = rules.map((rule) => rule.caption);
    const svg = rules.map((rule) => rule.svg).join("\n");
    found.set(changes[index]?.address ?? "", { caption, captions, svg });
  }
  return { page, pictures: found, stderr: ran.stderr };
}

/** What the page says of a style, of each of its rules, and the pictures of these. */
interface Pictures {
  readonly caption: string;
  readonly captions: readonly string[];
  readonly svg: string;
}

/** Applies an estate, and changes its files. */
async function changed(
  name: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  runs = run,
): Promise<string> {
  const folder = estate(name, before);
  expect(await runs("apply", folder, "--yes")).toMatchObject({ code: 0 });
  writeFiles(folder, after);
  return folder;
}

describe("a page shows changed styles before and after", () => {
  test("with the rules marked that differ, at no further request", async () => {
    const folder = await changed(
      "marked",
      { "marked.sld": rules({ motorway: "#ff0000", path: "#111111", track: "#222222" }) },
      { "marked.sld": rules({ motorway: "#ee2200", path: "#111111" }) },
    );
    const plain = await run("plan", folder, "-v");
    const { pictures, stderr } = await pageOf(["plan", folder, "-v"]);
    const asked = (text: string) => text.match(/^[A-Z]+ \S+/gm);
    expect(asked(stderr)).toEqual(asked(plain.stderr));
    const picture = pictures.get("Style/marked") ?? expect.unreachable();
    expect(picture.caption).toBe(
      "Before and after: 2 of 3 rules differ: “motorway” changed, “track” removed",
    );
    expect(picture.svg).toContain("#ff0000");
    expect(picture.svg).toContain("#ee2200");
    expect(picture.captions).toEqual(["“motorway” changed", "“path”", "“track” removed"]);
    // After the run the page still shows what was there before it.
    const applied = await pageOf(["apply", folder, "--yes"]);
    expect(applied.pictures.get("Style/marked")).toEqual(picture);
    // Drift goes the other way: from what was applied to what somebody made of it.
    const type = "application/vnd.ogc.sld+xml";
    await fetch(`${url()}/rest/styles/marked`, {
      method: "PUT",
      headers: { authorization: AUTHORIZATION, "content-type": type },
      body: rules({ motorway: "#ee2200", path: "#111111", cycleway: "#00cc00" }),
    });
    const drifted = await pageOf(["drift", folder], run, 2);
    expect(drifted.pictures.get("Style/marked")?.caption).toBe(
      "Before and after: 1 of 3 rules differs: “cycleway” added",
    );
  });

  test("of style sheets with another name, of packages with their images, and new ones", async () => {
    const folder = temporaryFolder();
    const icon = (fill: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${fill}"/></svg>`;
    const graphic =
      '<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="dot.svg"/><Format>image/svg+xml</Format></ExternalGraphic></Graphic></PointSymbolizer>';
    const of = (name: string, source: string) =>
      `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ${source} }\n`;
    writeFiles(folder, {
      "plumbline.yaml": project("estate: pictured"),
      "sheet.yaml": of("sheet", "./sheet.css"),
      "package.yaml": of("package", "./package"),
      "sheet.css": "* {\n  stroke: #aa0000;\n}\n",
      "package/package.sld": document(`<Rule><Name>dot</Name>${graphic}</Rule>`),
      "package/dot.svg": icon("red"),
    });
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, {
      "sheet.yaml": of("renamed, previousName: sheet", "./sheet.css"),
      "sheet.css": "* {\n  stroke: #00aa00;\n}\n",
      "package/dot.svg": icon("blue"),
      "new.yaml": of("new", "./new.sld"),
      "new.sld": rules({ fresh: "#abcdef" }),
    });
    const { pictures } = await pageOf(["plan", folder]);
    const sheet = pictures.get("Style/renamed");
    expect(sheet?.caption).toMatch(/^Before and after: 1 of 1 rule differs/);
    expect(sheet?.svg).toContain("#aa0000");
    expect(sheet?.svg).toContain("#00aa00");
    const dots = pictures.get("Style/package");
    expect(dots?.caption).toBe("Before and after: 1 of 1 rule differs: “dot” changed");
    for (const fill of ["red", "blue"])
      expect(dots?.svg).toContain(Buffer.from(icon(fill)).toString("base64"));
    const fresh = pictures.get("Style/new");
    expect(fresh?.caption).toBe("New: 1 rule");
    expect(fresh?.svg).toContain("#abcdef");
  });

  // A stock server keeps any file, and reads it as a style once somebody asks for that.
  testInProof(
    "and says of what is not drawn why",
    async () => {
      const { app } = stockServer();
      await app.listen({ host: "127.0.0.1", port: 0 });
      const { port } = app.server.address() as AddressInfo;
      const atStock = (...args: string[]) =>
        runHere(args, { url: `http://127.0.0.1:${port}/geoserver` });
      try {
        const folder = await changed(
          "spoilt",
          { "spoilt.sld": rules({ motorway: "#ff0000" }) },
          { "spoilt.sld": rules({ motorway: "#ee2200" }) },
          atStock,
        );
        const broken = await app.inject({
          method: "PUT",
          url: "/geoserver/rest/resource/styles/spoilt.sld",
          headers: { authorization: AUTHORIZATION, "content-type": "application/xml" },
          payload: "<broken",
        });
        expect(broken.statusCode).toBe(201);
        const { pictures } = await pageOf(["plan", folder], atStock);
        const picture = pictures.get("Style/spoilt");
        expect(picture?.caption).toMatch(
          /^After: 1 rule\. The version before: .+, so it is not drawn$/,
        );
        expect(picture?.svg).toContain("#ee2200");
        expect(picture?.svg).not.toContain("#ff0000");
      } finally {
        await app.close();
      }
    },
    60_000,
  );

  test("whatever they hold, and no password", async () => {
    const hostile = "</script><img src=x onerror=alert(1)>";
    const text = hostile.replaceAll("<", "&lt;");
    const address = "http://maps:canary-of-pictures@host/dot.png";
    const external = `<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="${address}"/><Format>image/png</Format></ExternalGraphic></Graphic></PointSymbolizer>`;
    const folder = await changed(
      "hostile",
      { "hostile.sld": document(`<Rule><Title>${text}</Title>${external}</Rule>`) },
      {
        "hostile.sld": document(
          `<Rule><Title>${text}</Title>${external}${symbolizer("#010203")}</Rule>`,
        ),
      },
    );
    const { page, pictures } = await pageOf(["plan", folder]);
    expect(page.split(hostile)).toHaveLength(1);
    expect(page).not.toContain("canary-of-pictures");
    const picture = pictures.get("Style/hostile") ?? expect.unreachable();
    expect(picture.caption).toContain(hostile);
    expect(picture.svg).toContain("maps:(secret)@host");
  });
});

describe("a style that changes its language", () => {
  const differencesIn = (stdout: string, address: string) =>
    (JSON.parse(stdout) as PlanDocument).changes
      .find((one) => one.address === address)
      ?.differences?.map(({ place, text }) => [...place, text].join(" › "));

  /** An estate with a style of a file, and what becomes of its source. */
  async function turned(name: string, css: string) {
    const folder = await changed(
      name,
      { [`${name}.sld`]: document(`<Rule>${symbolizer("#336699")}</Rule>`) },
      {
        "a.yaml": `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.css }\n`,
        [`${name}.css`]: css,
      },
    );
    const { stdout } = await run("plan", folder, "-o", "json");
    return { folder, differences: differencesIn(stdout, `Style/${name}`) };
  }

  test("is told as one, with what it draws otherwise, and drawn in both", async () => {
    const { folder, differences } = await turned("turned", "* { stroke: #cc0000; }");
    expect(differences).toEqual([
      'language › "sld" → "css"',
      'layer "roads" › LineSymbolizer › Stroke › stroke › "#336699" → "#cc0000"',
      'layer "roads" › ruleEvaluation › is added: "first"',
    ]);
    const { pictures } = await pageOf(["plan", folder]);
    const picture = pictures.get("Style/turned");
    expect(picture?.svg).toContain("#336699");
    expect(picture?.svg).toContain("#cc0000");
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, {
      "a.yaml":
        "apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: turned }\nspec: { source: ./turned.sld }\n",
    });
    const { stdout } = await run("plan", folder, "-o", "json");
    expect(differencesIn(stdout, "Style/turned")).toEqual([
      'language › "css" → "sld"',
      'layer "roads" › LineSymbolizer › Stroke › stroke › "#cc0000" → "#336699"',
      'layer "roads" › ruleEvaluation › is removed: "first"',
    ]);
  });
});
