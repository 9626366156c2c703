/** What is set of the log (docs/compatibility.md, "Logging"). */
import { contract, del, get, post, put } from "./harness.ts";

const XML = "application/xml";
const done = { status: 200, text: "" };

contract("logging", [
  { name: "the document in XML", request: get("/logging.xml"), answer: { status: 200, text: "<logging><level>DEFAULT_LOGGING</level><location>logs/geoserver.log</location><stdOutLogging>true</stdOutLogging></logging>" }, foreign: false },
  { name: "the document in JSON", request: get("/logging.json"), answer: { status: 200, json: { logging: { level: "DEFAULT_LOGGING", location: "logs/geoserver.log", stdOutLogging: true } } }, foreign: false },
  { name: "G12: the profile alone", request: put("/logging", XML, "<logging><level>QUIET_LOGGING</level></logging>"), answer: done },
  { name: "keeps the rest, or takes the log from the console", request: get("/logging.xml"), answer: { documented: { status: 200, text: /<level>QUIET_LOGGING<.*<stdOutLogging>true</ }, geoserver: { status: 200, text: /<level>QUIET_LOGGING<.*<stdOutLogging>false</ } } },
  { name: "a profile that nobody knows", request: put("/logging", "application/json", '{"logging":{"level":"DEFAULT_LOGGING.xml","stdOutLogging":true}}'), answer: done },
  { name: "is kept as it was sent", request: get("/logging.json"), answer: { status: 200, text: /"level":"DEFAULT_LOGGING.xml".*"stdOutLogging":true/ } },
  { name: "another document", request: put("/logging", XML, "<global/>"), answer: { documented: { status: 400 }, geoserver: { status: 500 } } },
  { name: "POST", request: post("/logging", XML, "<logging/>"), answer: { status: 405 } },
  { name: "DELETE", request: del("/logging"), answer: { status: 405 } },
]);
