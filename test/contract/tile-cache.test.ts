/** What all paths of the tile cache have in common (docs/compatibility.md, "Addresses"). */
import { contract, type Row } from "./harness.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const reload = { method: "POST", headers: form, body: "reload_configuration=1" };

const rows: readonly Row[] = [
  {
    name: "reload",
    request: { ...reload, path: "/gwc/rest/reload" },
    answer: { status: 200 },
  },
  {
    name: "reload, where stock servers are",
    request: { ...reload, path: "/geoserver/gwc/rest/reload/" },
    answer: { status: 200, text: "" },
    foreign: false,
  },
  {
    name: "reload without its field",
    request: { ...reload, path: "/gwc/rest/reload", body: "a=1" },
    answer: { status: 400 },
  },
  {
    name: "not below the root of the catalog",
    request: { ...reload, path: "/rest/gwc/rest/reload" },
    answer: { status: 404 },
    foreign: false,
  },
  {
    name: "without credentials",
    request: { ...reload, path: "/gwc/rest/reload", headers: { ...form, authorization: "" } },
    answer: { status: 401 },
  },
  {
    name: "a path that nobody has",
    request: { method: "GET", path: "/gwc/rest/statistics" },
    answer: {
      documented: { status: 404, text: "No endpoint GET /gwc/rest/statistics." },
      geoserver: {
        status: 404,
        json: {
          detail: "No endpoint GET /gwc/rest/statistics.",
          instance: "/gwc/rest/statistics",
          status: 404,
          title: "Not Found",
        },
      },
    },
    foreign: false,
  },
  {
    name: "another method",
    request: { method: "GET", path: "/gwc/rest/reload" },
    answer: { status: 405 },
    foreign: false,
  },
];

contract("tile cache", rows);
