/** Fields that are kept as clients gave them: every spelling is read as one, and shown in both forms. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { changedDetails, sealDetails } from "../../src/model/details.ts";
import { parseBody } from "../../src/wire/body.ts";
import { renderCoverage } from "../../src/wire/coverage.ts";
import { neutralBody } from "../../src/wire/details.ts";
import type { Rendering } from "../../src/wire/document.ts";
import { parsePublishedInput } from "../../src/wire/published.ts";

const base = "http://maps.example.org/rest";
const forms = { xml: "application/xml", json: "application/json" } as const;

function golden(form: "xml" | "json"): string {
  const file = new URL(`goldens/coverage.${form}`, import.meta.url);
  return readFileSync(fileURLToPath(file), "utf8").replaceAll(/>\s+</g, "><").trim();
}

function read(text: string, form: "xml" | "json", root = "coverage") {
  return neutralBody(parseBody(new TextEncoder().encode(text), forms[form], root));
}

describe("a coverage document", () => {
  test.for([
    ["xml", "xml"],
    ["xml", "json"],
    ["json", "json"],
  ] as const)("read from %s is written as %s", ([from, to]) => {
    const tree = parseBody(new TextEncoder().encode(golden(from)), forms[from], "coverage");
    const input = parsePublishedInput(tree);
    expect(input).toMatchObject({ name: "2020", store: "rain", workspace: "hydro", enabled: true });
    const document = {
      name: "2020",
      nativeName: "rain",
      workspace: "hydro",
      store: "rain",
      title: input.title ?? null,
      enabled: true,
      details: changedDetails({}, input.details),
    };
    const rendering: Rendering = { format: to, base, lists: "published" };
    expect(renderCoverage(document, rendering).text).toBe(golden(to));
  });
});

describe("spellings of a map", () => {
  const expected = {
    metadata: {
      entry: [
        { "@key": "a", $: "1" },
        { "@key": "b", $: "" },
      ],
    },
  };
  test.for([
    ["xml", '<metadata><entry key="a">1</entry><entry key="b"/></metadata>'],
    ["xml", "<metadata><a>1</a><b/></metadata>"],
    ["xml", "<metadata><a><string>1</string></a><b><string/></b></metadata>"],
    [
      "xml",
      "<metadata><entry><string>a</string><string>1</string></entry><entry><string>b</string><string></string></entry></metadata>",
    ],
    [
      "xml",
      '<metadata><entry key="a">0</entry><entry key="b"/><entry key="a">1</entry></metadata>',
    ],
    ["json", '{"metadata":{"entry":[{"@key":"a","$":1},{"@key":"b","$":""}]}}'],
    ["json", '{"metadata":{"a":"1","b":null}}'],
  ] as const)("%s %s", ([form, text]) => {
    const body = form === "xml" ? `<coverage>${text}</coverage>` : `{"coverage":${text}}`;
    expect(read(body, form)).toEqual(expected);
  });
});

test("what stands in a keyed entry is its value, whatever it is called", () => {
  const text =
    '<coverage><metadata><entry key="a"><string>1</string></entry></metadata></coverage>';
  expect(read(text, "xml")).toEqual({ metadata: { entry: { "@key": "a", string: "1" } } });
});

describe("what un-sets", () => {
  test.for([
    ['<a xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>', { a: null }],
    ['<a xsi:nil="1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>', { a: null }],
    ["<keywords/>", { keywords: null }],
    ["<keywords>  </keywords>", { keywords: null }],
    ["<advertised/>", { advertised: null }],
    ["<abstract/>", { abstract: "" }],
    ["<a>x</a><a>y</a>", { a: ["x", "y"] }],
    ["<atom:link href='x'/><a><atom:link href='x'/></a>", { a: null }],
    ['<a xmlns="urn:x" xmlns:b="urn:y" b:c="d">x</a>', { a: "x" }],
  ] as const)("%s", ([text, expected]) => {
    expect(read(`<coverage>${text}</coverage>`, "xml")).toEqual(expected);
  });

  test.for([
    [
      '{"a":null,"b":{},"c":[],"d":[null],"e":{"f":null}}',
      { a: null, b: null, c: null, d: null, e: null },
    ],
    ['{"a":[{"b":1}]}', { a: { b: 1 } }],
    ['{"advertised":"TRUE","nillable":0}', { advertised: true, nillable: false }],
  ] as const)("%s", ([text, expected]) => {
    expect(read(`{"coverage":${text}}`, "json")).toEqual(expected);
  });
});

test.for([
  '{"a":{"@b":{"c":1}}}',
  '{"a":{"$":{"c":1}}}',
  '{"a":{"$":["x","y"]}}',
  '{"a":[["x"],["y"]]}',
  '{"a":{"b c":1}}',
  '{"a":{"<b>":1}}',
  '{"a":{"":1}}',
  '{"a":"\\ud800"}',
  '{"a":"\\uffff"}',
  '{"a":-1e999}',
  '{"a":9007199254740993}',
])("%s has no form in XML and is refused", (text) => {
  expect(() => read(`{"coverage":${text}}`, "json")).toThrow(
    expect.objectContaining({ name: "WireError", code: "malformed" }),
  );
});

test("a carriage return in a text outlives both forms", () => {
  const details = { abstract: "a\r\nb\rc" };
  const document = { name: "2020", nativeName: "rain", workspace: "w", store: "s", title: null };
  const text = renderCoverage(
    { ...document, enabled: true, details },
    { format: "xml", base, lists: "published" },
  ).text;
  expect(read(text, "xml")).toMatchObject(details);
});

test("a change replaces whole fields, keeps the others and their order", () => {
  const before = { a: { x: 1, y: 2 }, b: "2", c: "3" };
  const after = changedDetails(before, { a: { x: 9 }, b: null, d: "4" });
  expect(Object.entries(after)).toEqual([
    ["a", { x: 9 }],
    ["c", "3"],
    ["d", "4"],
  ]);
});

test("secrets are sealed wherever they stand, and nothing else", () => {
  const change = {
    password: "p",
    user: "u",
    metadata: {
      entry: [
        { "@key": "passwd", $: "p" },
        { "@key": "user", $: "u" },
        { "@key": "cog", cogSettings: { password: "p", user: "u", pwd: "" } },
      ],
    },
    list: [{ Password: 1 }, { Password: 2 }],
    gone: null,
  };
  expect(sealDetails(change, (text) => `sealed ${text}`)).toEqual({
    password: "sealed p",
    user: "u",
    metadata: {
      entry: [
        { "@key": "passwd", $: "sealed p" },
        { "@key": "user", $: "u" },
        { "@key": "cog", cogSettings: { password: "sealed p", user: "u", pwd: "" } },
      ],
    },
    list: [{ Password: "sealed 1" }, { Password: "sealed 2" }],
    gone: null,
  });
});

test.for(["__proto__", "constructor"])("a field called %s does no harm", (name) => {
  const text = `<coverage><${name}><polluted>yes</polluted></${name}></coverage>`;
  try {
    const body = read(text, "xml");
    changedDetails({}, body);
  } catch (error) {
    expect((error as Error).name).toBe("WireError");
  }
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
