/**
 * Documents of cascaded stores and layers against goldens written by hand from what stock servers are known
 * to answer. None of them was made by the product.
 */
import { expect, test } from "vitest";
import type { CascadedStore } from "../../src/model/cascaded-store.ts";
import type { Dated } from "../../src/model/schema.ts";
import { parseCascadedLayerInput, renderCascadedLayer } from "../../src/wire/cascaded-layer.ts";
import { parseCascadedStoreInput, renderCascadedStore } from "../../src/wire/cascaded-store.ts";
import type { Rendering } from "../../src/wire/document.ts";
import { parseXml } from "../../src/wire/xml.ts";
import { compactGolden } from "../support/estates/goldens.ts";

const published: Rendering = {
  format: "xml",
  base: "http://maps.example.org/rest",
  lists: "published",
};
const stock: Rendering = { ...published, lists: "stock" };

const store: Dated<CascadedStore> = {
  name: "n",
  workspace: "sf",
  description: null,
  storeType: "WMS",
  enabled: true,
  isDefault: false,
  capabilitiesURL: "http://dead.example/wms?",
  user: "me",
  password: "crypt1:AAAA",
  headerName: "h",
  headerValue: "crypt1:BBBB",
  authKey: "crypt1:CCCC",
  maxConnections: 9,
  readTimeout: 11,
  connectTimeout: 30,
  created: "2026-11-22T20:04:30.286Z",
  modified: "2026-11-22T20:04:30.391Z",
};

const layer = {
  name: "casc",
  workspace: "sf",
  store: "self",
  nativeName: "sf:wells",
  title: "wells",
  enabled: true,
  details: {
    srs: "EPSG:4326",
    selectedRemoteFormats: { string: ["image/png", "image/jpeg"] },
    minScale: "1000.5",
    vendorParameters: { entry: [{ "@key": "MAP", $: "one" }] },
  },
};

test("a store of maps, changed once, as a stock server shows it but for secrets", () => {
  expect(renderCascadedStore("wms", store, stock).text).toBe(compactGolden("wms-store.xml"));
});

test("a store of tiles has its elements in another order", () => {
  const tiles = { ...store, storeType: "WMTS" };
  expect(renderCascadedStore("wmts", tiles, published).text).toBe(compactGolden("wmts-store.xml"));
});

test("a layer of maps", () => {
  expect(renderCascadedLayer("wms", layer, published).text).toBe(compactGolden("wms-layer.xml"));
});

test("what a golden shows is read again", () => {
  const { content } = parseXml(compactGolden("wms-store.xml"));
  const { details, ...read } = parseCascadedStoreInput("wms", content);
  const { created: _made, modified: _changed, description: _none, ...own } = store;
  expect(read).toEqual({ ...own, description: undefined });
  expect(Object.keys(details)).toEqual(["metadata", "disableOnConnFailure"]);
  const again = parseCascadedLayerInput("wms", parseXml(compactGolden("wms-layer.xml")).content);
  expect(again.nativeName).toBe("sf:wells");
  expect(again.store).toBe("self");
  expect(again.details["selectedRemoteFormats"]).toEqual(layer.details.selectedRemoteFormats);
});

test("a number that is none is refused", () => {
  const { content } = parseXml("<wmsStore><readTimeout>soon</readTimeout></wmsStore>");
  expect(() => parseCascadedStoreInput("wms", content)).toThrow(/readTimeout.*no whole number/);
});
