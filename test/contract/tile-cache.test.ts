/** What all paths of the tile cache have in common (docs/compatibility.md, "Addresses"). */
import { mapping } from "../support/estates/artefacts.ts";
import { contract, post, put } from "./harness.ts";
import type { Row } from "./rows.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const reload = { method: "POST", headers: form, body: "reload_configuration=1" };

const rows: readonly Row[] = [
  {
    name: "reload",
    request: { ...reload, path: "/gwc/rest/reload" },
    answer: { status: 200 },
  },
  {
    name: "reload, where stock servers are",
    request: { ...reload, path: "/geoserver/gwc/rest/reload/" },
    answer: { status: 200, text: "" },
    foreign: false,
  },
  {
    name: "reload without its field",
    request: { ...reload, path: "/gwc/rest/reload", body: "a=1" },
    answer: { status: 400 },
  },
  {
    name: "not below the root of the catalog",
    request: { ...reload, path: "/rest/gwc/rest/reload" },
    answer: { status: 404 },
    foreign: false,
  },
  {
    name: "without credentials",
    request: { ...reload, path: "/gwc/rest/reload", headers: { ...form, authorization: "" } },
    answer: { status: 401 },
  },
  {
    name: "a path that nobody has",
    request: { method: "GET", path: "/gwc/rest/statistics" },
    answer: {
      documented: { status: 404, text: "No endpoint GET /gwc/rest/statistics." },
      geoserver: {
        status: 404,
        json: {
          detail: "No endpoint GET /gwc/rest/statistics.",
          instance: "/gwc/rest/statistics",
          status: 404,
          title: "Not Found",
        },
      }, "2.28": { status: 404, text: "No endpoint GET /gwc/rest/statistics." } },
    foreign: false,
  },
  {
    name: "another method",
    request: { method: "GET", path: "/gwc/rest/reload" },
    answer: { status: 405 },
    foreign: false,
  },
];

contract("tile cache", rows);

const EXTENT =
  "<extent><coords><double>-20037508.34</double><double>-20037508.34</double><double>20037508.34</double><double>20037508.34</double></coords></extent>";
const TILES = "<tileHeight>256</tileHeight><tileWidth>256</tileWidth>";
const TWO = "<resolutions><double>4000</double><double>2000</double></resolutions>";

/** A body as it was recorded. */
const gridSet = (name: string, levels: string) =>
  `<gridSet>${name === "" ? "" : `<name>${name}</name>`}<srs><number>3857</number></srs>${EXTENT}<alignTopLeft>false</alignTopLeft>${levels}${TILES}</gridSet>`;

const at = (name: string) => `/gwc/rest/gridsets/${name}`;
const getSet = (name: string) => ({ method: "GET", path: at(name) });
const delSet = (name: string) => ({ method: "DELETE", path: at(name) });
const putSet = (path: string, body: string, type = "application/xml") => ({
  method: "PUT",
  path: at(path),
  headers: { "content-type": type },
  body,
});
const missing = (verb: string, name: string) =>
  `Failed to ${verb} GridSet. A GridSet with name "${name}" does not exist.`;

const gridSets: readonly Row[] = [
  {
    name: "list, as names",
    request: { method: "GET", path: "/gwc/rest/gridsets.json" },
    answer: { status: 200, text: /"EPSG:4326"/ },
  },
  {
    name: "list, with links",
    request: { method: "GET", path: "/gwc/rest/gridsets.xml" },
    answer: {
      status: 200,
      text: /<gridSets>[^]*<gridSet>\s*<name>EPSG:900913<\/name>\s*<atom:link [^>]*type="text\/xml"\/>/,
    },
  },
  {
    name: "one that is there from the start, as XML where nothing is asked for",
    request: getSet("EPSG:4326"),
    answer: {
      status: 200,
      text: /<srs>\s*<number>4326<\/number>[^]*<double>3\.3527612686157227E-7<\/double>[^]*<metersPerUnit>111319\.49079327358<\/metersPerUnit>/,
    },
  },
  {
    name: "one of larger tiles",
    request: getSet("EPSG:900913x2.xml"),
    answer: {
      status: 200,
      text: /512x512 pixels[^]*<number>900913<\/number>[^]*<resolutions>\s*<double>78271\.516953125<\/double>[^]*<double>7\.289603068784345E-5<\/double>\s*<\/resolutions>[^]*<tileWidth>512<\/tileWidth>/,
    },
  },
  {
    name: "one of round pixels",
    request: getSet("GlobalCRS84Pixel.xml"),
    answer: {
      status: 200,
      text: /<alignTopLeft>true<\/alignTopLeft>\s*<resolutions>\s*<double>2\.0<\/double>\s*<double>1\.0<\/double>\s*<double>0\.5<\/double>\s*<double>0\.3333333333333333<\/double>[^]*<double>0\.008333333333333333<\/double>[^]*<string>GlobalCRS84Pixel:17<\/string>[^]*<yCoordinateFirst>true</,
    },
  },
  {
    name: "a tile matrix set, whose levels are numbered",
    request: getSet("UTM32WGS84Quad.xml"),
    answer: {
      status: 200,
      text: /<number>32632<\/number>[^]*<double>-9501965\.72931276<\/double>[^]*<scaleDenominators>\s*<double>2\.79072704500914E8<\/double>[^]*<metersPerUnit>1\.0<\/metersPerUnit>[^]*<string>23<\/string>\s*<\/scaleNames>/,
    },
  },
  {
    name: "and that of larger tiles, of half its scales",
    request: getSet("UTM32WGS84Quadx2.xml"),
    answer: {
      status: 200,
      text: /<double>1\.39536352250457E8<\/double>[^]*<tileHeight>512<\/tileHeight>/,
      without: /<description>/,
    },
  },
  {
    name: "one in degrees",
    request: getSet("WorldCRS84Quad.xml"),
    answer: {
      status: 200,
      text: /<double>2\.795411320143589E8<\/double>[^]*<metersPerUnit>111319\.49079327358</,
    },
  },
  {
    name: "larger tiles of round pixels are in none",
    request: getSet("GlobalCRS84Pixelx2.xml"),
    answer: { status: 404, text: missing("get", "GlobalCRS84Pixelx2") },
  },
  ...['"description":"\\u0000"', '"scaleNames":["a","\\u0000"]'].map((field): Row => ({
    name: `what XML cannot write, ${field}`,
    request: putSet(
      "G0.json",
      `{"gridSet":{"name":"G0","srs":{"number":3857},"extent":{"coords":[0,0,10,10]},"resolutions":[2,1],"tileHeight":256,"tileWidth":256,${field}}}`,
      "application/json",
    ),
    answer: {
      documented: { status: 400, text: /a character that XML cannot write/ },
      geoserver: { status: 500, text: /a character that XML cannot write/ },
    },
    foreign: false,
  })),
  { name: "W14 none", request: getSet("none.xml"), answer: { status: 404, text: missing("get", "none") } },
  { name: "W12 made", request: putSet("G1.xml", gridSet("G1", TWO)), answer: { status: 201, text: "" } },
  { name: "W12 replaced", request: putSet("G1", gridSet("G1", TWO)), answer: { status: 200, text: "" } },
  {
    name: "W12 shown",
    request: getSet("G1.xml"),
    answer: {
      status: 200,
      layout: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<gridSet>\n {2}<name>G1<\/name>\n/,
      text: /<double>4000\.0<\/double>\s*<double>2000\.0<\/double>/,
    },
  },
  {
    name: "W12 shown as JSON, with flat lists",
    request: getSet("G1.json"),
    answer: {
      status: 200,
      json: {
        gridSet: {
          name: "G1",
          srs: { number: 3857 },
          extent: { coords: [-20037508.34, -20037508.34, 20037508.34, 20037508.34] },
          alignTopLeft: false,
          resolutions: [4000, 2000],
          metersPerUnit: 1,
          pixelSize: 0.00028,
          scaleNames: ["G1:0", "G1:1"],
          tileHeight: 256,
          tileWidth: 256,
          yCoordinateFirst: false,
        },
      },
    },
  },
  {
    name: "made from a number of levels",
    request: putSet("G4.xml", gridSet("G4", "<levels>3</levels>")),
    answer: { status: 201 },
  },
  {
    name: "levels come back as resolutions",
    request: getSet("G4.xml"),
    answer: {
      status: 200,
      text: /<double>156543\.03390625<\/double>\s*<double>78271\.516953125<\/double>\s*<double>39135\.7584765625<\/double>/,
    },
  },
  {
    name: "made from scale denominators, with names",
    request: putSet(
      "G5.xml",
      gridSet(
        "G5",
        "<scaleDenominators><double>1000000</double><double>500000</double></scaleDenominators><scaleNames><string>a</string><string>b</string></scaleNames>",
      ),
    ),
    answer: { status: 201 },
  },
  {
    name: "denominators and names come back",
    request: getSet("G5.xml"),
    answer: {
      status: 200,
      text: /<double>1000000\.0<\/double>[^]*<string>a<\/string>\s*<string>b<\/string>/,
      without: /<resolutions>/,
    },
  },
  {
    name: "without levels it gets eighteen",
    request: putSet("G5.xml", gridSet("G5", "")),
    answer: { status: 200 },
  },
  {
    name: "eighteen of them",
    request: getSet("G5.xml"),
    answer: { status: 200, text: /<double>1\.194328566789627<\/double>/ },
  },
  {
    name: "an empty list of levels is refused",
    request: putSet("G5.xml", gridSet("G5", "<resolutions/>")),
    answer: { documented: { status: 422 }, geoserver: { status: 500 } },
  },
  {
    name: "what is refused stays as it was",
    request: getSet("G5.xml"),
    answer: { status: 200 },
    foreign: false,
  },
  {
    name: "levels that do not fall are refused",
    request: putSet(
      "G5.xml",
      gridSet("G5", "<resolutions><double>1</double><double>2</double></resolutions>"),
    ),
    answer: {
      documented: { status: 422, text: /each is above zero and below the one before/ },
      geoserver: { status: 500 },
    },
  },
  {
    name: "no number",
    request: putSet("G7.xml", gridSet("G7", "<levels>many</levels>")),
    answer: {
      documented: { status: 400, text: /levels must be a number, not "many"/ },
      geoserver: { status: 500 },
    },
  },
  {
    name: "without a name",
    request: putSet("G6.xml", gridSet("", TWO)),
    answer: {
      documented: { status: 400, text: "name is null" },
      geoserver: { status: 500, text: "name is null" },
    },
  },
  {
    name: "another name than that of the path",
    request: putSet("G2.xml", gridSet("G3", TWO)),
    answer: { status: 400, text: "The body names G3, and the path G2" },
    foreign: false,
  },
  {
    name: "W13 one that is there from the start cannot be replaced",
    request: putSet("EPSG:4326.xml", gridSet("EPSG:4326", TWO)),
    answer: { documented: { status: 403 }, geoserver: { status: 500 } },
  },
  {
    name: "nor deleted",
    request: delSet("EPSG:4326"),
    answer: { documented: { status: 403 }, geoserver: { status: 500 } },
  },
  {
    name: "POST",
    request: { ...putSet("G1", gridSet("G1", TWO)), method: "POST" },
    answer: { status: 405 },
  },
  {
    name: "another media type",
    request: putSet("G1", "hello", "text/plain"),
    answer: { status: 415 },
  },
  { name: "deleted", request: delSet("G1.xml"), answer: { status: 200, text: "" } },
  { name: "gone", request: delSet("G1.xml"), answer: { status: 404, text: missing("remove", "G1") } },
];

contract("grid sets", gridSets);

const WORKSPACE = "tilesinuse";
const LAYER = `${WORKSPACE}:A`;
const tiles = (inner: string) => ({
  method: "PUT",
  path: `/gwc/rest/layers/${LAYER}.xml`,
  headers: { "content-type": "application/xml" },
  body: `<GeoServerLayer><name>${LAYER}</name><enabled>true</enabled>${inner}</GeoServerLayer>`,
});
const deletes = (path: string) => ({ method: "DELETE", path: `/gwc/rest/${path}` });
const refusedOr200 = (text: string) => ({
  documented: { status: 403, text },
  geoserver: { status: 200, text: "" },
});

contract("what tile layers use of the tile cache", [
  {
    name: "a workspace",
    request: post("/workspaces", "application/xml", `<workspace><name>${WORKSPACE}</name></workspace>`),
    answer: { status: 201 },
  },
  {
    name: "a layer",
    request: put(`/workspaces/${WORKSPACE}/datastores/st/file.appschema?configure=all`, "application/xml", mapping(["t:A"])),
    answer: { status: 201 },
  },
  { name: "a grid set", request: putSet("GU.xml", gridSet("GU", TWO)), answer: { status: 201 } },
  {
    name: "a blob store",
    request: {
      method: "PUT",
      path: "/gwc/rest/blobstores/bu.xml",
      headers: { "content-type": "application/xml" },
      body: "<FileBlobStore><id>bu</id><enabled>true</enabled><baseDirectory>/srv/bu</baseDirectory></FileBlobStore>",
    },
    answer: { status: 201 },
    foreign: false,
  },
  {
    name: "a tile layer that uses both",
    request: tiles(
      "<blobStoreId>bu</blobStoreId><gridSubsets><gridSubset><gridSetName>GU</gridSetName></gridSubset></gridSubsets>",
    ),
    answer: { status: 200, text: "layer saved" },
    foreign: false,
  },
  {
    name: "the grid set is not deleted under it, or it is",
    request: deletes("gridsets/GU"),
    answer: refusedOr200(`The grid set GU is used by tile layer ${LAYER}`),
    foreign: false,
  },
  {
    name: "nor the blob store",
    request: deletes("blobstores/bu"),
    answer: refusedOr200(`The blob store bu is used by tile layer ${LAYER}`),
    foreign: false,
  },
  {
    name: "the tile layer goes on naming them",
    request: { method: "GET", path: `/gwc/rest/layers/${LAYER}.xml` },
    answer: { status: 200, text: /<blobStoreId>bu<[^]*<gridSetName>GU</ },
    foreign: false,
  },
  {
    name: "a tile layer without them",
    request: tiles(""),
    answer: { status: 200 },
    foreign: false,
  },
  {
    name: "lets the grid set go",
    request: deletes("gridsets/GU"),
    answer: { documented: { status: 200 }, geoserver: { status: 404 } },
    foreign: false,
  },
  {
    name: "and the blob store",
    request: deletes("blobstores/bu"),
    answer: { documented: { status: 200 }, geoserver: { status: 404 } },
    foreign: false,
  },
]);
