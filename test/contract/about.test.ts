/** Who answers, and what it takes to be answered. */
import { contract, get } from "./harness.ts";

contract("about and authentication", [
  {
    name: "1 the version document names its components",
    request: get("/about/version.xml"),
    answer: { status: 200, text: /<resource name="GeoServer"><Version>\d+\.\d+\.\d+<\/Version>/, headers: { "content-type": /^application\/xml/ } },
  },
  {
    name: "the version document in JSON",
    request: get("/about/version.json"),
    answer: { status: 200, text: /^\{"about":\{"resource":\[\{"@name":"GeoServer","Version":"[\d.]+"/ },
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
    answer: { status: 404, headers: { "content-type": /^text\/plain/ }, without: /<html|at .*\.ts/ },
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
    answer: { status: 406, headers: { "content-type": /^text\/plain/ } },
    foreign: false,
  },
]);
