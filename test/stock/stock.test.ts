/**
 * The stock server against what such servers are known to answer: request, status, body. The order
 * of the rows is the order of the requests.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { packZip } from "../../src/wire/zip.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { mapping, se, sld } from "../support/estates/artefacts.ts";
import { stockServer } from "./server.ts";

// In the container that shows the message of every refusal.
const { app, state } = stockServer({ line: "3.0", container: "tomcat" });

interface Given {
  readonly type?: string;
  readonly accept?: string;
  readonly body?: string | Uint8Array;
}

type Expected = string | RegExp;
type Row = readonly [method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE", path: string, Given, number, Expected?];

async function send(method: Row[0], path: string, { type, accept, body }: Given) {
  return app.inject({
    method,
    url: `/geoserver/rest${path}`,
    headers: {
      authorization: AUTHORIZATION,
      accept: accept ?? "*/*",
      ...(type === undefined ? {} : { "content-type": type }),
    },
    ...(body === undefined ? {} : { payload: Buffer.from(body) }),
  });
}

function rows(name: string, table: readonly Row[]): void {
  test.for(table)(`${name}: %s %s`, async ([method, path, given, status, told]) => {
    const answer = await send(method, path, given);
    expect({ status: answer.statusCode, body: answer.body }).toEqual({
      status,
      body: told === undefined ? expect.anything() : asMatcher(told),
    });
    for (const conditional of ["etag", "last-modified"]) {
      if (!path.startsWith("/resource")) expect(answer.headers).not.toHaveProperty(conditional);
    }
  });
}

function asMatcher(told: Expected): unknown {
  return typeof told === "string" ? told : expect.stringMatching(told);
}

const xml = (body: string): Given => ({ type: "text/xml", body });
const json = (body: string): Given => ({ type: "application/json", body });
const none: Given = {};

/** A refusal as the container shows it. */
const page = (message: string) =>
  new RegExp(`<p><b>Message</b> ${RegExp.escape(message)}</p>[^]*Apache Tomcat`);

rows("about", [
  ["GET", "/about/version.xml", none, 200, /<resource name="GeoServer">.*<Version>3\.0-SNAPSHOT</],
  ["GET", "/about/version.json", none, 200, /"@name":"GeoServer"/],
  ["POST", "/reload", none, 200, ""],
  ["GET", "/reload", none, 405],
]);

const named = (name: string) => xml(`<workspace><name>${name}</name></workspace>`);

rows("workspaces", [
  ["GET", "/workspaces.json", none, 200, '{"workspaces":""}'],
  ["GET", "/workspaces.xml", none, 200, "<workspaces/>"],
  ["POST", "/workspaces", named("w1"), 201, "w1"],
  ["POST", "/workspaces", named("w1"), 409, page("Workspace 'w1' already exists")],
  ["POST", "/workspaces", named("default"), 409, page("Workspace 'default' already exists")],
  ["POST", "/workspaces/w1", named("w1"), 405],
  ["PUT", "/workspaces/none", named("none"), 404, page("Can't change a non existant workspace (none)")],
  ["GET", "/workspaces/none.xml", none, 404, "No such workspace: 'none' found"],
  ["GET", "/workspaces/none.xml?quietOnNotFound=true", none, 404, ""],
  ["GET", "/workspaces.json", none, 200, /^\{"workspaces":\{"workspace":\[\{"name":"w1","href":"[^"]*w1\.json"\}\]\}\}$/],
  ["GET", "/namespaces/w1.json", none, 200, /"uri":"http:\/\/w1"/],
  ["POST", "/namespaces", xml("<namespace><prefix>w2</prefix><uri>http://e.org/2</uri></namespace>"), 201, "w2"],
  ["GET", "/workspaces/w2.xml", none, 200, /<name>w2<\/name>/],
  ["POST", "/namespaces", xml("<namespace><prefix>w3</prefix><uri>http://e.org/2</uri></namespace>"), 500, /already exists/],
]);

/** Of types in the namespace of the workspace w1: a stock server looks for them in no other. */
const own = mapping(["t:Borehole", "t:Rig"]).replace("http://example.org/t<", "http://w1<");
const single = xml(own);
const zip = (entries: Readonly<Record<string, string | Uint8Array>>) =>
  packZip(new Map(Object.entries(entries).map(([path, text]) => [path, Buffer.from(text)])));
const archives = new Map<string, Uint8Array>();

beforeAll(async () => {
  archives.set("mapping", await zip({ "st.appschema": own }));
  archives.set("no mapping", await zip({ "readme.txt": "nothing" }));
  archives.set("style", await zip({ "packed.sld": sld({ name: "packed" }), "well.png": "png" }));
  archives.set("hostile", await zip({ "x.sld": '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///z">]><x>&y;</x>' }));
  archives.set("deep style", await zip({ "deep/x.sld": sld() }));
  const indexer = "Schema=*the_geom:Polygon,location:String\nCanBeEmpty=true\n";
  archives.set("empty mosaic", await zip({ "indexer.properties": indexer }));
  archives.set("mosaic", await zip({ "a.tif": "II*\0", "b.tif": "MM\0*", "c.tif": "no raster" }));
});

/** An archive, which is made before the rows run. */
const archive = (name: string): Given => ({
  type: "application/zip",
  get body() {
    return archives.get(name) ?? expect.unreachable();
  },
});

const ST = "/workspaces/w1/datastores/st";

rows("app-schema stores", [
  ["PUT", `${ST}/file.appschema?configure=all`, single, 201, ""],
  ["PUT", `${ST}/file.appschema?configure=all`, single, 201, ""],
  ["PUT", `${ST}/file.appschema?configure=all`, archive("mapping"), 201, ""],
  ["PUT", `${ST}/file.appschema?configure=none`, single, 201, ""],
  ["PUT", "/workspaces/w1/datastores/zz/file.appschema", archive("no mapping"), 400, page("Could not find appropriate appschema file in archive")],
  ["PUT", "/workspaces/w1/datastores/zz/file.appschema", { type: "application/zip", body: "garbage" }, 500, "Error occured unzipping file"],
  ["PUT", `${ST}/file.foo`, single, 400, page("Unsupported format: foo")],
  ["GET", `${ST}.xml`, none, 200, /<type>Application Schema DataAccess<.*<entry key="dbtype">app-schema</],
  ["GET", "/workspaces/w1/datastores/none.xml", none, 404, "No such datastore: w1,none"],
  ["GET", "/workspaces/none/datastores.xml", none, 404, "No such workspace : none"],
  ["GET", `${ST}/featuretypes.xml?list=all`, none, 500],
  ["DELETE", ST, none, 403, page("Unable to delete non-empty store.")],
  ["PUT", "/namespaces/w1", xml("<namespace><uri>http://e.org/x</uri></namespace>"), 200, ""],
  ["GET", `${ST}.xml`, none, 200, /<entry key="namespace">http:\/\/e\.org\/x</],
  ["DELETE", "/namespaces/w1", none, 401],
  ["DELETE", "/workspaces/w1", none, 403, page("Workspace not empty")],
  ["PUT", "/workspaces/w2/datastores/st2/file.appschema?configure=all", single, 500, /^Duplicate mappingName or targetElement/],
  ["GET", "/workspaces/w2/datastores/st2.xml", none, 200],
  ["PUT", "/workspaces/w2/datastores/broken/file.appschema", xml("<a>"), 500, "Unable to create source data store"],
  ["GET", "/workspaces/w2/datastores/broken.xml", none, 200],
  ["POST", "/security/acl/layers", xml('<rules><rule resource="w1.borehole.r">A</rule></rules>'), 200],
  ["DELETE", `${ST}?recurse=true`, none, 200, ""],
  ["GET", "/security/acl/layers.xml", none, 200, /^(?!.*borehole)/s],
  ["GET", "/resource/data/w1/st/st.appschema", none, 200, /AppSchemaDataAccess/],
]);

const entry = (name: string) =>
  xml(`<style><name>${name}</name><filename>${name}.sld</filename></style>`);
const SLD = "application/vnd.ogc.sld+xml";
const CSS = "application/vnd.geoserver.geocss+css";
const content = (body: string | Uint8Array, type = SLD): Given => ({ type, body });
const layers = (name: string) =>
  `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${name}</Name></NamedLayer><NamedLayer><Name>other</Name></NamedLayer></StyledLayerDescriptor>`;

rows("styles", [
  ["GET", "/workspaces/w2/styles.json", none, 200, '{"styles":""}'],
  ["POST", "/styles", entry("foo"), 201, "foo"],
  ["POST", "/styles", { ...entry("bar"), accept: "application/xml" }, 500, "No such style handler: format = text/xml"],
  ["POST", "/styles", entry("foo"), 500, "Style named 'foo' already exists"],
  ["POST", "/styles", xml("<style><name>x</name></style>"), 500, "Style fileName must not be null"],
  ["PUT", "/styles/foo", content(sld({ name: "foo" })), 200, ""],
  ["PUT", "/styles/foo.sld", content(sld({ name: "foo" })), 200, ""],
  ["GET", "/styles/foo.sld", none, 200, /<sld:StyledLayerDescriptor/],
  ["POST", "/styles?name=raw&raw=true", content(sld()), 201, "raw"],
  ["GET", "/styles/raw.sld", none, 200, sld()],
  ["POST", "/styles", content(sld({ name: "foo" })), 403, page("Style foo already exists.")],
  ["POST", "/styles?name=bar", content(sld()), 201, "bar"],
  ["POST", "/styles", content(layers("x").replace("<NamedLayer><Name>other</Name></NamedLayer>", "")), 201, "Default Styler"],
  ["POST", "/styles?name=newer", content(se("newer"), "application/vnd.ogc.se+xml"), 201, "newer"],
  ["GET", "/styles/newer.xml", none, 200, /<languageVersion><version>1\.1\.0</],
  ["POST", "/styles", content('<!DOCTYPE x [<!ENTITY y SYSTEM "file:///z">]><x>&y;</x>'), 500, /^org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 10; DOCTYPE is disallowed/],
  ["POST", "/styles?name=marked&raw=true", content(`\ufeff${sld()}`), 500, /columnNumber: 1; Content is not allowed in prolog\.$/],
  ["POST", "/styles?name=wide&raw=true", content(Buffer.from(`\ufeff${sld()}`, "utf16le")), 500, /Content is not allowed in prolog\.$/],
  ["POST", "/styles?name=wide&raw=true", content(Buffer.from(`\ufeff${sld()}`, "utf16le"), "application/vnd.ogc.sld+xml;charset=utf-16"), 201, "wide"],
  ["PUT", "/styles/wide?raw=true", content(`\ufeff${sld()}`), 200, ""],
  ["GET", "/styles/wide.sld", none, 200, `\ufeff${sld()}`],
  ["POST", "/styles?name=group&raw=true", content(layers("X")), 500, "Error writing style"],
  ["POST", "/styles?name=bad&raw=true", content("* { stroke black }", CSS), 500, /^Invalid input '}', expected .* \(line 1, column 18\)$/],
  ["POST", "/styles?name=bad&raw=true", content("\ufeff* { stroke: black }", CSS), 500, /^Invalid input '\ufeff'/],
  ["POST", "/styles?name=bad&raw=true", content("", CSS), 500, /^Unexpected end of input/],
  ["PUT", "/styles/wide", content("* { stroke black }", CSS), 400],
  ["PUT", "/styles/wide?raw=true", content("* { stroke black }", CSS), 200],
  ["POST", "/styles", archive("style"), 201, "packed"],
  ["GET", "/resource/styles/well.png", none, 200, "png"],
  ["POST", "/styles", archive("hostile"), 400],
  ["POST", "/styles", archive("deep style"), 500, /\(No such file or directory\)$/],
  ["POST", "/styles", archive("no mapping"), 403, page("No sld file provided:")],
  ["PUT", "/styles/foo", archive("style"), 200, ""],
  ["PUT", "/styles/nobody", archive("style"), 500, "Error processing the style"],
  ["PUT", "/styles/foo?raw=true", content("<broken"), 200, ""],
  ["PUT", "/styles/foo", content(layers("X")), 400, page("Invalid style:No layer or layer group named 'X' found in the catalog")],
  ["POST", "/styles?name=sheet", content("* { stroke: red; }", CSS), 201, "sheet"],
  ["GET", "/styles/sheet.sld", none, 200, /StyledLayerDescriptor/],
  ["GET", "/styles/sheet.css", none, 200, "* { stroke: red; }"],
  ["GET", "/styles/none.xml", none, 404, "No such style: none"],
  ["GET", "/workspaces/w1/styles/foo.xml", none, 404, "No such style foo in workspace w1"],
  ["PUT", "/styles/foo", content("x", "application/x-unknown"), 400, page("Invalid style:No such style handler: format = application/x-unknown")],
  ["POST", "/styles", content("x", "application/x-unknown"), 500, "No such style handler: format = application/x-unknown"],
  ["DELETE", "/styles/foo", none, 200, ""],
  ["HEAD", "/resource/styles/foo.sld", none, 404, ""],
  ["GET", "/resource/styles/foo.sld.bak?operation=metadata&format=xml", none, 200, /<type>resource</],
  ["DELETE", "/styles/bar?purge=true", none, 200, ""],
  ["PUT", "/resource/styles/bar.sld", { body: "left over", type: "text/plain" }, 201, ""],
  ["POST", "/styles?name=bar", content(sld()), 403, page("Style resource bar.sld already exists.")],
  ["DELETE", "/styles/polygon", none, 500, "Unable to delete a default style"],
  ["DELETE", "/styles/none", none, 404, "Style none not found"],
  ["GET", "/workspaces/none/layers.json", none, 200, '{"layers":""}'],
]);

const CS = "/workspaces/w1/coveragestores/rain";
const COVERAGE = `${CS}/coverages/rain`;
const RELIEF = "/workspaces/w1/coveragestores/relief";
const path = (body: string): Given => ({ type: "text/plain", body });

describe("mosaics", () => {
  beforeAll(() => {
    state.disk.add("/srv/rain/20240101.tif");
    state.disk.add("/srv/rain/20240102.tif");
  });

  rows("mosaics", [
    ["PUT", `${CS}/file.imagemosaic?configure=none`, archive("empty mosaic"), 201, ""],
    ["GET", `${CS}/coverages.xml?list=all`, none, 500, "Error getting coverages from coverage reader."],
    ["POST", `${CS}/external.imagemosaic`, path("/srv/rain/20240101.tif"), 500, /^Failed to create reader from file:data\/w1\/rain and hints/],
    ["PUT", `${CS}/file.imagemosaic`, archive("empty mosaic"), 500, "Could not acquire reader for coverage."],
    ["PUT", `${CS}/file.imagemosaic?configure=none`, archive("mosaic"), 201, ""],
    ["POST", `${CS}/external.imagemosaic`, path("/srv/rain/20240101.tif"), 202, ""],
    ["POST", `${CS}/external.imagemosaic`, path("/srv/rain/"), 202, ""],
    ["POST", `${CS}/external.imagemosaic`, path("file:///srv/rain/20240101.tif"), 400, page("Failed to locate the input file file:///srv/rain/20240101.tif")],
    ["POST", `${CS}/external.imagemosaic`, path("/none.tif"), 500, "Error while storing uploaded file:"],
    ["GET", `${CS}/coverages.json`, none, 200, '{"coverages":""}'],
    ["GET", `${CS}/coverages.xml?list=all`, none, 200, "<list><coverageName>rain</coverageName></list>"],
    ["POST", `${CS}/coverages`, xml("<coverage><nativeCoverageName>snow</nativeCoverageName><name>snow</name></coverage>"), 500, "The specified coverageName is unavailable"],
    ["POST", `${CS}/coverages`, xml("<coverage><name>rain</name></coverage>"), 500, "Resource native name must not be null"],
    ["POST", `${CS}/coverages`, xml("<coverage><nativeCoverageName>rain</nativeCoverageName><name>rain</name></coverage>"), 201, "rain"],
    ["POST", `${CS}/coverages`, xml("<coverage><name>rain</name><enabled>true</enabled></coverage>"), 500, "Resource named 'rain' already exists in store: 'rain'"],
    ["GET", `${COVERAGE}/index.xml`, none, 200, /(?:<Attribute>.*){2}href="[^"]*granules\.xml"/],
    ["GET", `${COVERAGE}/index/granules.xml?limit=1`, none, 200, /^(?!.*featureMember.*featureMember.*featureMember).*<gf:rain fid="rain\.\d/],
    ["GET", `${COVERAGE}/index/granules.xml?offset=-1`, none, 400, page("Invalid offset value: -1")],
    ["GET", `${COVERAGE}/index/granules.xml?filter=x+y`, none, 400, /Invalid cql syntax/],
    ["GET", `${COVERAGE}/index/granules/rain.99.xml`, none, 404, /^Could not find a granule with id rain\.99/],
    ["GET", `${COVERAGE}/index/granules/rain.99.xml?quietOnNotFound=true`, none, 404, ""],
    ["DELETE", `${COVERAGE}/index/granules.xml?filter=location='/srv/rain/20240102.tif'`, none, 200, ""],
    ["DELETE", `${COVERAGE}/index/granules.xml?filter=INCLUDE&purge=some`, none, 400, /Invalid purge value some/],
    ["DELETE", `${COVERAGE}/index/granules/rain.99.xml`, none, 200, ""],
    ["DELETE", `${COVERAGE}/index/granules.xml`, none, 200, ""],
    ["GET", `${COVERAGE}/index/granules.json`, none, 200, /"features":\[\]/],
    ["DELETE", COVERAGE, none, 403, page("coverage referenced by layer(s)")],
    ["DELETE", CS, none, 401, page("coveragestore not empty")],
    ["DELETE", `${CS}?recurse=true&purge=all`, none, 200, ""],
    ["GET", "/resource/data/w1/rain?operation=metadata&format=xml", none, 200, /<type>undefined</],
    ["PUT", "/workspaces/w1/coveragestores/snow/file.imagemosaic", archive("mosaic"), 201, /<coverageStore><name>snow</],
    ["GET", "/workspaces/w1/coveragestores/snow/coverages/snow/index/granules.json", none, 200, /^(?!.*c\.tif).*a\.tif/],
    ["PUT", "/workspaces/w1/coveragestores/snow/file.sheet", archive("mosaic"), 400, /Unsupported format: sheet/],
    ["POST", "/workspaces/w1/coveragestores/none/file.imagemosaic", archive("mosaic"), 404, "No such coverage store: w1,none"],
    ["POST", "/workspaces/w1/coveragestores", xml("<coverageStore><name>relief</name><type>GeoTIFF</type></coverageStore>"), 500, "Store must be part of a workspace"],
    ["POST", "/workspaces/w1/coveragestores", xml("<coverageStore><name>relief</name><type>GeoTIFF</type><workspace>w1</workspace><url>file:relief.tif</url></coverageStore>"), 201, "relief"],
    ["POST", "/workspaces/w1/coveragestores/relief/file.geotiff", path("x"), 405],
    ["POST", `${RELIEF}/coverages`, xml(`<coverage><name>one</name><nativeBoundingBox><minx>7</minx><maxx>8</maxx><miny>7</miny><maxy>8</maxy></nativeBoundingBox></coverage>`), 201, "one"],
    ["POST", `${RELIEF}/coverages`, xml("<coverage><name>two</name><srs>EPSG:4326</srs></coverage>"), 201, "two"],
    ["GET", `${RELIEF}/coverages/one.xml`, none, 200, /<minx>7/],
    ["GET", "/workspaces/w1/coveragestores/relief.xml", none, 200, /<enabled>false</],
  ]);
});

const change = (before: string, after: string) =>
  xml(
    `<masterPassword><oldMasterPassword>${before}</oldMasterPassword><newMasterPassword>${after}</newMasterPassword></masterPassword>`,
  );
const KEYSTORE = "a keystore password for tests";

rows("security", [
  ["GET", "/security/masterpw.xml", none, 200, /<oldMasterPassword>a keystore password for tests</],
  ["PUT", "/security/masterpw.xml", change(KEYSTORE, KEYSTORE), 422, page("Cannot change master password")],
  ["PUT", "/security/masterpw.xml", change(KEYSTORE, "short"), 422],
  ["PUT", "/security/masterpw.xml", change("another one", "long enough for it"), 422],
  ["PUT", "/security/masterpw.xml", xml("<masterPassword/>"), 400],
  ["GET", "/security/acl/catalog.json", none, 200, '{"mode":"HIDE"}'],
  ["PUT", "/security/acl/catalog", xml("<catalog><mode>MIXED</mode></catalog>"), 200, ""],
  ["PUT", "/security/acl/catalog", xml("<catalog><modee>X</modee></catalog>"), 404],
  ["PUT", "/security/acl/catalog", xml("<catalog><mode>IAMINVALID</mode></catalog>"), 422],
  ["PUT", "/security/acl/catalog", xml("<!DOCTYPE x><catalog/>"), 400],
  ["GET", "/security/acl/layers.json", none, 200, /"\*\.\*\.r":"\*"/],
  ["POST", "/security/acl/layers.xml", xml('<rules><rule resource="w1.*.r">A,B</rule><rule resource="w1.*.w">A</rule></rules>'), 200, ""],
  ["POST", "/security/acl/layers.xml", xml('<rules><rule resource="w1.*.r">C</rule><rule resource="w2.*.r">C</rule></rules>'), 409, page("Already existing rules: w1.*.r")],
  ["GET", "/security/acl/layers.xml", none, 200, /^(?!.*w2)/s],
  ["PUT", "/security/acl/layers.json", json('{"w2.*.r":"C"}'), 409, page("Unknown rules: w2.*.r")],
  ["PUT", "/security/acl/layers.json", json('{"w1.*.r":"C"}'), 200, ""],
  ["DELETE", "/security/acl/layers/w1.*.r", none, 200, ""],
  ["DELETE", "/security/acl/layers/w1.*.r", none, 404, "Rule not found: w1.*.r"],
  ["POST", "/security/acl/layers", xml('<rules><rule resource="a.b.x">A</rule></rules>'), 422, page("Unknown access mode x in a.b.x")],
  ["POST", "/security/acl/layers", xml('<rules><rule resource="*.b.r">A</rule></rules>'), 422, /when namespace is \* then also layer must be \*/],
  ["DELETE", "/security/acl/layers", none, 500],
  ["DELETE", "/security/acl/layers/*.*.r", none, 200],
  ["DELETE", "/security/acl/layers/*.*.w", none, 200],
  ["DELETE", "/security/acl/layers/w1.*.w", none, 200],
  ["GET", "/security/acl/layers.json", none, 200, "{}"],
  ["POST", "/reload", none, 200, ""],
  ["GET", "/security/acl/layers.json", none, 200, "{}"],
]);

rows("accounts", [
  ["POST", "/security/roles/role/R", none, 201, ""],
  ["POST", "/security/roles/role/R", none, 400, page("Role Rest Request failed with IllegalArgumentException:\nCheck the logs for further details")],
  ["POST", "/security/usergroup/users", xml("<user><userName>ann</userName><password>a secret word</password></user>"), 500, 'Cannot invoke "java.lang.Boolean.booleanValue()" because "this.enabled" is null'],
  ["POST", "/security/usergroup/users", xml("<user><userName>ann</userName><password>a secret word</password><enabled>true</enabled></user>"), 201, ""],
  ["GET", "/security/usergroup/users.json", none, 200, /\{"enabled":true,"password":null,"userName":"ann"\}/],
  ["GET", "/security/usergroup/users.xml", none, 200, /^(?!.*secret).*<userName>ann</],
  ["POST", "/security/roles/role/R/user/ann", none, 200, ""],
  ["POST", "/security/usergroup/user/ann", xml("<user><enabled>false</enabled></user>"), 200, ""],
  ["DELETE", "/security/usergroup/user/ann", none, 200, ""],
  ["DELETE", "/security/usergroup/user/ann", none, 400, page("User Rest Request failed with IllegalArgumentException:\nCheck the logs for further details")],
  ["GET", "/security/roles/user/ann.xml", none, 200, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><roles><role>R</role></roles>'],
  ["DELETE", "/security/roles/role/none", none, 400],
]);

const db = (password: string) =>
  xml(
    `<dataStore><name>db</name><nonsense>1</nonsense><connectionParameters><entry key="dbtype">postgis</entry><entry key="host">db.example.org</entry><entry key="passwd">${password}</entry></connectionParameters></dataStore>`,
  );
const group = "<layerGroup><name>g</name><publishables><published>w1:ways</published></publishables></layerGroup>";

rows("documents", [
  ["POST", "/workspaces/w1/datastores", db("word"), 201, "db"],
  ["POST", "/workspaces/w1/datastores", db("word"), 500, "Store 'db' already exists in workspace 'w1'"],
  ["GET", "/workspaces/w1/datastores/db.xml", none, 200, /^(?!.*(?:word|nonsense)).*"passwd">crypt1:/],
  ["POST", "/workspaces/w1/datastores/db/featuretypes", xml("<featureType><name>ways</name></featureType>"), 201, ""],
  ["PUT", "/workspaces/w1/datastores/db/featuretypes/ways", xml("<featureType><title>Ways</title></featureType>"), 200, ""],
  ["GET", "/workspaces/w1/featuretypes/ways.xml", none, 200, /<title>Ways<.*<srs>EPSG:4326</],
  ["DELETE", "/workspaces/w1/datastores/db/featuretypes/ways", none, 403, page("feature type referenced by layer(s)")],
  ["GET", "/workspaces/nowhere/featuretypes/ways.xml", none, 200, /<namespace><name>w1</],
  ["GET", "/workspaces/nowhere/datastores/db/featuretypes/ways.xml", none, 404],
  ["POST", "/layergroups", xml(group), 201, "g"],
  ["POST", "/layergroups", xml(group.replace("w1:ways", "w1:none").replace(">g<", ">h<")), 500, 'Cannot invoke "java.util.List.get(int)" because "styles" is null'],
  ["PUT", "/layergroups/g", xml("<layerGroup><styles><style/></styles></layerGroup>"), 200, ""],
  ["GET", "/layergroups/g.xml", none, 200, /<styles><styleUnable to marshal reference with no id or name\.$/],
  ["GET", "/layergroups/g.json", none, 500, "Unable to marshal reference with no id or name."],
  ["PUT", "/layergroups/g", json('{"layerGroup":{"styles":{"style":[""]}}}'), 200, ""],
  ["GET", "/layergroups/g.xml", none, 200, /<styles><style\/><\/styles>.*<bounds>/],
  ["PUT", "/layergroups/none", xml("<layerGroup/>"), 500],
  ["DELETE", "/workspaces/w1/datastores/db/featuretypes/ways?recurse=true", none, 500, "Unable to delete layer referenced by layer group 'g'"],
  ["PUT", "/layers/w1:ways", xml("<layer><defaultStyle><name>none</name></defaultStyle></layer>"), 200, ""],
  ["GET", "/layers/w1:ways.xml", none, 200, /<defaultStyle class="dynamic-proxy"Unable to marshal reference with no id or name\.$/],
  ["GET", "/layers/w1:ways.json", none, 500, "Unable to marshal reference with no id or name."],
  ["PUT", "/layers/w1:ways", xml("<layer><defaultStyle><name>polygon</name></defaultStyle></layer>"), 200, ""],
  ["GET", "/layers/w1:ways.xml", none, 200, /^(?!.*<enabled>).*<defaultStyle><name>polygon</],
  ["DELETE", "/layers/w1:ways?recurse=true", none, 200, ""],
  ["GET", "/layergroups/g.xml", none, 404, "No such layer group g"],
  ["DELETE", "/layergroups/g", none, 500],
  ["DELETE", "/workspaces/w1?recurse=true", none, 200, ""],
  ["GET", "/workspaces/w1.xml", none, 404],
]);

describe("what no row says", () => {
  test("without credentials", async () => {
    const answer = await app.inject({ url: "/rest/workspaces" });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('Basic realm="GeoServer Realm"');
  });

  test("a conflict with the status of missing credentials asks for none", async () => {
    await send("POST", "/workspaces", named("w9"));
    await send("POST", "/workspaces/w9/datastores", db("word"));
    await send("POST", "/workspaces/w9/datastores/db/featuretypes", xml("<featureType><name>a</name></featureType>"));
    const answer = await send("DELETE", "/namespaces/w9", none);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers).not.toHaveProperty("www-authenticate");
  });

  test("a password is another text each time, and is read back", async () => {
    const at = "/workspaces/w9/datastores/db";
    const shown = async () =>
      /"passwd">(crypt1:[^<]*)/.exec((await send("GET", `${at}.xml`, none)).body)?.[1] ?? "";
    const [one, other] = [await shown(), await shown()];
    expect(one).not.toBe(other);
    await send("PUT", at, db(one));
    expect(state.dataStores.get("w9:db")?.parameters.get("passwd")).toBe("word");
  });

  test("lists come in another order each time", async () => {
    const seen = new Set<string>();
    for (let time = 0; time < 12; time++) seen.add((await send("GET", "/styles.xml", none)).body);
    expect(seen.size).toBeGreaterThan(1);
  });

  test("what follows a dot is a suffix, whatever it is", async () => {
    await send("POST", "/styles?name=road&raw=true", content(sld()));
    await send("POST", "/styles?name=road.v2&raw=true", content(sld()));
    expect((await send("DELETE", "/styles/road.v2", none)).statusCode).toBe(200);
    expect([state.styles.has(":road"), state.styles.has(":road.v2")]).toEqual([false, true]);
    expect((await send("GET", "/styles/road.v2.xml", none)).statusCode).toBe(200);
  });

  test("default installations refuse what is encoded twice", async () => {
    const guarded = stockServer({ firewall: true, container: "tomcat" }).app;
    const answer = await guarded.inject({
      method: "DELETE",
      url: "/rest/security/acl/rest/%252F**%253AGET",
      headers: { authorization: AUTHORIZATION },
    });
    expect([answer.statusCode, answer.body]).toEqual([500, expect.stringContaining("potentially malicious")]);
  });
});
