/** Pairs of commands that do not commute, and the catalog over which each pair is sent. */
import { sld } from "../support/estates/artefacts.ts";

/** A request of the administrator; its path begins below `/rest`. */
export type Sent = readonly [method: string, path: string, body?: string];

export type Pair = readonly [Sent, Sent];

const named = (noun: string, name: string, more = "") =>
  `<${noun}><name>${name}</name>${more}</${noun}>`;
const workspace = (name: string) => named("workspace", name);
const group = (name: string, kind: string, member: string, style = "") =>
  named(
    "layerGroup",
    name,
    `<publishables><published type="${kind}"><name>${member}</name></published></publishables>
     <styles>${style === "" ? "<style/>" : named("style", style)}</styles>`,
  );
const namespace = (prefix: string, uri: string) =>
  `<namespace><prefix>${prefix}</prefix><uri>http://example.org/${uri}</uri></namespace>`;
const account = (name: string) =>
  `<user><userName>${name}</userName><password>p</password><enabled>true</enabled></user>`;
const drawn = (style: string) =>
  `<layer><defaultStyle><name>${style}</name></defaultStyle></layer>`;
const tiles = (more: string) =>
  `<GeoServerLayer><name>w:roads</name><enabled>true</enabled>${more}</GeoServerLayer>`;
const blobs = (id: string) =>
  `<FileBlobStore><id>${id}</id><baseDirectory>/srv/${id}</baseDirectory></FileBlobStore>`;
const grid = `<gridSet><name>own</name><srs><number>4326</number></srs><extent><coords><double>-180</double><double>-90</double>
  <double>180</double><double>90</double></coords></extent><levels>3</levels></gridSet>`;
const red = sld({ colour: "#ff0000" });
const blue = sld({ colour: "#0000ff" });

const [STORE, TYPES] = ["/workspaces/w/datastores/st", "/workspaces/w/datastores/st/featuretypes"];
const [USERS, ROLES] = ["/security/usergroup", "/security/roles"];
const RULES = "/security/acl/layers.json";
const CACHE = "/gwc/rest";

/** What makes the catalog. */
export const ground: readonly Sent[] = [
  ["POST", "/workspaces", workspace("w")],
  ["POST", "/namespaces", namespace("v", "v")],
  ["POST", "/workspaces/w/datastores", named("dataStore", "st")],
  ["POST", "/workspaces/w/datastores", named("dataStore", "bare")],
  ["POST", TYPES, named("featureType", "roads")],
  ["POST", "/workspaces/w/wmsstores", named("wmsStore", "maps")],
  ["POST", "/styles?name=s", red],
  ["POST", "/workspaces/w/styles?name=own", red],
  ["POST", "/layergroups", group("g", "layer", "w:roads")],
  ["POST", "/layergroups", group("h", "layer", "w:roads")],
  ["POST", `${USERS}/users`, account("ann")],
  ["POST", `${USERS}/group/staff`],
  ["POST", `${ROLES}/role/R`],
  ["POST", RULES, '{"*.*.r":"*","w.*.r":"R","v.*.r":"R"}'],
  ["PUT", "/resource/d/a.txt", "one"],
  ["PUT", `${CACHE}/gridsets/own`, grid],
  ["PUT", `${CACHE}/blobstores/b`, blobs("b")],
];

/** By what they are about; each names objects of the catalog, or new ones that are called `x`. */
export const pairs: Readonly<Record<string, Pair>> = {
  "a style goes, a layer is drawn by it": [
    ["DELETE", "/styles/s?purge=true"],
    ["PUT", "/layers/w:roads", drawn("s")],
  ],
  "a style goes from where it is used, a layer is drawn by it": [
    ["DELETE", "/styles/s?recurse=true"],
    ["POST", "/layers/w:roads/styles?default=true", named("style", "s")],
  ],
  "a style goes, a group has it": [
    ["DELETE", "/styles/s"],
    ["POST", "/layergroups", group("x", "layer", "w:roads", "s")],
  ],
  "a style gets another name, a layer is drawn by it": [
    ["PUT", "/styles/s", named("style", "x")],
    ["PUT", "/layers/w:roads", drawn("s")],
  ],
  "a style gets content, and goes": [
    ["PUT", "/styles/s", blue],
    ["DELETE", "/styles/s?purge=true"],
  ],
  "a style gets content by both of its doors": [
    ["PUT", "/styles/s", blue],
    ["DELETE", "/resource/styles/s.sld"],
  ],
  "a style gets the name of one that is made": [
    ["PUT", "/styles/s", named("style", "x")],
    ["POST", "/styles?name=x", blue],
  ],
  "two styles of one name": [
    ["POST", "/styles?name=x", red],
    ["POST", "/styles?name=x", blue],
  ],
  "an empty workspace goes, a store is made in it": [
    ["DELETE", "/workspaces/v"],
    ["POST", "/workspaces/v/datastores", named("dataStore", "x")],
  ],
  "a workspace goes with all in it, a style is made in it": [
    ["DELETE", "/workspaces/w?recurse=true"],
    ["POST", "/workspaces/w/styles?name=x", red],
  ],
  "a namespace goes, its workspace gets settings": [
    ["DELETE", "/namespaces/v"],
    ["PUT", "/services/wms/workspaces/v/settings", named("wms", "WMS")],
  ],
  "a workspace goes, another one gets its URI": [
    ["DELETE", "/workspaces/v"],
    ["PUT", "/namespaces/w", namespace("w", "v")],
  ],
  "a workspace goes, and is the default": [
    ["DELETE", "/workspaces/v"],
    ["PUT", "/workspaces/default", workspace("v")],
  ],
  "two workspaces get one name": [
    ["PUT", "/workspaces/w", workspace("x")],
    ["PUT", "/workspaces/v", workspace("x")],
  ],
  "a workspace and a namespace of one name": [
    ["POST", "/workspaces", workspace("x")],
    ["POST", "/namespaces", namespace("x", "other")],
  ],
  "two namespaces of one URI": [
    ["POST", "/namespaces", namespace("x", "same")],
    ["POST", "/namespaces", namespace("y", "same")],
  ],
  "a workspace gets another name, a store is made in it": [
    ["PUT", "/workspaces/v", workspace("x")],
    [
      "POST",
      "/workspaces/v/coveragestores",
      named("coverageStore", "x", "<workspace>v</workspace>"),
    ],
  ],
  "a workspace gets the name of one that is made": [
    ["PUT", "/workspaces/w", workspace("x")],
    ["POST", "/workspaces", workspace("x")],
  ],
  "a workspace gets another name, a group has a layer of it": [
    ["PUT", "/workspaces/w", workspace("x")],
    ["POST", "/layergroups", group("x", "layer", "w:roads")],
  ],
  "a workspace gets another name, rules change": [
    ["PUT", "/workspaces/w", workspace("x")],
    ["PUT", RULES, '{"w.*.r":"ROLE_B"}'],
  ],
  "an empty store goes, a type is made in it": [
    ["DELETE", "/workspaces/w/datastores/bare"],
    ["POST", "/workspaces/w/datastores/bare/featuretypes", named("featureType", "x")],
  ],
  "a store goes with all in it, a group has a layer of it": [
    ["DELETE", `${STORE}?recurse=true`],
    ["PUT", "/layergroups/g", group("g", "layer", "w:roads", "s")],
  ],
  "a layer of one name in two stores": [
    ["POST", TYPES, named("featureType", "x")],
    ["POST", "/workspaces/w/wmsstores/maps/wmslayers", named("wmsLayer", "x")],
  ],
  "a layer gets another name, its tiles are set": [
    ["PUT", `${TYPES}/roads`, named("featureType", "x")],
    ["PUT", `${CACHE}/layers/w:roads`, tiles("<gutter>7</gutter>")],
  ],
  "a layer goes, its tiles too": [
    ["DELETE", "/layers/w:roads?recurse=true"],
    ["DELETE", `${CACHE}/layers/w:roads`],
  ],
  "a grid set goes, tiles have it": [
    ["DELETE", `${CACHE}/gridsets/own`],
    [
      "PUT",
      `${CACHE}/layers/w:roads`,
      tiles("<gridSubsets><gridSubset><gridSetName>own</gridSetName></gridSubset></gridSubsets>"),
    ],
  ],
  "a blob store goes, tiles are kept in it": [
    ["DELETE", `${CACHE}/blobstores/b`],
    ["PUT", `${CACHE}/layers/w:roads`, tiles("<blobStoreId>b</blobStoreId>")],
  ],
  "two groups, each in the other": [
    ["PUT", "/layergroups/g", group("g", "layerGroup", "h")],
    ["PUT", "/layergroups/h", group("h", "layerGroup", "g")],
  ],
  "an account goes, and gets a role": [
    ["DELETE", `${USERS}/user/ann`],
    ["POST", `${ROLES}/role/R/user/ann`],
  ],
  "a group of accounts goes, and gets a member": [
    ["DELETE", `${USERS}/group/staff`],
    ["POST", `${USERS}/user/ann/group/staff`],
  ],
  "a role goes, and is given": [
    ["DELETE", `${ROLES}/role/R`],
    ["POST", `${ROLES}/role/R/user/ann`],
  ],
  "a role goes, and is made": [
    ["DELETE", `${ROLES}/role/R`],
    ["POST", `${ROLES}/role/R`],
  ],
  "two accounts of one name": [
    ["POST", `${USERS}/users`, account("x")],
    ["POST", `${USERS}/users`, account("x")],
  ],
  "rules are replaced, one of them goes": [
    ["POST", RULES, '{"v.*.r":"ROLE_B","w.*.w":"R"}'],
    ["DELETE", "/security/acl/layers/w.*.r"],
  ],
  "rules are replaced, one of them changes": [
    ["POST", RULES, '{"v.*.r":"ROLE_B"}'],
    ["PUT", RULES, '{"w.*.r":"ROLE_C"}'],
  ],
  "a rule changes twice": [
    ["PUT", RULES, '{"w.*.r":"ROLE_B","*.*.r":"ROLE_B"}'],
    ["PUT", RULES, '{"w.*.r":"ROLE_C","v.*.r":"ROLE_C"}'],
  ],
  "a mode twice": [
    ["PUT", "/security/acl/catalog", "<catalog><mode>HIDE</mode></catalog>"],
    ["PUT", "/security/acl/catalog", "<catalog><mode>MIXED</mode></catalog>"],
  ],
  "a folder goes, a file is put into it": [
    ["DELETE", "/resource/d"],
    ["PUT", "/resource/d/x.txt", "two"],
  ],
  "a folder is moved, a file is put into it": [
    ["PUT", "/resource/x?operation=move", "d"],
    ["PUT", "/resource/d/x.txt", "two"],
  ],
  "a file where a folder comes to be": [
    ["PUT", "/resource/x", "one"],
    ["PUT", "/resource/x/y", "two"],
  ],
  "a file goes, and is copied": [
    ["DELETE", "/resource/d/a.txt"],
    ["PUT", "/resource/x.txt?operation=copy", "d/a.txt"],
  ],
};
