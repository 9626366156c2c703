/**
 * Documents against goldens written by hand from the published interface (docs/interface.md, 2)
 * and from what stock servers are known to answer. None of them was made by the product.
 */
import type { DataStore } from "../../src/model/data-store.ts";
import type { Dated } from "../../src/model/schema.ts";
import { describe, expect, test } from "vitest";
import { parseAbout } from "../../src/wire/about.ts";
import {
  parseAccessRuleList,
  parseAccessRules,
  renderAccessRules,
} from "../../src/wire/access-rules.ts";
import { parseCatalogModeDocument, renderCatalogMode } from "../../src/wire/catalog-mode.ts";
import { parseDataStore, renderDataStore } from "../../src/wire/data-store.ts";
import { renderList, type Rendering } from "../../src/wire/document.ts";
import {
  readLayerGroup,
  readLayerGroups,
  renderGroupAgain,
  renderGroupChange,
  renderGroupInput,
} from "../../src/wire/layer-group-settings.ts";
import {
  parseLayer,
  renderLayer,
  renderLayerInput,
  type NamedLayer,
} from "../../src/wire/layer.ts";
import { parseNames } from "../../src/wire/list.ts";
import { parseNamespace } from "../../src/wire/namespace.ts";
import type { WireResponse } from "../../src/wire/request.ts";
import { parseResourceListing } from "../../src/wire/resource.ts";
import type { Style } from "../../src/model/style.ts";
import { parseStyle, renderStyle } from "../../src/wire/style.ts";
import { compact, golden } from "../support/estates/goldens.ts";

const xml: Rendering = { format: "xml", base: "http://maps.example.org/rest", lists: "published" };
const json: Rendering = { ...xml, format: "json" };

function answer(text: string, status = 200): WireResponse {
  return { status, headers: {}, body: new TextEncoder().encode(text) };
}

describe("data store (interface 2.1)", () => {
  const store: Dated<DataStore> = {
    name: "boreholes",
    workspace: "geology",
    description: null,
    storeType: "Application Schema DataAccess",
    enabled: true,
    parameters: new Map([
      ["dbtype", "app-schema"],
      ["namespace", "http://example.org/geology"],
      ["url", "file:data/geology/boreholes/boreholes.appschema"],
    ]),
    isDefault: false,
    created: "2026-11-20T18:56:35.900Z",
    modified: null,
  };

  test("is rendered", () => {
    expect(renderDataStore(store, xml).text).toBe(compact(golden("data-store.xml")));
  });

  test("is read", () => {
    expect(parseDataStore(answer(golden("data-store.xml")))).toEqual({
      name: "boreholes",
      description: undefined,
      storeType: "Application Schema DataAccess",
      enabled: true,
      workspace: "geology",
      parameters: store.parameters,
      isDefault: false,
    });
  });
});

describe("lists (interface 2.2, 2.4)", () => {
  const types = ["Borehole", "Rig"].map((name) => ({
    name,
    path: `/workspaces/geology/datastores/boreholes/featuretypes/${name}`,
  }));
  const styles = [
    { name: "roads", path: "/styles/roads" },
    { name: "rivers & lakes", path: "/styles/rivers%20%26%20lakes" },
  ];

  test("are rendered", () => {
    expect(renderList("featureTypes", "featureType", types, xml).text).toBe(
      compact(golden("feature-types.xml")),
    );
    expect(renderList("styles", "style", styles, xml).text).toBe(compact(golden("styles.xml")));
    expect(renderList("styles", "style", styles, json).text).toBe(golden("styles.json"));
  });

  test("are read", () => {
    expect(parseNames(answer(golden("feature-types.xml")), "featureType")).toEqual([
      "Borehole",
      "Rig",
    ]);
    expect(parseNames(answer(golden("styles.xml")), "style")).toEqual(["rivers & lakes", "roads"]);
    expect(parseNames(answer("<styles/>"), "style")).toEqual([]);
    expect(parseNames(answer("<styles><style><name>007</name></style></styles>"), "style")).toEqual(
      ["007"],
    );
  });
});

describe("style entry (interface 2.4)", () => {
  const style: Dated<Style> = {
    name: "roads",
    workspace: "geology",
    format: "sld",
    version: "1.1.0",
    fileName: "roads.sld",
    legend: { width: 20, height: 16, format: "image/png", onlineResource: "roads.png" },
    created: "2026-11-20T18:56:35.000Z",
    modified: "2026-11-20T19:00:00.997Z",
  };

  test("is rendered", () => {
    expect(renderStyle(style, xml).text).toBe(compact(golden("style.xml")));
    expect(renderStyle(style, json).text).toBe(golden("style.json"));
  });

  test("is read", () => {
    const { name, workspace, format, version, fileName, legend } = style;
    expect(parseStyle(answer(golden("style.xml")))).toEqual({
      name,
      workspace,
      format,
      version,
      fileName,
      legend,
    });
  });
});

describe("access rules (interface 2.9)", () => {
  const rules = new Map([
    ["geology.Borehole.w", []],
    ["geology.*.r", ["ROLE_GEOLOGIST"]],
    ["*.*.w", ["ADMIN", "GROUP_ADMIN"]],
    ["*.*.r", ["*"]],
  ]);

  test("are rendered, generic ones first", () => {
    expect(compact(renderAccessRules(rules, "layers", "xml").text)).toBe(
      compact(golden("rules.xml")).replace(
        '<rule resource="geology.Borehole.w"></rule>',
        '<rule resource="geology.Borehole.w"/>',
      ),
    );
    expect(renderAccessRules(rules, "layers", "json").text).toBe(golden("rules.json"));
  });

  test("are read in both forms", () => {
    expect(new Map(parseAccessRuleList(answer(golden("rules.xml"))))).toEqual(rules);
    const bytes = new TextEncoder().encode(golden("rules.json"));
    expect(new Map(parseAccessRules(bytes, "application/json"))).toEqual(rules);
  });

  test("of elements only the attribute and the text count", () => {
    const odd = '<whatever><x resource="a.b.r">R2, R1 R2</x><rule>no resource</rule></whatever>';
    expect(new Map(parseAccessRuleList(answer(odd)))).toEqual(new Map([["a.b.r", ["R1", "R2"]]]));
  });
});

describe("catalog mode (interface 2.9)", () => {
  test("is rendered and read", () => {
    expect(compact(renderCatalogMode("MIXED", "xml").text)).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><catalog><mode>MIXED</mode></catalog>',
    );
    expect(renderCatalogMode("HIDE", "json").text).toBe('{"mode":"HIDE"}');
    expect(
      parseCatalogModeDocument(answer("<catalog>\n  <mode>CHALLENGE</mode>\n</catalog>")),
    ).toBe("CHALLENGE");
  });
});

describe("layer", () => {
  const layer: NamedLayer = {
    name: "Borehole",
    type: "VECTOR",
    workspace: "geology",
    store: "boreholes",
    defaultStyle: { workspace: "geology", name: "wells" },
    styles: [{ workspace: null, name: "point" }],
    enabled: true,
    queryable: false,
    opaque: false,
    created: "2026-11-20T18:56:35.180Z",
    modified: null,
  };

  test("is rendered; one style collapses in JSON", () => {
    expect(renderLayer(layer, xml).text).toBe(compact(golden("layer.xml")));
    expect(renderLayer(layer, json).text).toBe(golden("layer.json"));
  });

  test("is read", () => {
    expect(parseLayer(answer(golden("layer.xml")))).toEqual({
      type: "VECTOR",
      defaultStyle: layer.defaultStyle,
      styles: layer.styles,
      enabled: true,
      queryable: false,
      opaque: false,
    });
  });
});

describe("what stock servers answer", () => {
  test("a namespace with fields nobody knows", () => {
    expect(parseNamespace(answer(golden("namespace-stock.xml")))).toEqual({
      prefix: "geology",
      uri: "http://example.org/geology?a=1&b=2",
      isolated: undefined,
    });
  });

  test("versions stay text", () => {
    const [first] = parseAbout(answer(golden("about-stock.xml")));
    expect(first).toMatchObject({ name: "GeoServer", properties: { Version: "2.28.1" } });
  });

  test("the members of a folder", () => {
    expect(parseResourceListing(answer(golden("directory-stock.xml")))).toEqual([
      "boreholes.appschema",
      "schemas",
    ]);
  });

  test("the layers of a group, and a body that says the same", async () => {
    const answers: Readonly<Record<string, string>> = {
      "/layergroups.xml":
        "<layerGroups><layerGroup><name>overview</name></layerGroup></layerGroups>",
      "/layergroups/overview.xml": golden("layer-group-stock.xml"),
    };
    const [group] = await readLayerGroups(
      async ({ path }) => answer(answers[path] ?? "", path in answers ? 200 : 404),
      null,
    );
    expect(group).toMatchObject({
      workspace: null,
      name: "overview",
      settings: {
        mode: "SINGLE",
        members: [
          { type: "layer", name: "geology:Borehole", style: undefined },
          { type: "layerGroup", name: "inner", style: "line" },
        ],
      },
    });
    const again = renderGroupAgain(group?.document ?? "", {}, "overview");
    expect(again).toBe(compact(golden("layer-group-stock.xml")));
  });

  test("a group of the default workspace in the place of a global one", async () => {
    const read = async () => answer(golden("layer-group.xml"));
    expect(await readLayerGroup(read, null, "overview")).toBeUndefined();
    const own = await readLayerGroup(read, "geology", "overview");
    const kept = compact(golden("layer-group.xml"))
      .replaceAll(/<atom:link[^>]*\/>/g, "")
      .replace(/<dateCreated>.*<\/dateCreated>/, "");
    expect(own?.document).toBe(kept);
  });
});

describe("what is sent (rest-facts of stock servers, layers and layer groups)", () => {
  test("styles and flags of a layer", () => {
    const text = renderLayerInput({
      defaultStyle: { workspace: "hydro", name: "river" },
      styles: [{ workspace: null, name: "a" }],
      opaque: true,
    });
    const wanted =
      "<layer><defaultStyle><name>river</name><workspace>hydro</workspace></defaultStyle><styles><style><name>a</name></style></styles><opaque>true</opaque></layer>";
    expect(text).toBe(wanted);
    const none = renderLayerInput({ styles: [] });
    expect(none).toBe("<layer><styles/></layer>");
  });

  test("a group, whole and in part", () => {
    const members = [
      { type: "layer", name: "w:a", style: "w:s" },
      { type: "layerGroup", name: "g", style: undefined },
    ] as const;
    const bounds = { minx: -1.5, maxx: 2, miny: 0, maxy: 1e-7, crs: "EPSG:4326" };
    const settings = { mode: "NAMED", title: "A & B", abstract: "", members, bounds };
    expect(renderGroupInput({ ...settings, enabled: false }, "both")).toBe(
      '<layerGroup><name>both</name><mode>NAMED</mode><title>A &amp; B</title><abstractTxt/><enabled>false</enabled><publishables><published type="layer"><name>w:a</name></published><published type="layerGroup"><name>g</name></published></publishables><styles><style><name>s</name><workspace>w</workspace></style><style/></styles><bounds><minx>-1.5</minx><maxx>2</maxx><miny>0</miny><maxy>1e-7</maxy><crs>EPSG:4326</crs></bounds></layerGroup>',
    );
    const projected = { ...bounds, crs: "EPSG:3857", crsClass: "projected" };
    expect(renderGroupInput({ bounds: projected }, "g")).toBe(
      '<layerGroup><name>g</name><bounds><minx>-1.5</minx><maxx>2</maxx><miny>0</miny><maxy>1e-7</maxy><crs class="projected">EPSG:3857</crs></bounds></layerGroup>',
    );
    const root = { layer: "w:a", style: "line" };
    expect(renderGroupInput({ mode: "EO", root }, "g")).toBe(
      "<layerGroup><name>g</name><mode>EO</mode><rootLayer><name>w:a</name></rootLayer><rootLayerStyle><name>line</name></rootLayerStyle></layerGroup>",
    );
    const named =
      "<layerGroup><name>g</name><authorityURLs><AuthorityURL><name>n</name><href>http://a</href></AuthorityURL></authorityURLs><identifiers><Identifier><authority>n</authority><identifier>7</identifier></Identifier></identifiers></layerGroup>";
    expect(renderGroupChange({ title: "T" }, named)).toBe(
      '{"layerGroup":{"authorityURLs":{"AuthorityURL":{"name":"n","href":"http://a"}},"identifiers":{"Identifier":{"authority":"n","identifier":"7"}},"title":"T"}}',
    );
    const shown =
      "<layerGroup><name>g</name><mode>NAMED</mode><enabled>false</enabled><advertised>true</advertised></layerGroup>";
    expect(renderGroupChange({ members, bounds: projected }, shown)).toBe(
      '{"layerGroup":{"mode":"NAMED","enabled":false,"publishables":{"published":[{"@type":"layer","name":"w:a"},{"@type":"layerGroup","name":"g"}]},"styles":{"style":[{"name":"s","workspace":"w"},""]},"bounds":{"minx":-1.5,"maxx":2,"miny":0,"maxy":1e-7,"crs":{"@class":"projected","$":"EPSG:3857"}}}}',
    );
  });
});
