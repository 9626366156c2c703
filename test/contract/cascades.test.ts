/** Cascaded stores and their layers, which ask no other server. */
import { contract, del, get, post, put } from "./harness.ts";
import { by228 } from "./rows.ts";

const XML = "text/xml";
const JSON_TYPE = "application/json";
const CAPABILITIES = "http://maps.example/wms?service=WMS&amp;version=1.3.0&amp;request=GetCapabilities";

/** The tables of maps and of tiles are the same but for names. */
const services = [
  { service: "wms", layers: "wmslayers" },
  { service: "wmts", layers: "layers" },
] as const;

for (const { service, layers } of services) {
  const STORES = `/workspaces/sf/${service}stores`;
  const OWN = `/workspaces/sf/${service}layers`;
  const [storeRoot, layerRoot] = [`${service}Store`, `${service}Layer`];
  const store = (content: string) => `<${storeRoot}>${content}</${storeRoot}>`;
  const layer = (content: string) => `<${layerRoot}>${content}</${layerRoot}>`;
  const headers = "(?:<headerName>h</headerName><headerValue>crypt1:[^<]+</headerValue><authKey>crypt1:[^<]+</authKey>)";
  const times = "<maxConnections>9</maxConnections><readTimeout>11</readTimeout><connectTimeout>30</connectTimeout>";
  const inOrder = service === "wms" ? `${headers}${times}` : `${times}${headers}`;

  contract(`cascaded ${service} stores`, [
    { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>sf</name></workspace>"), answer: { status: 201 } },
    { name: "none yet", request: get(`${STORES}.json`), answer: { documented: { status: 200, json: { [`${storeRoot}s`]: { [storeRoot]: [] } } }, geoserver: { status: 200, json: { [`${storeRoot}s`]: "" } } } },
    { name: "of a missing workspace", request: get(`/workspaces/none/${service}stores.json`), answer: { documented: { status: 404, text: "No such workspace : none" }, geoserver: { status: 200, json: { [`${storeRoot}s`]: "" } } } },
    { name: "a missing store", request: get(`${STORES}/none.xml`), answer: { status: 404, text: `No such ${service} store: sf,none` } },
    { name: "a missing store as a page", request: get(`${STORES}/none.html`), answer: { status: 404, text: `No such ${service} store: sf,none` } },
    { name: "a missing store, quietly", request: get(`${STORES}/none.xml?quietOnNotFound=true`), answer: { status: 404, text: "" } },
    { name: "create", request: post(STORES, XML, store(`<name>n</name><capabilitiesURL>${CAPABILITIES}</capabilitiesURL>`)), answer: { status: 201, text: "n", headers: { "content-type": /^text\/plain/, location: `BASE${STORES}/n` } } },
    { name: "is enabled, with usual numbers and no type", request: get(`${STORES}/n.xml`), answer: {
      status: 200,
      text: new RegExp(`^<${storeRoot}><name>n</name><enabled>true</enabled><workspace><name>sf</name><atom:link [^>]*/></workspace><__default>false</__default><dateCreated>[^<]*</dateCreated><disableOnConnFailure>false</disableOnConnFailure><capabilitiesURL>http://maps.example/wms\\?service=WMS&amp;version=1.3.0&amp;request=GetCapabilities</capabilitiesURL><maxConnections>6</maxConnections><readTimeout>60</readTimeout><connectTimeout>30</connectTimeout><${layers}><atom:link [^>]*href="[^"]*/n/${layers}.xml"[^>]*/></${layers}></${storeRoot}>$`),
    } },
    { name: "in JSON, numbers are numbers", request: get(`${STORES}/n.json`), answer: { status: 200, text: new RegExp(`"maxConnections":6,"readTimeout":60,"connectTimeout":30,"${layers}":"[^"]*/n/${layers}.json"`) } },
    { name: "create again", request: post(STORES, XML, store("<name>n</name>")), answer: { documented: { status: 409, text: "Store 'n' already exists in workspace 'sf'" }, geoserver: { status: 500, text: "Store 'n' already exists in workspace 'sf'" } } },
    { name: "a data store of that name", request: post("/workspaces/sf/datastores", XML, "<dataStore><name>n</name></dataStore>"), answer: { documented: { status: 409 }, geoserver: { status: 500 } } },
    { name: "a mapping into it", request: put("/workspaces/sf/datastores/n/file.appschema", XML, "<a/>"), answer: { documented: { status: 409, text: `Store 'n' exists and is a cascaded ${service.toUpperCase()} store` }, geoserver: { status: 500 } }, foreign: false },
    { name: "without a name", request: post(STORES, XML, store("<capabilitiesURL>http://a</capabilitiesURL>")), answer: { documented: { status: 400 }, geoserver: { status: 500, text: "Store name must not be null" } } },
    { name: "into a missing workspace", request: post(`/workspaces/none/${service}stores`, XML, store("<name>q</name>")), answer: { documented: { status: 404, text: "No such workspace : none" }, geoserver: { status: 500, text: "Store must be part of a workspace" } } },
    { name: "another workspace in the body", request: post(STORES, XML, store("<name>q</name><workspace><name>topp</name></workspace>")), answer: { status: 403, text: "Expected workspace sf but client specified topp" }, foreign: false },
    { name: "no number", request: put(`${STORES}/n`, XML, store("<readTimeout>soon</readTimeout>")), answer: { documented: { status: 400, text: /readTimeout/ }, geoserver: { status: 500 } } },
    { name: "change some fields", request: put(`${STORES}/n`, XML, store("<user>me</user><password>hunter2</password><headerName>h</headerName><headerValue>hunter3</headerValue><authKey>hunter4</authKey><maxConnections>9</maxConnections><readTimeout>11</readTimeout>")), answer: { status: 200, text: "" } },
    { name: "nothing secret is shown", request: get(`${STORES}/n.xml`), answer: { status: 200, text: new RegExp(`<user>me</user><password>crypt1:[^<]+</password>${inOrder}<`), without: /hunter/ }, foreign: false },
    { name: "from then on it says whether connections are shared, or not", request: get(`${STORES}/n.xml`), answer: { documented: { status: 200, without: /<metadata>/ }, geoserver: { status: 200, text: /<metadata><entry key="useConnectionPooling">true<\/entry><\/metadata><__default>/ } } },
    { name: "numbers below one are the usual ones", request: put(`${STORES}/n`, JSON_TYPE, JSON.stringify({ [storeRoot]: { maxConnections: 0, readTimeout: -1 } })), answer: { status: 200 } },
    { name: "as said", request: get(`${STORES}/n.json`), answer: { status: 200, text: /"maxConnections":6,"readTimeout":60,/ } },
    { name: "what is not said stays", request: put(`${STORES}/n`, XML, store("<name>n</name><username>other</username>")), answer: { status: 200 } },
    { name: "as it was", request: get(`${STORES}/n.xml`), answer: { status: 200, text: /<enabled>true<.*<user>me</, without: /<user>other|<headerName\/>/ } },
    { name: "null un-sets", request: put(`${STORES}/n`, JSON_TYPE, JSON.stringify({ [storeRoot]: { name: "n", user: null, password: null } })), answer: { status: 200 } },
    { name: "un-set", request: get(`${STORES}/n.xml`), answer: { status: 200, without: /<user>|<password>/ } },
    { name: "an empty element is an empty text", request: put(`${STORES}/n`, XML, store("<user/>")), answer: { status: 200 } },
    { name: "which is shown", request: get(`${STORES}/n.json`), answer: { status: 200, text: /"user":""/ } },
    { name: "rename", request: put(`${STORES}/n`, XML, store("<name>other</name>")), answer: { status: 403, text: "Attempting to rename n to other via PUT" }, foreign: false },
    { name: "move", request: put(`${STORES}/n`, XML, store("<workspace><name>topp</name></workspace>")), answer: { status: 403, text: "Attempting to move n from sf to topp via PUT" }, foreign: false },
    { name: "change a missing store", request: put(`${STORES}/none`, XML, store("")), answer: { status: 404, text: `No such ${service} store: sf,none` }, foreign: false },
    { name: "POST to one", request: post(`${STORES}/n`, XML, store("")), answer: { status: 405 } },
    { name: "DELETE of the list", request: del(STORES), answer: { status: 405 } },
    { name: "delete", request: del(`${STORES}/n`), answer: { status: 200, text: "" } },
    { name: "delete again", request: del(`${STORES}/n`), answer: { status: 404 } },
  ]);

  contract(`layers of cascaded ${service} stores`, [
    { name: "a workspace", request: post("/workspaces", XML, "<workspace><name>sf</name></workspace>"), answer: { status: 201 } },
    { name: "a store", request: post(STORES, XML, store(`<name>st</name><type>${service.toUpperCase()}</type>`)), answer: { status: 201 } },
    { name: "none yet", request: get(`${STORES}/st/${layers}.xml`), answer: { status: 200, text: `<${layerRoot}s/>` } },
    { name: "of a missing workspace", request: get(`/workspaces/none/${service}layers.xml`), answer: { status: 404, text: "Could not find workspace none" } },
    { name: "of a missing store", request: get(`${STORES}/none/${layers}.xml`), answer: by228({ status: 404 }, { status: 500, text: /No such wmt?s store: sf,none$/ }) },
    { name: "what the other server has", request: get(`${STORES}/st/${layers}.xml?list=available`), answer: { documented: { status: 422, text: `Could not load ${service} store: st` }, geoserver: { status: 500, text: `Could not load ${service} store: st` } } },
    { name: "a list that nobody knows", request: get(`${STORES}/st/${layers}?list=all`), answer: { documented: { status: 400, text: "Unknown list type all" }, geoserver: { status: 501, text: "Unknown list type all" } } },
    { name: "a missing layer", request: get(`${STORES}/st/${layers}/none.xml`), answer: { status: 404, text: `No such cascaded ${service}: sf,none` } },
    { name: "create", request: post(`${STORES}/st/${layers}`, XML, layer("<name>casc</name><nativeName>topp:states</nativeName><srs>EPSG:4326</srs>")), answer: { status: 201, text: "casc", headers: { location: `BASE${STORES}/st/${layers}/casc` } }, foreign: false },
    { name: "its document", request: get(`${STORES}/st/${layers}/casc.xml`), answer: { status: 200, text: new RegExp(`^<${layerRoot}><name>casc</name><nativeName>topp:states</nativeName><namespace><name>sf</name>.*<title>casc</title>.*<srs>EPSG:4326</srs><projectionPolicy>FORCE_DECLARED</projectionPolicy><enabled>true</enabled>.*<store class="${storeRoot}"><name>sf:st</name>`) }, foreign: false },
    { name: "how it is asked for", request: get(`${OWN}/casc.json`), answer: { status: 200, ...(service === "wms" ? { text: /"forcedRemoteStyle":"","preferredFormat":"image\/png","metadataBBoxRespected":false\}/ } : { without: /preferredFormat/ }) }, foreign: false },
    { name: "its layer", request: get("/layers/sf:casc.xml"), answer: { status: 200, text: new RegExp(`<type>${service.toUpperCase()}</type>.*<resource class="${layerRoot}"><name>sf:casc</name><atom:link [^>]*/st/${layers}/casc.xml"`) }, foreign: false },
    { name: "create again", request: post(`${STORES}/st/${layers}`, XML, layer("<name>casc</name>")), answer: { documented: { status: 409 }, geoserver: { status: 500 } }, foreign: false },
    { name: "by the workspace, without a store", request: post(OWN, XML, layer("<name>b</name>")), answer: { documented: { status: 404 }, geoserver: { status: 500 } } },
    { name: "by the workspace", request: post(OWN, JSON_TYPE, JSON.stringify({ [layerRoot]: { name: "b", nativeName: "b", store: "st", title: "B" } })), answer: { status: 201, text: "b" }, foreign: false },
    { name: "listed", request: get(`${OWN}.json`), answer: { status: 200, json: { [`${layerRoot}s`]: { [layerRoot]: ["b", "casc"].map((name) => ({ name, href: `BASE${OWN}/${name}.json` })) } } }, foreign: false },
    { name: "another store in the body", request: put(`${OWN}/casc`, XML, layer("<store>other</store>")), answer: { status: 403 }, foreign: false },
    { name: "change", request: put(`${OWN}/casc`, XML, layer("<title>T2</title><enabled>false</enabled><allAvailableRemoteStyles><style>x</style></allAvailableRemoteStyles>")), answer: { status: 200, text: "" }, foreign: false },
    { name: "what is not said stays", request: put(`${STORES}/st/${layers}/casc`, XML, layer("<abstract>A</abstract>")), answer: { status: 200, text: "" }, foreign: false },
    { name: "as said", request: get(`${OWN}/casc.xml`), answer: { status: 200, text: /<title>T2<\/title><abstract>A<\/abstract>.*<enabled>false</, without: /allAvailable/ }, foreign: false },
    { name: "the layer follows", request: get("/layers/sf:casc.json"), answer: { status: 200, text: /"enabled":false/ }, foreign: false },
    { name: "delete with its layer there", request: del(`${OWN}/casc`), answer: { status: 403, text: `${service} layer referenced by layer(s)` }, foreign: false },
    { name: "delete the store", request: del(`${STORES}/st`), answer: { documented: { status: 409, text: `${service}store not empty` }, geoserver: { status: 401, text: `${service}store not empty` } }, foreign: false },
    { name: "rename", request: put(`${OWN}/casc`, XML, layer("<name>casc3</name><enabled>true</enabled>")), answer: { status: 200 }, foreign: false },
    { name: "the layer too", request: get("/layers/sf:casc3.json"), answer: { status: 200 }, foreign: false },
    { name: "delete both", request: del(`${OWN}/casc3?recurse=true`), answer: { status: 200, text: "" }, foreign: false },
    { name: "gone", request: get("/layers/sf:casc3.json"), answer: { status: 404 }, foreign: false },
    { name: "the workspace is not empty", request: del("/workspaces/sf"), answer: { status: 403 } },
    { name: "renamed", request: put("/workspaces/sf", XML, "<workspace><name>sg</name></workspace>"), answer: { status: 200 } },
    { name: "all came along", request: get(`/workspaces/sg/${service}stores/st/${layers}/b.json`), answer: { status: 200, text: /"name":"sg:st"/ }, foreign: false },
    { name: "goes with everything", request: del("/workspaces/sg?recurse=true"), answer: { status: 200 } },
    { name: "a store with a layer, once more", request: post("/workspaces", XML, "<workspace><name>sh</name></workspace>"), answer: { status: 201 }, foreign: false },
    { name: "the store", request: post(`/workspaces/sh/${service}stores`, XML, store("<name>st</name>")), answer: { status: 201 }, foreign: false },
    { name: "the layer", request: post(`/workspaces/sh/${service}stores/st/${layers}`, XML, layer("<name>casc</name>")), answer: { status: 201 }, foreign: false },
    { name: "goes with its store", request: del(`/workspaces/sh/${service}stores/st?recurse=true`), answer: { status: 200, text: "" }, foreign: false },
    { name: "no layers left", request: get("/layers.xml"), answer: { status: 200, text: "<layers/>" } },
  ]);
}
