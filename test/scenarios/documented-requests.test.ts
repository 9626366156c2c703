/**
 * What the documentation of GeoServer's REST interface describes for styles, mosaics, stores and app-schema: a
 * manifest for each that is valid for a stock server, or the reason why there is none.
 */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { runHere } from "../support/commands/run-here.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const style = (file: string, content: string): Files => ({
  "s.yaml": manifest("Style", { workspace: "w", name: "s" }, { source: `./${file}` }),
  [file]: content,
});
const own = (kind: string, spec: object): Files => ({
  "o.yaml": manifest(kind, { workspace: "w", name: "o" }, spec),
});
const database = (connectionParameters: object) => own("DataStore", { connectionParameters });
const mosaic = (datastore: string | undefined, granules: object, files: Files = {}): Files => ({
  ...own("ImageMosaic", { definition: "./m/", coverages: [{ name: "o" }], granules }),
  "m/indexer.properties": indexer({ lines: ["Name=o"] }),
  "m/timeregex.properties": TIME_REGEX,
  ...(datastore === undefined ? {} : { "m/datastore.properties": datastore }),
  ...files,
});
const GRANULE = { "m/a_20260101.tif": raster(0) };
const JNDI =
  "SPI=org.geotools.data.postgis.PostgisNGJNDIDataStoreFactory\njndiReferenceName=java:comp/env/jdbc/tiles\n";

const described: Readonly<Record<string, Files>> = {
  "style: SLD 1.0": style("s.sld", sld()),
  "style: SE 1.1": style(
    "s.sld",
    '<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se"><NamedLayer><se:Name>l</se:Name><UserStyle><se:FeatureTypeStyle><se:Rule><se:LineSymbolizer><se:Stroke><se:SvgParameter name="stroke">#112233</se:SvgParameter></se:Stroke></se:LineSymbolizer></se:Rule></se:FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>',
  ),
  "style: CSS": style("s.css", "* { stroke: #112233; }\n"),
  "style: YSLD": style("s.ysld", "line:\n  stroke-color: '#112233'\n"),
  "style: MBStyle": style(
    "s.mbstyle",
    '{"version": 8, "layers": [{"id": "l", "type": "line", "paint": {"line-color": "#112233"}}]}',
  ),
  "style: a ZIP with an image": {
    "s.yaml": manifest("Style", { workspace: "w", name: "s" }, { source: "./p/" }),
    "p/s.sld": sld(),
    "p/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
  "mosaic: granules in its ZIP": mosaic(undefined, {}, GRANULE),
  "mosaic: index in shapefiles": mosaic(
    "SPI=org.geotools.data.shapefile.ShapefileDataStoreFactory\n",
    {},
    GRANULE,
  ),
  "mosaic: index in PostGIS, files of the server": mosaic(
    "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory\nhost=db\ndatabase=tiles\nuser=u\n",
    { sources: ["/data/2026/", "file:///data/a_20260101.tif"] },
  ),
  "mosaic: index in a JNDI resource": mosaic(JNDI, { sources: ["/data/2026/"] }),
  "mosaic: index in another store": mosaic("StoreName=w:tiles\n", { sources: ["/data/2026/"] }),
  "mosaic: index in Oracle": mosaic(
    "SPI=org.geotools.data.oracle.OracleNGDataStoreFactory\nhost=db\ndatabase=tiles\nuser=u\n",
    { sources: ["/data/2026/"] },
  ),
  "mosaic: COG at addresses": {
    ...mosaic(JNDI, {
      sources: ["https://example.org/a.tif", "s3://tiles/b.tif", "gs://tiles/c.tif"],
      policy: "mirror",
    }),
    "m/indexer.properties": indexer({ lines: ["Name=o", "Cog=true"] }),
  },
  "mosaic: a folder of the server": own("CoverageStore", {
    type: "ImageMosaic",
    url: "file:///data/sst/",
  }),
  "store: a shapefile": database({ url: "file:data/roads/roads.shp" }),
  "store: a directory of shapefiles": own("DataStore", {
    type: "Directory of spatial files (shapefiles)",
    connectionParameters: { url: "file:data/roads/" },
  }),
  "store: PostGIS": database({ dbtype: "postgis", host: "db", port: 5432, database: "gis" }),
  "store: PostGIS by JNDI": own("DataStore", {
    type: "PostGIS (JNDI)",
    connectionParameters: { dbtype: "postgis", jndiReferenceName: "java:comp/env/jdbc/gis" },
  }),
  "store: GeoPackage": database({ dbtype: "geopkg", database: "file:data/roads.gpkg" }),
  "store: WMS": own("WmsStore", {
    capabilitiesUrl: "https://example.org/wms?service=WMS&version=1.3.0&request=GetCapabilities",
  }),
  "store: WMTS": own("WmtsStore", {
    capabilitiesUrl: "https://example.org/wmts?service=WMTS&request=GetCapabilities",
  }),
  "store: a world image": own("CoverageStore", { type: "WorldImage", url: "file:data/plan.png" }),
  "store: a GeoTIFF": own("CoverageStore", { type: "GeoTIFF", url: "file:///data/relief.tif" }),
  "store: a GeoTIFF on the web (COG)": own("CoverageStore", {
    type: "GeoTIFF",
    url: "cog://https://example.org/relief.tif",
    cog: { reader: "HTTP" },
  }),
  "store: an ArcGrid": own("CoverageStore", { type: "ArcGrid", url: "file:data/relief.asc" }),
  "app-schema: a mapping": {
    ...own("AppSchemaStore", { mapping: "./m.appschema" }),
    "m.appschema": mapping(["t:Station"]),
  },
};

// Requests that no manifest describes: uploads of data (`file.shp`, `file.gpkg`, `file.properties`, `file.geotiff`,
// `file.worldimage`), since data is no configuration and stores name files that are on the server; `url.` and
// `external.`, since stores name that place; `remote.imagemosaic` with a folder, since a server reads one file at an
// address and lists none; `url.appschema`, since an AppSchemaStore sends its mapping itself.

test.for(Object.entries(described))("%s", async ([, files]) => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    ...files,
  });
  const { code, stdout } = await runHere(["validate", folder, "--strict", "--output", "json"]);
  expect(code, stdout).toBe(0);
  const { diagnostics } = await planFolder(stockServer().app, folder);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});
