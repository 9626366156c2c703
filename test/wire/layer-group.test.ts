/** The layer group document against goldens written by hand, and what clients send of one. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Dated } from "../../src/model/schema.ts";
import type { LayerGroup } from "../../src/model/layer-group.ts";
import { parseBody } from "../../src/wire/body.ts";
import type { Rendering } from "../../src/wire/document.ts";
import { parseLayerGroupInput, renderLayerGroup } from "../../src/wire/layer-group.ts";

const xml: Rendering = { format: "xml", base: "http://maps.example.org/rest", lists: "published" };

const golden = (name: string) =>
  readFileSync(fileURLToPath(new URL(`goldens/${name}`, import.meta.url)), "utf8").trim();

const group: Dated<LayerGroup> = {
  name: "overview",
  workspace: "geology",
  mode: "NAMED",
  members: [
    {
      type: "layer",
      workspace: "geology",
      name: "Borehole",
      style: { workspace: "geology", name: "wells" },
    },
    { type: "layerGroup", workspace: null, name: "base", style: null },
  ],
  root: null,
  bounds: { minx: -1.5, maxx: 2, miny: -3, maxy: 4, crs: "EPSG:4326" },
  description: { title: "Overview", titles: { en: "Overview" } },
  created: "2026-11-20T18:56:35.900Z",
  modified: null,
};

const read = (text: string, type: string) =>
  parseLayerGroupInput(parseBody(new TextEncoder().encode(text), type, "layerGroup"));

test("is rendered as XML and as JSON", () => {
  const compact = golden("layer-group.xml").replaceAll(/>\s+</g, "><");
  expect(renderLayerGroup(group, xml).text).toBe(compact);
  expect(renderLayerGroup(group, { ...xml, format: "json" }).text).toBe(golden("layer-group.json"));
});

test("is read alike from both", () => {
  const expected = {
    name: "overview",
    workspace: "geology",
    mode: "NAMED",
    members: [
      { type: "layer", name: "geology:Borehole" },
      { type: "layerGroup", name: "base" },
    ],
    styles: [{ workspace: "geology", name: "wells" }, null],
    bounds: group.bounds,
    description: { title: "Overview", titles: { en: "Overview" } },
  };
  expect(read(golden("layer-group.xml"), "text/xml")).toMatchObject(expected);
  expect(read(golden("layer-group.json"), "application/json")).toMatchObject(expected);
});

test("texts, nulls and objects in the styles of one list", () => {
  const styles = '{"style":["",null,"null","line",{"name":"w:s"},{"name":"s","workspace":"w"}]}';
  expect(read(`{"layerGroup":{"styles":${styles}}}`, "application/json").styles).toEqual([
    null,
    null,
    null,
    { workspace: null, name: "line" },
    { workspace: "w", name: "s" },
    { workspace: "w", name: "s" },
  ]);
});
