/** Whom to ask about a server (docs/compatibility.md, "Settings"). */
import { contract, get, put } from "./harness.ts";

const CONTACT = "/settings/contact";

contract("the contact of a server", [
  { name: "a mail address", request: put(CONTACT, "application/xml", "<contact><contactEmail>a@example.org</contactEmail></contact>"), answer: { status: 200, text: "" } },
  { name: "G6 an address, in single quotes", request: put(CONTACT, "application/json", "{'contact':{'address':'500 Market \\'Street\\' \"N\"'}}"), answer: { status: 200, text: "" } },
  { name: "G6 leaves the mail address", request: get(`${CONTACT}.json`), answer: { status: 200, text: /"address":"500 Market 'Street' \\"N\\"".*"contactEmail":"a@example\.org"/ } },
  { name: "quotes in a text", request: put(CONTACT, "application/json", '{"contact":{"contactPerson":"\'O\' \\"x\\" {\'a\':1}"}}'), answer: { status: 200, text: "" } },
  { name: "stay what they are", request: get(`${CONTACT}.json`), answer: { status: 200, text: /"contactPerson":"'O' \\"x\\" \{'a':1\}"/ } },
  { name: "a key that stands twice", request: put(CONTACT, "application/json", "{'contact':{'address':'a',\"address\":\"b\"}}"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
  { name: "a quote that does not end", request: put(CONTACT, "application/json", "{'contact':{'address':'a}}"), answer: { documented: { status: 400 }, geoserver: { status: 500 } }, foreign: false },
]);
