/** The list of fonts (docs/compatibility.md, "Fonts"). */
import { fontOf, fontWith } from "../support/styles/fonts.ts";
import { contract } from "./harness.ts";
import type { Row } from "./rows.ts";

const file = (path: string, bytes: Uint8Array | string): Row => ({
  name: `a file ${path}`,
  request: {
    method: "PUT",
    path: `/rest/resource/${path}`,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  },
  answer: { status: 201 },
  foreign: false,
});
const old = fontWith([
  { platform: 1, language: 0, id: 1, text: "Old Mac" },
  { platform: 1, language: 0, id: 4, text: "Old Mac Roman" },
  { platform: 3, language: 0x04_07, id: 4, text: "Altes Antiqua" },
  { platform: 3, language: 0x04_09, id: 2, text: "Regular" },
]);

contract("fonts", [
  {
    name: "T9 as XML",
    request: { method: "GET", path: "/rest/fonts.xml" },
    answer: { status: 200, text: /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<root>\s*<fonts\/?>/ },
  },
  {
    name: "T9 none on a new server",
    request: { method: "GET", path: "/rest/fonts.json" },
    answer: { status: 200, json: { fonts: [] } },
    foreign: false,
  },
  file("styles/fonts/Inter.ttf", fontOf("Inter", "Inter Bold")),
  file("styles/Inter-Italic.OTF", fontOf("Inter", "Inter Italic")),
  file("styles/fonts/deep/old.ttf", old),
  file("styles/fonts/broken.ttf", fontOf("Cut", "Cut off").subarray(0, 60)),
  file("styles/fonts/none.ttf", "this is no font"),
  file("styles/fonts/empty.ttf", new Uint8Array()),
  file("styles/fonts/Other.woff", fontOf("Web", "Web")),
  file("workspaces/w/styles/Inside.ttf", fontOf("Inside", "Inside")),
  {
    name: "T9 families and faces in one order, JSON where nothing is asked for",
    request: { method: "GET", path: "/rest/fonts" },
    answer: {
      status: 200,
      json: { fonts: ["Inter", "Inter Bold", "Inter Italic", "Old Mac", "Old Mac Roman"] },
    },
    foreign: false,
  },
  {
    name: "T9 the same as XML",
    request: { method: "GET", path: "/rest/fonts.xml" },
    answer: {
      status: 200,
      text: '<?xml version="1.0" encoding="UTF-8"?><root><fonts><entry>Inter</entry><entry>Inter Bold</entry><entry>Inter Italic</entry><entry>Old Mac</entry><entry>Old Mac Roman</entry></fonts></root>',
    },
    foreign: false,
  },
  {
    name: "T10 POST",
    request: {
      method: "POST",
      path: "/rest/fonts",
      headers: { "content-type": "application/xml" },
      body: "<a/>",
    },
    answer: { status: 405 },
  },
]);
