/** Renames to a name that something has kept, or that something of another sort has. */
import { contract, get, post, put } from "./harness.ts";

const XML = "text/xml";
const JSON_TYPE = "application/json";
const tiles = (name: string, format: string) => ({
  method: "PUT",
  path: `/gwc/rest/layers/w:${name}.xml`,
  headers: { "content-type": XML },
  body: `<GeoServerLayer><name>w:${name}</name><enabled>true</enabled><mimeFormats><string>image/${format}</string></mimeFormats><gridSubsets><gridSubset><gridSetName>EPSG:4326</gridSetName></gridSubset></gridSubsets></GeoServerLayer>`,
});

contract("renames", [
  { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>w</name></workspace>"), answer: { status: 201 } },
  { name: "a store", request: post("/workspaces/w/datastores", XML, '<dataStore><name>db</name><connectionParameters><entry key="dbtype">postgis</entry></connectionParameters></dataStore>'), answer: { status: 201 } },
  ...["ways", "lakes"].map((name) => ({ name: `a feature type ${name}`, request: post("/workspaces/w/datastores/db/featuretypes", XML, `<featureType><name>${name}</name></featureType>`), answer: { status: 201 } })),
  { name: "a group", request: post("/workspaces/w/layergroups", XML, '<layerGroup><name>net</name><publishables><published type="layer"><name>w:lakes</name></published></publishables></layerGroup>'), answer: { status: 201 } },
  { name: "tiles of the layer", request: tiles("ways", "png"), answer: { status: 200 }, foreign: false },
  { name: "tiles of the group", request: tiles("net", "gif"), answer: { status: 200 }, foreign: false },
  { name: "the layer gets the name of the group", request: put("/workspaces/w/datastores/db/featuretypes/ways", XML, "<featureType><name>net</name></featureType>"), answer: { status: 200 }, foreign: false },
  { name: "and keeps its tiles", request: { method: "GET", path: "/gwc/rest/layers/w:net.xml" }, answer: { status: 200, text: /image\/png/, without: /image\/gif/ }, foreign: false },
  { name: "rules, one for a workspace that is not there", request: post("/security/acl/layers.json", JSON_TYPE, '{"w.*.r":"OWN","v.*.r":"LEFT","u.*.r":"OTHER"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } }, foreign: false },
  { name: "its name for the workspace", request: put("/workspaces/w", XML, "<workspace><name>v</name></workspace>"), answer: { status: 200 }, foreign: false },
  { name: "whose rules follow", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"u\.\*\.r":"OTHER","v\.\*\.r":"OWN"/, without: /LEFT|w\.\*/ }, foreign: false },
  { name: "rules in the case of other names", request: post("/security/acl/layers.json", JSON_TYPE, '{"V.other.r":"UPPER","v.Lakes.r":"LAKES"}'), answer: { documented: { status: 201 }, geoserver: { status: 200 } }, foreign: false },
  { name: "that case for the layer", request: put("/workspaces/v/datastores/db/featuretypes/lakes", XML, "<featureType><name>Lakes</name></featureType>"), answer: { status: 200 }, foreign: false },
  { name: "and for the workspace", request: put("/workspaces/v", XML, "<workspace><name>V</name></workspace>"), answer: { status: 200 }, foreign: false },
  { name: "whose rules are there", request: get("/security/acl/layers.json"), answer: { status: 200, text: /"V\.Lakes\.r":"LAKES","V\.other\.r":"UPPER"/ }, foreign: false },
]);
