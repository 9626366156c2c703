/** Documents of the tile cache against goldens written by hand from what stock servers are known to answer. */
import { describe, expect, test } from "vitest";
import { blobStore, type BlobStore } from "../../src/model/blob-store.ts";
import type { DiskQuota } from "../../src/model/disk-quota.ts";
import type { GridSet } from "../../src/model/grid-set.ts";
import type { TileLayer } from "../../src/model/tile-layer.ts";
import { documentIn } from "../../src/wire/answered-document.ts";
import { cacheDocument } from "../../src/wire/cache-documents.ts";
import {
  DISK_QUOTA,
  parseDiskQuota,
  renderDiskQuota,
  renderDiskQuotaInput,
} from "../../src/wire/disk-quota.ts";
import { parseGridSetInput, renderGridSet } from "../../src/wire/grid-set.ts";
import { parseJson } from "../../src/wire/json.ts";
import type { WireResponse } from "../../src/wire/request.ts";
import { parseTileLayer, renderTileLayer, tileLayerXml } from "../../src/wire/tile-layer.ts";
import { alike, golden } from "../support/estates/goldens.ts";

function answer(text: string): WireResponse {
  return { status: 200, headers: {}, body: new TextEncoder().encode(text) };
}

describe("tile layer", () => {
  const layer: TileLayer = {
    enabled: true,
    blobStore: "fast",
    formats: ["image/png", "image/jpeg"],
    gridSubsets: [
      { gridSet: "EPSG:900913", zoomStart: 1, zoomStop: 5, minCachedLevel: 2, maxCachedLevel: 4 },
      { gridSet: "EPSG:4326", extent: [-10.5, 40, 10, 50] },
    ],
    metaTiles: [4, 2],
    expireCache: 100,
    expireRules: [
      { minZoom: 0, expiration: 50 },
      { minZoom: 3, expiration: -2 },
    ],
    expireClients: 200,
    filters: [
      { type: "style", key: "STYLES", defaultValue: "", styles: ["wells"] },
      {
        type: "string",
        key: "ENV",
        defaultValue: "a",
        normalize: { case: "UPPER", locale: "de" },
        values: ["a", "b"],
      },
      { type: "regex", key: "TIME", defaultValue: "", regex: "[0-9]{4}" },
      { type: "float", key: "ELEVATION", defaultValue: "0.0", values: [0, 10.5], threshold: 1e-6 },
      { type: "integer", key: "NUM", defaultValue: "1", values: [1, 2], threshold: 1 },
    ],
    gutter: 5,
    warningSkips: ["Default", "FailedNearest"],
  };
  const named = { name: "geology:wells", layer };
  const text = golden("tile-layer.xml");

  test("is rendered", () => {
    expect(alike(renderTileLayer(named, { format: "xml" }).text)).toBe(alike(text));
    expect(alike(tileLayerXml(named.name, layer))).toBe(alike(text));
    const json = renderTileLayer(named, { format: "json" }).text;
    expect(parseJson(json)).toEqual(parseJson(golden("tile-layer.json")));
  });

  test("is read", () => {
    expect(parseTileLayer(answer(text))).toEqual({ id: undefined, name: named.name, patch: layer });
    const withId = text.replace("<GeoServerLayer>", "$&<id>LayerInfoImpl--1</id>");
    expect(parseTileLayer(answer(withId)).id).toBe("LayerInfoImpl--1");
  });
});

describe("grid set", () => {
  const set: GridSet = {
    description: "Two levels",
    srs: 25_832,
    extent: [-20_037_508.34, 0, 500_000.5, 6_000_000],
    alignTopLeft: true,
    resolutions: null,
    scaleDenominators: [10_000_000, 500_000],
    metersPerUnit: 1,
    pixelSize: 0.000_28,
    scaleNames: ["far", "Local:1"],
    tileHeight: 256,
    tileWidth: 512,
    yCoordinateFirst: false,
  };
  const text = golden("grid-set.xml");

  test("is rendered", () => {
    expect(renderGridSet("Local", set, { format: "xml" }).text).toBe(text);
  });

  test("is read", () => {
    const { resolutions, ...shown } = set;
    expect(parseGridSetInput(documentIn(answer(text)).content)).toEqual({
      name: "Local",
      ...shown,
      levels: undefined,
    });
    expect(resolutions).toBeNull();
  });
});

describe("blob store", () => {
  const store: BlobStore = {
    type: "S3",
    isDefault: true,
    enabled: true,
    settings: {
      bucket: "tiles",
      prefix: "maps",
      awsAccessKey: "key",
      awsSecretKey: "crypt1:AAAA",
      access: "PRIVATE",
      maxConnections: "50",
      useHTTPS: "true",
      proxyDomain: "d",
      proxyWorkstation: "w",
      proxyHost: "proxy.example.org",
      proxyPort: "3128",
      proxyUsername: "me",
      proxyPassword: "crypt1:BBBB",
      useGzip: "false",
      endpoint: "https://s3.example.org",
    },
  };
  const text = golden("blob-store.xml");
  const { read, render } = cacheDocument(blobStore);

  test("is rendered", () => {
    expect(render("fast", store, { format: "xml" }).text).toBe(text);
    const json = render("fast", store, { format: "json" }).text;
    const { maxConnections, proxyPort, useHTTPS, useGzip, ...texts } = store.settings;
    expect([maxConnections, proxyPort, useHTTPS, useGzip]).toEqual(["50", "3128", "true", "false"]);
    const settings = { maxConnections: 50, proxyPort: 3128, useHTTPS: true, useGzip: false };
    expect(JSON.parse(json)).toEqual({
      S3BlobStore: { "@default": "true", id: "fast", enabled: true, ...texts, ...settings },
    });
  });

  test("is read", () => {
    const { root, content } = documentIn(answer(text));
    expect(read(root, content)).toEqual({ name: "fast", ...store });
  });
});

describe("disk quota", () => {
  const quota: DiskQuota = {
    enabled: true,
    cleanUpFrequency: 5,
    cleanUpUnits: "MINUTES",
    maxConcurrentCleanUps: 3,
    policy: "LRU",
    bytes: 2_147_483_648,
    layers: [],
  };
  const read = { ...quota, layers: undefined };
  const text = golden("disk-quota.xml");

  test("is rendered", () => {
    expect(renderDiskQuota(DISK_QUOTA, quota, { format: "xml" }).text).toBe(text);
  });

  test("is read, by bytes or by a value with its units, under whatever root", () => {
    expect(parseDiskQuota(answer(text))).toEqual(read);
    const stock = text.replaceAll(
      "gwcQuotaConfiguration",
      "org.geowebcache.diskquota.DiskQuotaConfig",
    );
    expect(parseDiskQuota(answer(stock))).toEqual(read);
    const size = "<value>2</value><units>GiB</units>";
    expect(parseDiskQuota(answer(text.replace(/<id>.*<\/bytes>/s, size)))).toEqual(read);
  });

  test("a body says what changes", () => {
    expect(renderDiskQuotaInput({ policy: "LFU", bytes: quota.bytes })).toBe(
      "<gwcQuotaConfiguration><globalExpirationPolicyName>LFU</globalExpirationPolicyName><globalQuota><value>2</value><units>GiB</units></globalQuota></gwcQuotaConfiguration>",
    );
  });
});
