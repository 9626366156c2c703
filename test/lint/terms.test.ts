/** Reference systems and types of stores: which of them there are. */
import { describe, expect, test } from "vitest";
import { systemProblem } from "../../src/lint/epsg.ts";
import { typeMeant } from "../../src/lint/store-types.ts";

describe("reference systems", () => {
  test.each([
    "EPSG:4326",
    "epsg:3857",
    "EPSG:900913",
    "EPSG:2163",
    "EPSG:404000",
    "EPSG:102113",
    "EPSG:10857",
    "urn:ogc:def:crs:EPSG::25832",
    "http://www.opengis.net/gml/srs/epsg.xml#4326",
    "http://www.opengis.net/def/crs/EPSG/0/4326",
    "CRS:84",
    "ESRI:102113",
    "AUTO:42001,0,0",
    "IAU:1000",
  ])("%s may be there", (text) => {
    expect(systemProblem(text)).toBeUndefined();
  });

  test.each([
    "EPSG:432600",
    "EPSG:43260",
    "EPSG:0",
    "EPSG:1",
    "urn:ogc:def:crs:EPSG::999999",
    "EPSG:4259999",
  ])("%s is not there", (text) => {
    expect(systemProblem(text)?.message).toBe(`There is no reference system ${text}`);
  });
});

describe("types of stores", () => {
  test.each([
    ["PostGiss", "data", "PostGIS"],
    ["postgis", "data", "PostGIS"],
    ["Shapfile", "data", "Shapefile"],
    ["GeoTiff", "coverage", "GeoTIFF"],
    ["Image Mosaic", "coverage", "ImageMosaic"],
  ] as const)("%s was probably meant otherwise", (type, of, meant) => {
    expect(typeMeant(type, of)).toBe(meant);
  });

  test.each([
    ["PostGIS", "data"],
    ["H2 (JNDI)", "data"],
    ["H3", "data"],
    ["Company Warehouse", "data"],
    ["COG", "coverage"],
    ["ImageMosaic", "coverage"],
  ] as const)("%s may be one that an extension brings", (type, of) => {
    expect(typeMeant(type, of)).toBeUndefined();
  });
});
