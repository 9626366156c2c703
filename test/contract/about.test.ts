/** Who answers, what it is made of, and what it takes to be answered. */
import { contract, get, post, put } from "./harness.ts";

contract("about and authentication", [
  {
    name: "1 the version document names its components",
    request: get("/about/version.xml"),
    answer: {
      documented: { status: 200, text: /<resource name="GeoServer"><Version>\d+\.\d+\.\d+<\/Version>/, headers: { "content-type": /^application\/xml/ } },
      geoserver: { status: 200, text: /<resource name="GeoServer">.*<Version>3\.0-SNAPSHOT<\/Version>.*<resource name="GeoTools">.*<Version>35\.0<\/Version>.*<resource name="GeoWebCache"><Version>2\.0\.0<\/Version>/, headers: { "content-type": "application/xml" } }, "2.28": { status: 200, text: /<resource name="GeoServer">.*<Version>2\.28\.2<\/Version>.*<resource name="GeoTools">.*<Version>34\.2<\/Version>.*<resource name="GeoWebCache">.*<Version>1\.28\.2<\/Version>/ } },
  },
  {
    name: "the version document in JSON",
    request: get("/about/version.json"),
    answer: { status: 200, text: /^\{"about":\{"resource":\[\{"@name":"GeoServer",.*"Version":"[\d.]+/ },
  },
  {
    name: "components can be picked by name",
    request: get("/about/version.xml?manifest=Plumb.*"),
    answer: { status: 200, text: /^<about><resource name="Plumbline">/, without: /GeoServer/ },
    foreign: false,
  },
  {
    name: "a filter that matches nothing",
    request: get("/about/version.json?manifest=nothing"),
    answer: { status: 200, json: { about: "" } },
  },
  {
    name: "the version document says what is offered beyond the interface",
    request: get("/about/version.json?manifest=Plumbline"),
    answer: { status: 200, text: /"Features":"digest digest-scopes"/ },
    foreign: false,
  },
  {
    name: "the manifest has one resource for each part",
    request: get("/about/manifest.xml"),
    answer: { status: 200, text: /^<about><resource name="gs-[\w-]+">.*<Version>[\d.]+<\/Version>.*<\/about>$/, headers: { "content-type": /^application\/xml/ } },
    foreign: false,
  },
  ...["gs-app-schema.*", "gs-css.*", "gs-mongodb.*"].map((pattern) => ({
    name: `clients find the extension ${pattern}`,
    request: get(`/about/manifest.json?manifest=${pattern}`),
    answer: { status: 200, text: new RegExp(`^\\{"about":\\{"resource":\\[\\{"@name":"${pattern.slice(0, -2)}`) },
    foreign: false as const,
  })),
  {
    name: "an extension that is not there",
    request: get("/about/manifest.json?manifest=.*geofence.*"),
    answer: { status: 200, json: { about: "" } },
    foreign: false,
  },
  {
    name: "the manifest by a property and its value",
    request: get("/about/manifest.json?key=Implementation-Title&value=CSS%20styles"),
    answer: { status: 200, text: /^\{"about":\{"resource":\[\{"@name":"gs-css"[^[]*\]\}\}$/ },
    foreign: false,
  },
  {
    name: "the status of all parts in JSON",
    request: get("/about/status.json"),
    answer: { status: 200, text: /^\{"statuss":\{"status":\[\{"name":"[^"]+","href":"[^"]+\/about\/status\/gs-[\w-]+\.json"\},/ },
    foreign: false,
  },
  {
    name: "the status of all parts in XML",
    request: get("/about/status.xml"),
    answer: { status: 200, text: /^<statuss><status><name>[^<]+<\/name><atom:link / },
    foreign: false,
  },
  {
    name: "the status of one part",
    request: get("/about/status/gs-main.json"),
    answer: { status: 200, text: /^\{"status":\{"module":"gs-main","name":"[^"]+",.*"isAvailable":true,"isEnabled":true\}\}$/ },
    foreign: false,
  },
  {
    name: "the status of one part in XML",
    request: get("/about/status/gs-main.xml"),
    answer: { status: 200, text: /^<status><module>gs-main<\/module>/ },
    foreign: false,
  },
  {
    name: "the status of a part that is not there",
    request: get("/about/status/x"),
    answer: { status: 404, text: /No such module: x/ },
  },
  {
    name: "figures of the machine in JSON",
    request: get("/about/system-status.json"),
    answer: {
      status: 200,
      text: /^\{"metrics":\{"metric":\[\{"name":"OPERATING_SYSTEM","available":true,"description":"[^"]+","unit":"","category":"SYSTEM","identifier":"OPERATING_SYSTEM","priority":1,"value":"[^"]+"\},.*"name":"MEMORY_TOTAL","available":true,[^}]*"unit":"bytes",[^}]*"value":\d{6,}\}/,
    },
    foreign: false,
  },
  {
    name: "figures of the machine in XML",
    request: get("/about/system-status.xml"),
    answer: { status: 200, text: /^<metrics><metric><name>OPERATING_SYSTEM<\/name><available>true<\/available>/ },
    foreign: false,
  },
  ...["/reload", "/reset"].flatMap((path) => [
    { name: `POST ${path}`, request: post(path, "text/plain", ""), answer: { status: 200, text: "" } },
    { name: `PUT ${path}`, request: put(path, "text/plain", ""), answer: { status: 200, text: "" } },
    { name: `POST ${path} without a type`, request: { method: "POST", path: `/rest${path}` }, answer: { status: 200, text: "" } },
    { name: `GET ${path}`, request: get(path), answer: { status: 405, headers: { allow: "POST, PUT" } } },
    { name: `DELETE ${path}`, request: { method: "DELETE", path: `/rest${path}` }, answer: { status: 405 } },
    { name: `POST ${path} without credentials`, request: { method: "POST", path: `/rest${path}`, headers: { authorization: "" } }, answer: { status: 401 } },
  ]),
  {
    name: "86 no credentials",
    request: { method: "GET", path: "/rest/styles.json", headers: { authorization: "" } },
    answer: { status: 401, headers: { "www-authenticate": 'Basic realm="GeoServer Realm"' } },
  },
  {
    name: "a wrong password",
    request: { method: "GET", path: "/rest/styles.json", headers: { authorization: `Basic ${btoa("admin:wrong")}` } },
    answer: { status: 401, headers: { "www-authenticate": 'Basic realm="GeoServer Realm"' }, without: /wrong:|admin:/ },
  },
  {
    name: "an unknown user is told the same as a wrong password",
    request: { method: "GET", path: "/rest/styles.json", headers: { authorization: `Basic ${btoa("nobody:wrong")}` } },
    answer: { status: 401, text: "The user name or password is wrong" },
    foreign: false,
  },
  {
    name: "an unknown path asks for credentials first",
    request: { method: "GET", path: "/rest/nothing", headers: { authorization: "" } },
    answer: { status: 401 },
  },
  {
    name: "an unknown path",
    request: get("/nothing"),
    answer: { status: 404, headers: { "content-type": /^(?:text\/plain|application\/problem\+json)/ }, without: /<html|at .*\.ts/ },
    foreign: false,
  },
  {
    name: "the other root works alike",
    request: { method: "GET", path: "/geoserver/rest/about/version.xml" },
    answer: { status: 200, text: /GeoServer/ },
    foreign: false,
  },
  {
    name: "a form that cannot be had",
    request: get("/styles.zip"),
    answer: { status: 406, headers: { "content-type": /^(?:text\/plain|application\/problem\+json)/ } },
    foreign: false,
  },
]);
