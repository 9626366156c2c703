/**
 * Files with a byte order mark in front. Stock servers read what is posted as content from its first byte:
 * what they would refuse, or pass over without a word, is sent without the mark.
 */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { stockServer } from "../stock/server.ts";
import { mapping, PNG, sld, zipOf } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

type Kind = DialectName | "stock";

async function serverOf(kind: Kind): Promise<FastifyInstance> {
  return kind === "stock" ? stockServer().app : (await startCatalog({ dialect: kind })).app;
}

const MARK = "\ufeff";
const sheet = "* { stroke: #112233; }\n";
const wide = (text: string): Buffer => Buffer.from(`${MARK}${text}`, "utf16le");

type Sources = Readonly<Record<string, string | Uint8Array>>;

/** A folder with one manifest for each file; `files` are those and what they need. */
function estate(sources: Readonly<Record<string, string>>, files: Sources): string {
  const folder = temporaryFolder();
  const manifests = Object.entries(sources).map(([name, source]) => [
    `${name}.yaml`,
    document("Style", { name }, { source }),
  ]);
  writeFiles(folder, { ...Object.fromEntries(manifests), ...files });
  return folder;
}

async function changesOf(app: FastifyInstance, folder: string): Promise<readonly string[]> {
  const { plan, diagnostics } = await planFolder(app, folder, { prune: "owned" });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (plan?.changes ?? []).map(({ action }) => action);
}

async function contentOf(app: FastifyInstance, path: string): Promise<Buffer> {
  const { rawPayload } = await app.inject({ url: path, headers: { authorization: AUTHORIZATION } });
  return rawPayload;
}

describe.for([...dialects, "stock"] as const)("byte order marks, %s", (kind) => {
  test("styles with one are created without it, and stay as they are", async () => {
    const app = await serverOf(kind);
    const sources = {
      plain: "./plain.sld",
      sheet: "./sheet.css",
      wide: "./wide.sld",
      packed: "./packed/",
      archive: "./archive.zip",
    };
    const folder = estate(sources, {
      "plain.sld": `${MARK}${sld()}`,
      "sheet.css": `${MARK}${sheet}`,
      "wide.sld": wide(sld()),
      "packed/own.sld": `${MARK}${sld({ colour: "#123456" })}`,
      "packed/sign.png": PNG,
      "archive.zip": await zipOf({
        "own.sld": `${MARK}${sld({ colour: "#654321" })}`,
        "mark.png": PNG,
      }),
    });
    const { result } = await applyFolder(app, folder, { prune: "owned" });
    expect(result?.converged).toBe(true);
    expect(await changesOf(app, folder)).toEqual(Array.from({ length: 5 }, () => "none"));
    for (const path of ["plain.sld", "sheet.css", "packed.sld", "archive.sld"]) {
      const content = await contentOf(app, `/rest/styles/${path}`);
      expect(content.subarray(0, 3).toString("hex"), path).not.toBe("efbbbf");
    }
  });

  test("a mark that comes or goes in a file, or that somebody stored, is no difference", async () => {
    const app = await serverOf(kind);
    const sources = { plain: "./plain.sld", sheet: "./sheet.css" };
    const bare = estate(sources, { "plain.sld": sld(), "sheet.css": sheet });
    const marked = estate(sources, {
      "plain.sld": `${MARK}${sld()}`,
      "sheet.css": `${MARK}${sheet}`,
    });
    const { result } = await applyFolder(app, bare, { prune: "owned" });
    expect(result?.converged).toBe(true);
    expect(await changesOf(app, marked)).toEqual(["none", "none"]);
    const answer = await app.inject({
      method: "PUT",
      url: "/rest/styles/plain?raw=true",
      headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
      payload: Buffer.from(`${MARK}${sld()}`),
    });
    expect(answer.statusCode).toBe(200);
    expect(await changesOf(app, bare)).toEqual(["none", "none"]);
    expect(await changesOf(app, marked)).toEqual(["none", "none"]);
  });
});

test("the files of mappings and mosaics are sent without it, in folders and archives", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const place = (name: string) => ({ workspace: "w", name });
  const store = (name: string, mappingFile: string) =>
    document("AppSchemaStore", place(name), { mapping: mappingFile });
  const indexer = "CanBeEmpty=true\nSchema=*the_geom:Polygon,location:String\nCaching=false\n";
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, {}),
    "one.yaml": store("one", "./one.xml"),
    "one.xml": `${MARK}${mapping(["t:B"])}`,
    "two.yaml": store("two", "./two.zip"),
    "two.zip": await zipOf({ "two.appschema": `${MARK}${mapping(["t:A"])}` }),
    "sea.yaml": document("ImageMosaic", place("sea"), { definition: "./sea/" }),
    "sea/indexer.properties": `${MARK}${indexer}`,
  });
  const { planned, result } = await applyFolder(app, folder, { prune: "owned" });
  expect(planned.diagnostics).toEqual([]);
  expect(result?.converged).toBe(true);
  const text = async (path: string): Promise<string> =>
    (await contentOf(app, `/rest/resource/data/w/${path}`)).toString("utf8");
  expect(await text("sea/indexer.properties")).toBe(indexer);
  expect(await text("one/one.appschema")).toBe(mapping(["t:B"]));
  expect(await text("two/two.appschema")).toBe(mapping(["t:A"]));
});
