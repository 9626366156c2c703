/** The image mosaics of interface §4.3, and what clients of this family call beside them. */
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { zipOf } from "../support/estates/artefacts.ts";
import { writeFiles } from "../support/run/folders.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";
import { contract, del, get, post, put } from "./harness.ts";

const STORES = "/workspaces/w1/coveragestores";
const RAIN = `${STORES}/rain`;
const INDEX = `${RAIN}/coverages/rain/index`;
const ZIP = "application/zip";
const TEXT = "text/plain";

/** A raster of ten by ten cells of one degree, from this corner. */
const tile = (west: number, south: number) =>
  geoTiff({ width: 10, height: 10, epsg: 4326, bounds: { minx: west, miny: south, maxx: west + 10, maxy: south + 10 } });

const indexer = [
  "Schema=*the_geom:Polygon,location:String,time:java.util.Date,elevation:Double",
  "TimeAttribute=time",
  "ElevationAttribute=elevation",
  "PropertyCollectors=TimestampFileNameExtractorSPI[timeregex](time),DoubleFileNameExtractorSPI[elevationregex](elevation)",
].join("\n");
const definition = {
  "indexer.properties": indexer,
  "timeregex.properties": "regex=(?<=_)[0-9]{8}",
  "elevationregex.properties": "regex=(?<=z)[0-9]+",
};
const mosaic = await zipOf({
  ...definition,
  "rain_20240101_z10.tif": tile(0, 40),
  "rain_20240102_z10.tif": tile(10, 40),
});
const empty = await zipOf({ ...definition, "indexer.properties": `${indexer}\nCanBeEmpty=true` });
const otherSchema = await zipOf({
  "indexer.properties": "Schema=*the_geom:Polygon,location:String,run:Integer\nCanBeEmpty=true",
});
const otherSpi = await zipOf({
  ...definition,
  "indexer.properties": `${indexer}\nCanBeEmpty=true`,
  "datastore.properties": "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=rain\n",
});
const more = await zipOf({ "rain_20240109_z10.tif": tile(20, 40) });

const folder = mkdtempSync(join(tmpdir(), "plumbline-granules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFiles(folder, {
  "one/rain_20240103_z20.tif": tile(0, 50),
  "many/rain_20240104_z20.tif": tile(10, 50),
  "many/deep/rain_20240105_z20.tif": tile(20, 50),
  "many/rain_20240106_z20.tif": "no raster at all",
  "many/readme.txt": "no granule",
  "bad/rain_20240107_z20.tif": "no raster at all",
  ...Object.fromEntries(Object.entries(definition).map(([name, text]) => [`ready/${name}`, text])),
  "ready/rain_20240110_z10.tif": tile(0, 40),
  "ready/deep/rain_20240111_z10.tif": tile(10, 40),
  "ready/rain_20240112_z10.tif": "no raster at all",
  "broken/indexer.properties": indexer,
  ...Object.fromEntries(Object.entries(definition).map(([name, text]) => [`dated/${name}`, text])),
  "dated/indexer.properties": indexer.replace("elevation:Double", "elevation:Double,updated:java.util.Date").concat(",RuntimeExtractorSPI[runtime](updated)").replace("TimeAttribute=time\n", ""),
  "dated/runtime.properties": "regex=MODIFY_TIME",
  "dated/rain_20240110_z10.tif": tile(0, 40),
  "nothing/readme.txt": "no granule",
});
const changed = new Date("2021-03-04T05:06:07Z");
utimesSync(join(folder, "dated/rain_20240110_z10.tif"), changed, changed);
const url = (path: string) => `file://${folder}/${path}`;
const one = `${folder}/one/rain_20240103_z20.tif`;

const workspace = { name: "a workspace", request: post("/workspaces", "text/xml", "<workspace><name>w1</name></workspace>"), answer: { status: 201 } };
/** 201 where the interface says it, 202 with no body where a stock server says that. */
const harvested = { documented: { status: 201 }, geoserver: { status: 202, text: "" } };

contract("mosaics", [
  workspace,
  { name: "48 4.3 an archive makes a mosaic", request: put(`${RAIN}/file.imagemosaic`, ZIP, mosaic), answer: {
    documented: { status: 200, text: /<coverageStore><name>rain<\/name><type>ImageMosaic<\/type><enabled>true<\/enabled>/ },
    geoserver: { status: 201, text: /<coverageStore><name>rain<\/name><type>ImageMosaic<\/type>/ },
  } },
  { name: "48 the store", request: get(`${RAIN}.json`), answer: { status: 200, text: /"type":"ImageMosaic","enabled":true,.*"url":"file:data\/w1\/rain"/ } },
  { name: "48 its coverage is published", request: get(`${RAIN}/coverages.xml`), answer: { status: 200, text: /^<coverages><coverage><name>rain<\/name>/ } },
  { name: "48 with all that the granules say", request: get(`${RAIN}/coverages/rain.xml`), answer: { status: 200,
    text: /<srs>EPSG:4326<\/srs><nativeBoundingBox><minx>0\.0<\/minx><maxx>20\.0<\/maxx><miny>40\.0<\/miny><maxy>50\.0<\/maxy><crs>EPSG:4326<\/crs><\/nativeBoundingBox>.*<projectionPolicy>REPROJECT_TO_DECLARED<\/projectionPolicy><enabled>true<\/enabled>.*<high>20 10<\/high>.*<nativeCoverageName>rain<\/nativeCoverageName>/ } },
  { name: "48 its layer has the style of rasters", request: get("/layers/w1:rain.xml"), answer: { status: 200, text: /<type>RASTER<\/type><defaultStyle><name>raster<\/name>/ } },
  { name: "48 the same archive again adds nothing", request: put(`${RAIN}/file.imagemosaic`, ZIP, mosaic), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "48 still two granules", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /^(?:(?!"Feature").)*(?:"Feature"(?:(?!"Feature").)*){2}$/s }, foreign: false },
  { name: "57 4.3 2.5 the index", request: get(`${INDEX}.xml`), answer: { status: 200,
    text: /^<Schema><attributes><Attribute><name>the_geom<\/name><minOccurs>0<\/minOccurs><maxOccurs>1<\/maxOccurs><nillable>true<\/nillable><binding>org\.locationtech\.jts\.geom\.Polygon<\/binding><\/Attribute><Attribute><name>location<\/name>.*java\.lang\.String.*<name>time<\/name>.*java\.sql\.Timestamp.*<name>elevation<\/name>.*java\.lang\.Double.*<\/attributes><atom:link [^>]*href="[^"]*\/index\/granules\.xml"/ } },
  { name: "57 in JSON", request: get(`${INDEX}.json`), answer: { status: 200, text: /^\{"Schema":\{"attributes":\{"Attribute":\[\{"name":"the_geom",.*"href":"[^"]*\/index\/granules\.json"/ } },
  { name: "58 4.3 2.6 granules", request: get(`${INDEX}/granules.xml?limit=2`), answer: { status: 200,
    text: /<wfs:FeatureCollection.*<gml:boundedBy><gml:Box srsName="http:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#4326"><gml:coord><gml:X>0(?:\.0)?<\/gml:X><gml:Y>40(?:\.0)?<\/gml:Y><\/gml:coord><gml:coord><gml:X>20(?:\.0)?<\/gml:X><gml:Y>50(?:\.0)?<\/gml:Y>.*<gf:rain fid="rain\.\d+">.*<gf:location>rain_20240101_z10\.tif<\/gf:location><gf:time>2024-01-01T00:00:00Z<\/gf:time><gf:elevation>10(?:\.0)?<\/gf:elevation>.*<gf:rain fid=/s } },
  { name: "58 at most as many as asked for", request: get(`${INDEX}/granules.xml?limit=1`), answer: { status: 200, text: /featureMember/, without: /featureMember>.*<gml:featureMember/s } },
  { name: "58 in pages", request: get(`${INDEX}/granules.json?limit=1&offset=1`), answer: { status: 200, text: /"location":"rain_20240102_z10\.tif"/, without: /20240101/ } },
  { name: "58 in JSON", request: get(`${INDEX}/granules.json?filter=elevation%20%3C%2011&limit=1`), answer: { status: 200, text: /"properties":\{"location":"rain_20240101_z10\.tif","time":"2024-01-01T00:00:00\.000(?:Z|\+0000)","elevation":10(?:\.0)?\},"geometry":\{"type":"Polygon"/ } },
  { name: "58 none", request: get(`${INDEX}/granules.json?filter=location='none'`), answer: { status: 200, text: /"features":\[\]/ } },
  { name: "58 a filter on the time", request: get(`${INDEX}/granules.json?filter=time%20DURING%202024-01-01T12:00:00Z/P1D`), answer: { status: 200, text: /20240102/, without: /20240101/ } },
  { name: "58 a filter on the place", request: get(`${INDEX}/granules.json?filter=BBOX(the_geom,12,41,13,42)`), answer: { status: 200, text: /20240102/, without: /20240101/ } },
  { name: "58 a filter that is none", request: get(`${INDEX}/granules.xml?filter=location%20=`), answer: { status: 400, text: /^Invalid cql syntax: / } },
  { name: "58 an attribute that is none", request: get(`${INDEX}/granules.xml?filter=speed%20%3E%201`), answer: { status: 400, text: /speed/ }, foreign: false },
  { name: "59 a negative offset", request: get(`${INDEX}/granules.xml?offset=-1`), answer: { status: 400, text: /^Invalid offset value: -1/ } },
  { name: "as many as one answer may have", request: get(`${INDEX}/granules.xml?limit=100000`), answer: { status: 200 }, foreign: false },
  { name: "one more than that", request: get(`${INDEX}/granules.xml?limit=100001`), answer: { status: 400, text: /^Invalid limit value: 100001; the limit is 100000$/ }, foreign: false },
  { name: "59 a limit of none", request: get(`${INDEX}/granules.xml?limit=0`), answer: { status: 400, text: /^Invalid limit value: / } },
  { name: "59 an offset that is no number", request: get(`${INDEX}/granules.xml?offset=x`), answer: { status: 400 } },
  { name: "60 a granule that is none", request: get(`${INDEX}/granules/rain.none.xml`), answer: { status: 404, text: "Could not find a granule with id rain.none in coverage rain" } },
  { name: "60 quietly", request: get(`${INDEX}/granules/rain.none.xml?quietOnNotFound=true`), answer: { status: 404, text: "" } },
  { name: "a coverage that is none", request: get(`${RAIN}/coverages/none/index.xml`), answer: { status: 404, text: "No such coverage in store: none" } },
  { name: "a store that is none", request: get(`${STORES}/none/coverages/rain/index.xml`), answer: { status: 404, text: "No such coverage store: none" } },
  { name: "a workspace that is none", request: get("/workspaces/none/coveragestores/rain/coverages/rain/index.xml"), answer: { status: 404, text: "No such workspace : none" } },
  { name: "50 4.3 a file of the server", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("one/rain_20240103_z20.tif")), answer: {
    documented: { status: 201, headers: { location: /\/plumbline\/harvests\/.+/ }, text: /"added":1/ }, geoserver: { status: 202, text: "", headers: { location: null } },
  }, foreign: false },
  { name: "50 is a granule", request: get(`${INDEX}/granules.json?filter=elevation=20`), answer: { status: 200, text: /rain_20240103_z20\.tif","time":"2024-01-03/ }, foreign: false },
  { name: "51 4.3 rule 1: by its path, again", request: post(`${RAIN}/external.imagemosaic`, TEXT, one), answer: harvested, foreign: false },
  { name: "51 is there once", request: get(`${INDEX}/granules.json?filter=elevation=20`), answer: { status: 200, text: /20240103/, without: /20240103.*20240103/s }, foreign: false },
  { name: "51 the bounds stay as they were configured", request: get(`${RAIN}/coverages/rain.xml`), answer: { status: 200, text: /<maxy>50\.0<\/maxy>/, without: /<maxy>60/ }, foreign: false },
  { name: "52 4.3 rule 1: a folder", request: post(`${RAIN}/external.imagemosaic?updateBBox=true`, TEXT, `${url("many")}/`), answer: {
    documented: { status: 201, text: /"found":3,"harvested":2,"skipped":1.*rain_20240106_z20\.tif/s }, geoserver: { status: 202, text: "" },
  }, foreign: false },
  { name: "52 whatever is deeper, too", request: get(`${INDEX}/granules.json?filter=location%20LIKE%20'%2520240105%25'`), answer: { status: 200, text: /deep\/rain_20240105_z20\.tif/ }, foreign: false },
  { name: "52 the bounds follow", request: get(`${RAIN}/coverages/rain.xml`), answer: { status: 200, text: /<minx>0\.0<\/minx><maxx>30\.0<\/maxx><miny>40\.0<\/miny><maxy>60\.0<\/maxy>/ }, foreign: false },
  { name: "52 reports of harvests", request: get("/plumbline/harvests.json"), answer: { status: 200, text: /"state":"done"/ }, foreign: false },
  { name: "52 a report that is none", request: get("/plumbline/harvests/none.json"), answer: { status: 404 }, foreign: false },
  { name: "53 a file that is none", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("one/none.tif")), answer: { status: 400, text: /^Failed to locate the input file / }, foreign: false },
  { name: "53 a path that is none", request: post(`${RAIN}/external.imagemosaic`, TEXT, `${folder}/one/none.tif`), answer: { status: 400, text: /^Failed to locate the input file / }, foreign: false },
  { name: "53 outside of the folders", request: post(`${RAIN}/external.imagemosaic`, TEXT, "file:///etc/passwd"), answer: { documented: { status: 403 }, geoserver: { status: 400 } }, foreign: false },
  { name: "nothing usable", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("bad")), answer: { documented: { status: 422, text: /^No file could be harvested\n.*rain_20240107_z20\.tif/ }, geoserver: { status: 202, text: "" } }, foreign: false },
  { name: "a store that is none", request: post(`${STORES}/none/external.imagemosaic`, TEXT, one), answer: { status: 404, text: "No such coverage store: w1,none" } },
  { name: "bytes of a granule", request: post(`${RAIN}/file.imagemosaic?filename=rain_20240108_z10.tif`, "image/tiff", tile(30, 40)), answer: harvested },
  { name: "kept under their name", request: get(`${INDEX}/granules.json?filter=location='rain_20240108_z10.tif'`), answer: { status: 200, text: /"time":"2024-01-08/ } },
  { name: "by PUT and without their definition", request: put(`${RAIN}/file.imagemosaic`, ZIP, more), answer: { documented: { status: 409, text: /another schema.* by POST to the same address/ }, geoserver: { status: 500, text: /another schema.* by POST to the same address/ } }, foreign: false },
  { name: "an archive of granules", request: post(`${RAIN}/file.imagemosaic`, ZIP, more), answer: harvested },
  { name: "harvested", request: get(`${INDEX}/granules.json?filter=location='rain_20240109_z10.tif'`), answer: { status: 200, text: /"time":"2024-01-09/ } },
  { name: "bytes without a name", request: post(`${RAIN}/file.imagemosaic`, "image/tiff", tile(30, 40)), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "another format", request: put(`${RAIN}/file.foo`, ZIP, mosaic), answer: { status: 400, text: /^Unsupported format: foo, available formats are: \[/ } },
  { name: "another method", request: put(`${RAIN}/fetch.imagemosaic`, ZIP, mosaic), answer: { status: 400, text: "Unrecognized file upload method: fetch" }, foreign: false },
  { name: "61 4.3 remove one granule", request: del(`${INDEX}/granules/rain.1.xml`), answer: { status: 200 }, foreign: false },
  { name: "61 it is gone", request: get(`${INDEX}/granules/rain.1.xml`), answer: { status: 404 }, foreign: false },
  { name: "62 4.3 remove by filter", request: del(`${INDEX}/granules.xml?filter=location='rain_20240108_z10.tif'`), answer: { status: 200 } },
  { name: "62 it is gone", request: get(`${INDEX}/granules.json?filter=location='rain_20240108_z10.tif'`), answer: { status: 200, text: /"features":\[\]/ } },
  { name: "62 a filter that is none", request: del(`${INDEX}/granules.xml?filter=location`), answer: { status: 400, text: /^Invalid cql syntax: / } },
  { name: "62 a purge that is none", request: del(`${INDEX}/granules.xml?filter=INCLUDE&purge=some`), answer: { status: 400, text: "Invalid purge value some, allowed values are [NONE, METADATA, ALL]" } },
  { name: "63 no filter removes nothing", request: del(`${INDEX}/granules.xml`), answer: { status: 400, text: /send filter=INCLUDE$/ }, foreign: false },
  { name: "63 a blank one neither", request: del(`${INDEX}/granules.xml?filter=%20`), answer: { status: 400 }, foreign: false },
  { name: "63 they are there", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /20240103/ }, foreign: false },
  { name: "63 all of them, said so", request: del(`${INDEX}/granules.xml?filter=INCLUDE`), answer: { status: 200 } },
  { name: "63 are gone", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /"features":\[\]/ } },
  { name: "another method on the index", request: post(`${INDEX}/granules.xml`, TEXT, ""), answer: { status: 405 } },
  { name: "64 a store with coverages", request: del(RAIN), answer: { documented: { status: 409, text: "coveragestore not empty" }, geoserver: { status: 401, text: "coveragestore not empty" } } },
  { name: "65 a store with all it has", request: del(`${RAIN}?recurse=true&purge=all`), answer: { status: 200 } },
  { name: "65 its files are gone", request: get("/resource/data/w1/rain/indexer.properties"), answer: { status: 404 } },
  { name: "65 made anew it is as at first", request: put(`${RAIN}/file.imagemosaic`, ZIP, mosaic), answer: { documented: { status: 200 }, geoserver: { status: 201 } } },
  { name: "65 with two granules", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /^(?:(?!"Feature").)*(?:"Feature"(?:(?!"Feature").)*){2}$/s } },
], { granuleRoots: [folder] });

contract("empty mosaics", [
  workspace,
  { name: "49 4.3 2.8 an empty mosaic", request: put(`${RAIN}/file.imagemosaic?configure=none`, ZIP, empty), answer: { documented: { status: 200, text: "" }, geoserver: { status: 201, text: "" } } },
  { name: "49 publishes nothing", request: get(`${RAIN}/coverages.json`), answer: { documented: { status: 200, json: { coverages: { coverage: [] } } }, geoserver: { status: 200, json: { coverages: "" } } } },
  { name: "56 before there are granules", request: post(`${RAIN}/coverages`, "text/xml", "<coverage><nativeCoverageName>rain</nativeCoverageName><name>rain</name></coverage>"), answer: { documented: { status: 422, text: /harvest granules first$/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "50 4.3 rule 2: harvest", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("one/rain_20240103_z20.tif")), answer: harvested, foreign: false },
  { name: "55 its coverages", request: get(`${RAIN}/coverages.xml?list=all`), answer: { status: 200, text: "<list><coverageName>rain</coverageName></list>" }, foreign: false },
  { name: "55 in JSON", request: get(`${RAIN}/coverages.json?list=all`), answer: { status: 200, json: { list: { string: ["rain"] } } }, foreign: false },
  { name: "56 a coverage that is none", request: post(`${RAIN}/coverages`, "text/xml", "<coverage><name>snow</name><enabled>true</enabled></coverage>"), answer: { documented: { status: 422, text: "The mosaic w1:rain has no coverage 'snow'; it holds rain" }, geoserver: { status: 500 } }, foreign: false },
  { name: "56 4.3 2.7 the coverage", request: post(`${RAIN}/coverages`, "text/xml", "<coverage><nativeCoverageName>rain</nativeCoverageName><name>rain</name></coverage>"), answer: { status: 201, text: "rain", headers: { location: /\/coverages\/rain$/ } }, foreign: false },
  { name: "56 configured from the index", request: get(`${RAIN}/coverages/rain.json`), answer: { status: 200, text: /"nativeBoundingBox":\{"minx":0,"maxx":10,"miny":50,"maxy":60,"crs":"EPSG:4326"\}/ }, foreign: false },
  { name: "56 under another name", request: post(`${RAIN}/coverages`, "text/xml", "<coverage><nativeCoverageName>rain</nativeCoverageName><name>wet</name><title>Wet</title></coverage>"), answer: { status: 201, text: "wet" }, foreign: false },
  { name: "58 has the granules of the first", request: get(`${RAIN}/coverages/wet/index/granules.xml`), answer: { status: 200, text: /<gf:wet fid="rain\.1">/ }, foreign: false },
  { name: "56 dimensions are kept", request: put(`${RAIN}/coverages/wet`, "text/xml", '<coverage><metadata><entry key="time"><dimensionInfo><enabled>true</enabled><presentation>LIST</presentation><units>ISO8601</units></dimensionInfo></entry></metadata></coverage>'), answer: { status: 200 }, foreign: false },
  { name: "56 and shown", request: get(`${RAIN}/coverages/wet.xml`), answer: { status: 200, text: /<entry key="time"><dimensionInfo><enabled>true<\/enabled><presentation>LIST<\/presentation>/ }, foreign: false },
  { name: "more granules", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("many/rain_20240104_z20.tif")), answer: harvested, foreign: false },
  { name: "bounds stay until they are asked for", request: get(`${RAIN}/coverages/wet.xml`), answer: { status: 200, text: /<maxx>10\.0<\/maxx>/, without: /<maxx>20/ }, foreign: false },
  { name: "and are calculated then", request: put(`${RAIN}/coverages/wet?calculate=nativebbox,latlonbbox`, "text/xml", "<coverage><title>Wetter</title></coverage>"), answer: { status: 200 }, foreign: false },
  { name: "of this coverage", request: get(`${RAIN}/coverages/wet.xml`), answer: { status: 200, text: /<title>Wetter<\/title>.*<maxx>20\.0<\/maxx>.*<dimensionInfo>/ }, foreign: false },
  { name: "another schema over granules", request: put(`${RAIN}/file.imagemosaic`, ZIP, otherSchema), answer: { documented: { status: 409, text: /another schema/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "another database that becomes the embedded one", request: put(`${RAIN}/file.imagemosaic?configure=none`, ZIP, otherSpi), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "leaves them alone", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /20240103/ }, foreign: false },
  { name: "an archive without a mosaic", request: put(`${STORES}/none/file.imagemosaic`, ZIP, await zipOf({ "readme.txt": "x" })), answer: { status: 400, text: "Could not find appropriate imagemosaic file in archive" } },
  { name: "an archive without granules that may not be empty", request: put(`${STORES}/none/file.imagemosaic`, ZIP, await zipOf(definition)), answer: { documented: { status: 422, text: /CanBeEmpty=true/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "an archive with nothing but broken granules", request: put(`${STORES}/none/file.imagemosaic`, ZIP, await zipOf({ "a.tif": "no raster" })), answer: { documented: { status: 422, text: /^None of the granules can be used\na\.tif: / }, geoserver: { status: 500 } }, foreign: false },
  { name: "an index that nobody can reach", request: put(`${STORES}/none/file.imagemosaic`, ZIP, await zipOf({ ...definition, "indexer.properties": `${indexer}\nCanBeEmpty=true`, "datastore.properties": "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory\nhost=127.0.0.1\nport=1\ndatabase=d\nschema=public\nuser=u\npasswd=hunter2\n" })), answer: { documented: { status: 502, text: /127\.0\.0\.1/, without: /hunter2/ }, geoserver: { status: 500, without: /hunter2/ } }, foreign: false },
  { name: "no archive", request: put(`${STORES}/none/file.imagemosaic`, ZIP, "x"), answer: { documented: { status: 415 }, geoserver: { status: 500 } }, foreign: false },
  { name: "after all of them there is no store", request: get(`${STORES}/none.xml`), answer: { status: 404 } },
  { name: "a store that is none of these", request: post(STORES, "text/xml", "<coverageStore><name>dem</name><type>GeoTIFF</type><enabled>true</enabled><workspace>w1</workspace><url>file:data/dem.tif</url></coverageStore>"), answer: { status: 201 } },
  { name: "54 takes no harvest", request: post(`${STORES}/dem/file.geotiff`, "image/tiff", tile(0, 0)), answer: { status: 405, text: "Coverage store found, but it does not support resource harvesting" } },
  { name: "54 and becomes no mosaic", request: put(`${STORES}/dem/file.imagemosaic`, ZIP, mosaic), answer: { documented: { status: 409 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a renamed store", request: put(RAIN, "text/xml", "<coverageStore><name>shower</name></coverageStore>"), answer: { status: 200 }, foreign: false },
  { name: "in a renamed workspace", request: put("/workspaces/w1", "text/xml", "<workspace><name>w2</name></workspace>"), answer: { status: 200 }, foreign: false },
  { name: "keeps its granules", request: get("/workspaces/w2/coveragestores/shower/coverages/rain/index/granules.json"), answer: { status: 200, text: /20240103/ }, foreign: false },
  { name: "takes more", request: post("/workspaces/w2/coveragestores/shower/file.imagemosaic?filename=rain_20240108_z10.tif", "image/tiff", tile(30, 40)), answer: harvested, foreign: false },
  { name: "and a store of its old name starts afresh", request: put("/workspaces/w2/coveragestores/rain/file.imagemosaic?configure=none", ZIP, empty), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "without touching it", request: get("/workspaces/w2/coveragestores/shower/coverages/rain/index/granules.json"), answer: { status: 200, text: /20240108/ }, foreign: false },
], { granuleRoots: [folder] });

const store = (name: string, path: string) =>
  post(STORES, "text/xml", `<coverageStore><name>${name}</name><type>ImageMosaic</type><enabled>true</enabled><workspace>w1</workspace><url>${path}</url></coverageStore>`);

contract("mosaics that lie on the server", [
  workspace,
  { name: "a store with the address of its folder", request: store("rain", url("ready/")), answer: { status: 201, text: "rain" }, foreign: false },
  { name: "shows that address", request: get(`${RAIN}.xml`), answer: { status: 200, text: /<type>ImageMosaic<\/type>.*<url>file:\/\/[^<]*\/ready\/<\/url>/s }, foreign: false },
  { name: "publishes nothing", request: get(`${RAIN}/coverages.json`), answer: { documented: { status: 200, json: { coverages: { coverage: [] } } }, geoserver: { status: 200, json: { coverages: "" } } }, foreign: false },
  { name: "knows its coverages", request: get(`${RAIN}/coverages.xml?list=all`), answer: { status: 200, text: "<list><coverageName>rain</coverageName></list>" }, foreign: false },
  { name: "which are published by name", request: post(`${RAIN}/coverages`, "text/xml", "<coverage><name>rain</name><enabled>true</enabled></coverage>"), answer: { status: 201, text: "rain" }, foreign: false },
  { name: "its granules are where they lie", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /"location":"deep\/rain_20240111_z10\.tif","time":"2024-01-11.*"location":"rain_20240110_z10\.tif"/s, without: /20240112/ }, foreign: false },
  { name: "nothing of it is copied", request: get("/resource/data/w1/rain/indexer.properties"), answer: { status: 404 }, foreign: false },
  { name: "it takes harvests", request: post(`${RAIN}/external.imagemosaic`, TEXT, one), answer: harvested, foreign: false },
  { name: "in its folder too, once", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("ready")), answer: { documented: { status: 201, text: /"added":2,"replaced":2/ }, geoserver: { status: 202 } }, foreign: false },
  { name: "but no archive", request: put(`${RAIN}/file.imagemosaic`, ZIP, mosaic), answer: { documented: { status: 409, text: /takes no uploads$/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "and no file", request: post(`${RAIN}/file.imagemosaic?filename=rain_20240108_z10.tif`, "image/tiff", tile(30, 40)), answer: { documented: { status: 409 }, geoserver: { status: 500 } }, foreign: false },
  { name: "granules go without their files", request: del(`${INDEX}/granules.xml?filter=INCLUDE&purge=all`), answer: { status: 200 }, foreign: false },
  { name: "which are there for another harvest", request: post(`${RAIN}/external.imagemosaic`, TEXT, url("ready")), answer: { documented: { status: 201, text: /"added":2,"replaced":0/ }, geoserver: { status: 202 } }, foreign: false },
  { name: "the store goes without them, too", request: del(`${RAIN}?recurse=true&purge=all`), answer: { status: 200 }, foreign: false },
  { name: "and can be made again", request: store("rain", url("ready")), answer: { status: 201 }, foreign: false },
  { name: "as it was", request: get(`${RAIN}/coverages.json?list=all`), answer: { status: 200, json: { list: { string: ["rain"] } } }, foreign: false },
  { name: "one that cannot be used", request: store("broken", url("broken")), answer: { documented: { status: 422, text: /CanBeEmpty=true/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "one whose granules cannot be used", request: store("broken", url("bad")), answer: { documented: { status: 422, text: /^None of the granules can be used/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "is not there", request: get(`${STORES}/broken.xml`), answer: { status: 404 }, foreign: false },
  { name: "a name that is taken", request: store("rain", url("ready")), answer: { documented: { status: 409 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a folder without a mosaic", request: store("plain", url("nothing")), answer: { status: 201 }, foreign: false },
  { name: "is a document and no more", request: post(`${STORES}/plain/external.imagemosaic`, TEXT, one), answer: { status: 405 }, foreign: false },
  { name: "so is a folder that is none", request: store("missing", url("nowhere")), answer: { status: 201 }, foreign: false },
  { name: "and one that may not be read", request: store("outside", "file:///etc"), answer: { status: 201 }, foreign: false },
], { granuleRoots: [folder] });

/** 200 where the interface has PUT of a mosaic, 201 where a stock server says that. */
const stored = (text: RegExp) => ({ documented: { status: 200, text }, geoserver: { status: 201, text } });
const external = (name: string, path: string, query = "") => put(`${STORES}/${name}/external.imagemosaic${query}`, TEXT, path);

contract("mosaics that lie on the server, by PUT", [
  workspace,
  { name: "a folder makes a store", request: external("rain", url("ready")), answer: stored(/<coverageStore><name>rain<\/name><type>ImageMosaic<\/type><enabled>true<\/enabled>.*<url>file:\/\/[^<]*\/ready<\/url>/s), foreign: false },
  { name: "with its coverage", request: get(`${RAIN}/coverages.json`), answer: { status: 200, text: /"name":"rain"/ }, foreign: false },
  { name: "whose granules are where they lie", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /"location":"deep\/rain_20240111_z10\.tif".*"location":"rain_20240110_z10\.tif"/s, without: /20240112/ }, foreign: false },
  { name: "nothing of it is copied", request: get("/resource/data/w1/rain/indexer.properties"), answer: { status: 404 }, foreign: false },
  { name: "the folder again reads it again", request: external("rain", `${folder}/ready/\n`), answer: stored(/<name>rain<\/name>/), foreign: false },
  { name: "and adds nothing twice", request: get(`${INDEX}/granules.json`), answer: { status: 200, text: /^(?:(?!"Feature").)*(?:"Feature"(?:(?!"Feature").)*){2}$/s }, foreign: false },
  { name: "another folder does not take its place", request: external("rain", url("dated")), answer: { documented: { status: 409, text: /lies in .*ready; delete the store first$/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "publishing nothing", request: external("later", url("ready"), "?configure=none"), answer: { documented: { status: 200, text: "" }, geoserver: { status: 201, text: "" } }, foreign: false },
  { name: "publishes nothing", request: get(`${STORES}/later/coverages.xml`), answer: { status: 200, text: "<coverages/>" }, foreign: false },
  { name: "but knows what there is", request: get(`${STORES}/later/coverages.json?list=all`), answer: { status: 200, json: { list: { string: ["later"] } } }, foreign: false },
  { name: "a document of a store that has no mosaic yet", request: store("plain", url("nothing")), answer: { status: 201 }, foreign: false },
  { name: "gets one", request: external("plain", url("dated"), "?configure=none"), answer: { documented: { status: 200 }, geoserver: { status: 201 } }, foreign: false },
  { name: "which is shown", request: get(`${STORES}/plain.xml`), answer: { status: 200, text: /\/dated<\/url>/ }, foreign: false },
  { name: "and published by name", request: post(`${STORES}/plain/coverages`, "text/xml", "<coverage><nativeCoverageName>plain</nativeCoverageName><name>dated</name></coverage>"), answer: { status: 201, text: "dated" }, foreign: false },
  { name: "2.5 when its files were changed is known", request: get(`${STORES}/plain/coverages/dated/index/granules.xml`), answer: { status: 200, text: /<gf:updated>2021-03-04T05:06:07(?:\.000)?Z<\/gf:updated>/ }, foreign: false },
  { name: "a folder outside of those that are allowed", request: external("outside", "file:///etc"), answer: { documented: { status: 403, text: /./ }, geoserver: { status: 400 } }, foreign: false },
  { name: "a folder that is none", request: external("missing", url("nowhere")), answer: { status: 400, text: /^Failed to locate the input file / }, foreign: false },
  { name: "a file", request: external("file", one), answer: { status: 400, text: /is a file; name the folder of a mosaic, or send the file/ }, foreign: false },
  { name: "a folder without a mosaic", request: external("nothing", url("nothing")), answer: { status: 400, text: /holds no mosaic$/ }, foreign: false },
  { name: "one that cannot be used", request: external("broken", url("broken")), answer: { documented: { status: 422, text: /CanBeEmpty=true/ }, geoserver: { status: 500 } }, foreign: false },
  { name: "nothing named", request: external("empty", ""), answer: { status: 400 }, foreign: false },
  { name: "in a workspace that is none", request: put("/workspaces/none/coveragestores/rain/external.imagemosaic", TEXT, url("ready")), answer: { status: 404 }, foreign: false },
  { name: "another format", request: put(`${STORES}/tif/external.geotiff`, TEXT, one), answer: { status: 400, text: "Unsupported format: geotiff, available formats are: [imagemosaic]" }, foreign: false },
  { name: "by address", request: put(`${STORES}/far/url.imagemosaic`, TEXT, "http://example.org/m.zip"), answer: { status: 400, text: "Refused file upload method: url: the server fetches nothing by address. Send the files themselves (file.imagemosaic), or name a folder of the server (external.imagemosaic)" }, foreign: false },
  { name: "from the cloud", request: post(`${RAIN}/remote.imagemosaic`, TEXT, "s3://bucket/m"), answer: { status: 400, text: /^Refused file upload method: remote: the server fetches nothing by address/ }, foreign: false },
  { name: "after all of them there is no store", request: get(`${STORES}.json`), answer: { status: 200, without: /outside|missing|file"|nothing|broken|empty|tif|far/ }, foreign: false },
], { granuleRoots: [folder] });
