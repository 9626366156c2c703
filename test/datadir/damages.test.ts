/** Data directories as they are found: what is broken is reported, everything else is read. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLayerGroup } from "../../src/wire/layer-group-settings.ts";
import { parseResourceListing } from "../../src/wire/resource.ts";
import { readLayer } from "../../src/wire/layer.ts";
import { bodyText } from "../../src/wire/request.ts";
import { parseXml } from "../../src/wire/xml.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { documentAt, opened, openedFiles, part, remarksOf } from "./open.ts";
import { sld, smallDirectory, style } from "./small-directory.ts";

const without = (...files: readonly string[]) =>
  Object.fromEntries(Object.entries(smallDirectory).filter(([path]) => !files.includes(path)));

/** One damage: the files, what is reported, and what is still answered with what in it. */
interface Damage {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly told?: RegExp;
  readonly still?: readonly [path: string, holds: string];
  readonly gone?: string;
}

const PG = "workspaces/topo/pg";

function textIn(file: string): string {
  return smallDirectory[file] ?? "";
}

function changed(file: string, ...pairs: readonly (readonly [string, string])[]) {
  const text = pairs.reduce((so, [from, to]) => so.replaceAll(from, to), textIn(file));
  return { ...smallDirectory, [file]: text };
}

const damages: readonly Damage[] = [
  {
    name: "a document that is cut off",
    files: changed(`${PG}/datastore.xml`, ["</dataStore>", ""]),
    told: /^workspaces\/topo\/pg\/datastore.xml: Malformed XML/,
    gone: "/workspaces/topo/datastores/pg.xml",
  },
  {
    name: "what a damaged store publishes",
    files: changed(`${PG}/datastore.xml`, ["</dataStore>", ""]),
    told: /^workspaces\/topo\/pg\/roads\/featuretype.xml: The store with the id store-pg is not there/,
    gone: "/workspaces/topo/featuretypes/roads.xml",
  },
  {
    name: "the layer of what is left out",
    files: changed(`${PG}/datastore.xml`, ["</dataStore>", ""]),
    told: /^workspaces\/topo\/pg\/roads\/layer.xml: The feature type or coverage of the layer with the id type-roads/,
    gone: "/layers/topo%3Aroads.xml",
  },
  {
    name: "a document without bytes",
    files: { ...smallDirectory, [`${PG}/roads/layer.xml`]: "" },
    told: /roads\/layer.xml: The file is empty/,
    still: ["/workspaces/topo/featuretypes/roads.xml", "Roads of the land"],
  },
  {
    name: "a document with a DOCTYPE",
    files: changed(`${PG}/datastore.xml`, ["<dataStore>", "<!DOCTYPE x><dataStore>"]),
    told: /datastore.xml: Markup declarations/,
  },
  {
    name: "bytes that are in no encoding",
    files: { ...smallDirectory, "styles/line.xml": new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0xfe]) },
    told: /^styles\/line.xml: The body is not utf-8/,
  },
  {
    name: "a byte order mark, and white space before the declaration",
    files: changed(`${PG}/datastore.xml`, [
      "<dataStore>",
      '\ufeff\n<?xml version="1.0"?><dataStore>',
    ]),
    still: ["/workspaces/topo/datastores/pg.xml", "db.example"],
  },
  {
    name: "a workspace that a store names and that is not there",
    files: changed(`${PG}/datastore.xml`, ["ws-topo", "ws-none"]),
    told: /The workspace with the id ws-none is not there; that of the folder is taken, topo/,
    still: ["/workspaces/topo/datastores/pg.xml", "db.example"],
  },
  {
    name: "a store that a type names and that is not there",
    files: changed(`${PG}/roads/featuretype.xml`, ["store-pg", "store-none"]),
    told: /The store with the id store-none is not there; that of the folder is taken, pg/,
    still: ["/workspaces/topo/featuretypes/roads.xml", "topo:pg"],
  },
  {
    name: "a missing workspace.xml",
    files: without("workspaces/topo/workspace.xml"),
    told: /^workspaces\/topo\/namespace.xml: There is no workspace.xml that can be read/,
    still: ["/workspaces/topo/datastores/pg.xml", "db.example"],
  },
  {
    name: "a missing namespace.xml",
    files: without("workspaces/topo/namespace.xml"),
    told: /No namespace gives the URI of workspace topo; http:\/\/topo is taken/,
    still: ["/namespaces/topo.xml", "http://topo<"],
  },
  {
    name: "a folder of workspaces that holds none",
    files: { ...smallDirectory, "workspaces/notes/readme.txt": "hello" },
    told: /^workspaces\/notes: The folder contains no workspace/,
  },
  {
    name: "a default workspace that is not there",
    files: changed("workspaces/default.xml", ["ws-topo", "ws-none"], ["topo", "none"]),
    told: /^workspaces\/default.xml: The default workspace none is not there/,
    gone: "/workspaces/default.xml",
  },
  {
    name: "two stores of one name",
    files: {
      ...smallDirectory,
      "workspaces/topo/zz/datastore.xml": textIn(`${PG}/datastore.xml`).replace("store-pg", "zz"),
    },
    told: /^workspaces\/topo\/zz\/datastore.xml: The name "pg" is taken by workspaces\/topo\/pg/,
    still: ["/workspaces/topo/datastores/pg.xml", "db.example"],
  },
  {
    name: "two styles with one id",
    files: {
      ...smallDirectory,
      "styles/twin.xml": style("style-line", "twin"),
      "styles/twin.sld": sld("twin"),
    },
    told: /^styles\/twin.xml: The id style-line is that of styles\/line.xml too/,
    still: ["/styles/twin.xml", "twin.sld"],
  },
  {
    name: "a style without content",
    files: without("styles/line.sld"),
    told: /^styles\/line.xml: Style line has no content: "line.sld" is not there/,
    still: ["/styles/line.xml", "line.sld"],
    gone: "/styles/line.sld",
  },
  {
    name: "a style whose file lies elsewhere",
    files: changed("styles/line.xml", ["line.sld", "../security/masterpw/default/passwd"]),
    told: /Style line has no content/,
    gone: "/styles/line.sld",
  },
  {
    name: "a default style that is not there",
    files: without("styles/line.xml", "styles/line.sld"),
    told: /^workspaces\/topo\/pg\/roads\/layer.xml: The default style with the id style-line of layer roads is not there/,
    still: ["/layers/topo%3Aroads.xml", "topo:night"],
  },
  {
    name: "a member of a group that is not there",
    files: without("workspaces/topo/dem/heights/layer.xml"),
    told: /^layergroups\/base.xml: Member 1 with the id layer-heights is not there/,
    still: ["/layergroups/base.xml", "topo:inner"],
  },
  {
    name: "bounds that are none",
    files: changed("layergroups/base.xml", ["-2.0", "NaN"]),
    told: /^layergroups\/base.xml: The bounds need a number as miny, not 'NaN'; the bounds are taken/,
    still: ["/layergroups/base.xml", "Base map"],
  },
  {
    name: "a mapping that is not there",
    files: without("workspaces/topo/geology/mapping.xml"),
    told: /The mapping of store geology is not in the directory/,
    still: ["/workspaces/topo/datastores/geology.xml", "app-schema"],
  },
  {
    name: "a type that does not say whether it is enabled",
    files: changed(`${PG}/roads/featuretype.xml`, ["<enabled>true</enabled>", ""]),
    told: /does not say enabled; it is taken for false/,
    still: ["/workspaces/topo/featuretypes/roads.xml", "<enabled>false</enabled>"],
  },
  {
    name: "a document that gives no name",
    files: changed(`${PG}/roads/featuretype.xml`, ["<name>roads</name>", ""]),
    told: /The document gives no name; that of its folder is taken, roads/,
    still: ["/workspaces/topo/featuretypes/roads.xml", "roads_table"],
  },
  {
    name: "a catalog mode that is none",
    files: changed("security/layers.properties", ["CHALLENGE", "OPEN"]),
    told: /The catalog mode "OPEN" is invalid; HIDE is used/,
    still: ["/security/acl/catalog.xml", "HIDE"],
  },
  {
    name: "a rule and a role with a character that no document can hold",
    files: changed("security/layers.properties", [
      "*.*.r=*",
      "*.*.r=*\ntopo.a\\u0001.r=R\ntopo.b.r=R\\uffff,S",
    ]),
    told: /^security\/layers.properties: The rule topo.a\ufffd.r holds a character that no document can hold/,
    still: ["/security/acl/layers.xml", "topo.b.r"],
  },
  {
    name: "settings that are those of a service",
    files: { ...smallDirectory, "global.xml": "<wms/>" },
    told: /^global.xml: The document is one of wms, not of global; it is left out/,
    gone: "/settings.xml",
  },
  {
    name: "a URL check without a name",
    files: changed("security/urlchecks.xml", ["<name>icons</name>", ""]),
    told: /^security\/urlchecks.xml: A URL check has no name; it is left out/,
    still: ["/urlchecks/later.xml", "https://later/"],
  },
  {
    name: "no rules",
    files: without("security/layers.properties"),
    told: /^security\/layers.properties: There are no rules on layers; those of a new catalog stand in/,
    still: ["/security/acl/layers.xml", "GROUP_ADMIN"],
  },
];

describe("damages", () => {
  test.for(damages)("$name", async ({ files, told, still, gone }) => {
    const directory = await openedFiles(files);
    const at = async (path: string) => directory.read({ method: "GET", path });
    if (told !== undefined)
      expect(remarksOf(directory)).toContainEqual(expect.stringMatching(told));
    if (still !== undefined) {
      const text = bodyText(await at(still[0]));
      expect(text).toContain(still[1]);
      expect(() => parseXml(text)).not.toThrow();
    }
    if (gone !== undefined) expect((await at(gone)).status).toBe(404);
    expect((await at("/workspaces/topo/coveragestores/dem.xml")).status).toBe(200);
  });
});

describe("shapes that real directories have", () => {
  test("styles in folders of the styles", async () => {
    const directory = await openedFiles({
      ...smallDirectory,
      "styles/plans/area.xml":
        "<style><id>style-area</id><name>area</name><format>sld</format><filename>plans/area.sld</filename></style>",
      "styles/plans/area.sld": sld("area"),
      "styles/plans/notes.xml": "<notes/>",
    });
    const body = async (path: string) => bodyText(await directory.read({ method: "GET", path }));
    expect(await body("/styles/area.xml")).toContain("plans/area.sld");
    expect(await body("/styles/area.sld")).toBe(sld("area"));
    expect(await body("/resource/styles/plans/area.sld")).toBe(sld("area"));
    expect(remarksOf(directory)).toContainEqual(
      expect.stringMatching(/^styles\/plans\/notes.xml: The file is the content of no style/),
    );
  });

  test("folders that are called otherwise than what is in them", async () => {
    const moved = Object.fromEntries(
      Object.entries(smallDirectory).map(([path, text]) => [
        path.replace("workspaces/topo/", "workspaces/old name/"),
        text,
      ]),
    );
    const directory = await openedFiles(moved);
    expect((await readLayer(directory.read, "topo:roads"))?.settings.defaultStyle).toBe("line");
    const path = "/resource/workspaces/topo/styles/night.sld";
    expect(bodyText(await directory.read({ method: "GET", path }))).toBe(sld("night"));
  });

  test("references by name instead of by id", async () => {
    const named = (file: string) =>
      (smallDirectory[file] ?? "")
        .replaceAll("<id>style-line</id>", "<name>line</name>")
        .replaceAll("<id>style-night</id>", "<name>night</name><workspace>topo</workspace>")
        .replaceAll("<id>ws-topo</id>", "<name>topo</name>")
        .replaceAll("<id>layer-roads</id>", "<name>topo:roads</name>");
    const files = Object.fromEntries(
      Object.keys(smallDirectory).map((file) => [file, named(file)]),
    );
    const directory = await openedFiles(files);
    expect((await readLayer(directory.read, "topo:roads"))?.settings).toMatchObject({
      defaultStyle: "line",
      styles: ["topo:night"],
    });
    const base = await readLayerGroup(directory.read, null, "base");
    expect(base?.settings.members[2]).toEqual({
      type: "layer",
      name: "topo:roads",
      style: "line",
    });
  });

  test("a group that holds one layer twice, drawn in two ways", async () => {
    const files = changed(
      "layergroups/base.xml",
      ["layer-heights", "layer-roads"],
      ["<styles><style/>", "<styles><style><id>style-night</id></style>"],
    );
    const base = await readLayerGroup((await openedFiles(files)).read, null, "base");
    expect(base?.settings.members.map(({ name, style: drawn }) => [name, drawn])).toEqual([
      ["topo:roads", "topo:night"],
      ["topo:inner", undefined],
      ["topo:roads", "line"],
    ]);
  });

  test("an absolute address of a mapping on another machine", async () => {
    const file = "workspaces/topo/geology/datastore.xml";
    const files = changed(file, [
      "file:workspaces/topo",
      "file:/opt/geo%20server/data_dir/workspaces/topo",
    ]);
    const directory = await openedFiles(files);
    const path = "/resource/data/topo/geology/mapping.xml";
    expect((await directory.read({ method: "GET", path })).status).toBe(200);
    const store = await documentAt(directory, "/workspaces/topo/datastores/geology.xml");
    expect(JSON.stringify(part(store, "connectionParameters"))).toContain("file:data/topo/geology");
  });

  test("a mapping in a folder that stores share brings what lies beside it, and no folders", async () => {
    const file = "workspaces/topo/geology/datastore.xml";
    const files = changed(file, ["file:workspaces/topo/geology/", "file:mappings/"]);
    const directory = await openedFiles({
      ...files,
      "mappings/mapping.xml": textIn("workspaces/topo/geology/mapping.xml"),
      "mappings/more.xml": textIn("workspaces/topo/geology/more.xml"),
      "mappings/other/mapping.xml": "<other/>",
    });
    const path = "/resource/data/topo/geology";
    const query = { format: "xml" };
    const listing = await directory.read({ method: "GET", path, query });
    expect(parseResourceListing(listing)).toEqual(["mapping.xml", "more.xml"]);
  });

  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.stderr.write("SKIPPED, root may read everything: what may not be read\n");
  test.skipIf(isRoot)("what may not be read is told", async () => {
    const folder = join(temporaryFolder(), "data_dir");
    writeFiles(folder, smallDirectory);
    chmodSync(join(folder, "styles/line.sld"), 0);
    const directory = await opened(folder);
    expect(remarksOf(directory)).toContainEqual(
      expect.stringMatching(/^styles\/line.sld: The file may not be read/),
    );
  });

  test("accounts of several services", async () => {
    const users = "security/usergroup/default/users.xml";
    const directory = await openedFiles({
      ...smallDirectory,
      "security/usergroup/another/users.xml": smallDirectory[users] ?? "",
    });
    expect(remarksOf(directory)).toContainEqual(
      expect.stringMatching(
        /^security\/usergroup\/another\/users.xml: Accounts of the service another/,
      ),
    );
  });
});
