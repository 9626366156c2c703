/** Bodies of REST requests: lenient where the family is lenient, closed where it must be. */
import { describe, expect, test } from "vitest";
import { parseBody, parseEntries } from "../../src/wire/body.ts";
import { parseJson } from "../../src/wire/json.ts";
import { parseDataStoreInput } from "../../src/wire/data-store.ts";
import { parseDiskQuotaInput } from "../../src/wire/disk-quota.ts";
import { parseGridSetInput } from "../../src/wire/grid-set.ts";
import { parseLayerGroupInput } from "../../src/wire/layer-group.ts";
import { parseLayerInput } from "../../src/wire/layer.ts";
import { parseTileLayerInput } from "../../src/wire/tile-layer.ts";
import { member, type Tree } from "../../src/wire/tree.ts";
import { beginWork } from "../support/run/thread-time.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const xml = (text: string) => parseBody(bytes(text), "text/xml", "dataStore");

describe("maps", () => {
  test.for([
    ['<entry key="a">1</entry><entry key="b">2</entry>'],
    ["<a>1</a><b>2</b>"],
    ["<a><string>1</string></a><b><string>2</string></b>"],
    [
      "<entry><string>a</string><string>1</string></entry><entry><string>b</string><string>2</string></entry>",
    ],
  ])("%s", ([inner]) => {
    const tree = xml(
      `<dataStore><connectionParameters>${inner}</connectionParameters></dataStore>`,
    );
    expect(parseEntries(member(tree, "connectionParameters"))).toEqual(
      new Map([
        ["a", "1"],
        ["b", "2"],
      ]),
    );
  });

  test("an empty entry is an empty text", () => {
    const tree = xml(
      '<dataStore><connectionParameters><entry key="a"/></connectionParameters></dataStore>',
    );
    expect(parseDataStoreInput(tree).parameters).toEqual(new Map([["a", ""]]));
  });
});

describe("references", () => {
  test.for([
    ["<defaultStyle>river</defaultStyle>", { workspace: null, name: "river" }],
    ["<defaultStyle><name>river</name></defaultStyle>", { workspace: null, name: "river" }],
    [
      "<defaultStyle><name>hydro:river</name></defaultStyle>",
      { workspace: "hydro", name: "river" },
    ],
    [
      "<defaultStyle><name>river</name><workspace>hydro</workspace></defaultStyle>",
      { workspace: "hydro", name: "river" },
    ],
    [
      "<defaultStyle><name>river</name><workspace><name>hydro</name></workspace></defaultStyle>",
      { workspace: "hydro", name: "river" },
    ],
  ] as const)("%s", ([inner, expected]) => {
    const tree = parseBody(bytes(`<layer>${inner}</layer>`), "application/xml", "layer");
    expect(parseLayerInput(tree).defaultStyle).toEqual(expected);
  });
});

test.for<readonly [string, (tree: Tree) => unknown]>([
  ["bounds", parseLayerGroupInput],
  ["publishables/published", parseLayerGroupInput],
  ["metadataLinks/metadataLink", parseLayerGroupInput],
  ["authorityURLs/AuthorityURL", parseLayerGroupInput],
  ["gridSubsets/gridSubset", parseTileLayerInput],
  ["mimeFormats/string", parseTileLayerInput],
  ["expireCacheList/expirationRule", parseTileLayerInput],
  ["resolutions/double", parseGridSetInput],
  ["layerQuotas/LayerQuota", parseDiskQuotaInput],
])("nothing but a line break in %s is nothing", ([path, parse]) => {
  const names = path.split("/");
  const holding = (text: string) =>
    parse(
      xml(
        `<dataStore>${names.map((name) => `<${name}>`).join("")}${text}${names
          .toReversed()
          .map((name) => `</${name}>`)
          .join("")}</dataStore>`,
      ),
    );
  expect(holding("\n  ")).toEqual(holding(""));
});

describe("what is refused", () => {
  test.for([
    ["a root of another name", "text/xml", "<other/>"],
    ["two roots", "text/xml", "<dataStore/><dataStore/>"],
    ["tags that do not match", "text/xml", "<dataStore><a></dataStore>"],
    ["an attribute twice", "text/xml", '<dataStore a="1" a="2"/>'],
    ["a DOCTYPE", "text/xml", "<!DOCTYPE dataStore><dataStore/>"],
    ["an entity that XML does not have", "text/xml", "<dataStore><name>&copy;</name></dataStore>"],
    ["an ampersand alone", "text/xml", "<dataStore><name>a & b</name></dataStore>"],
    ["nothing", "text/xml", ""],
    ["bytes in another encoding", "text/xml; charset=utf-8", "\u0000"],
    ["JSON without the root", "application/json", '{"name":"x"}'],
    ["broken JSON", "application/json", '{"dataStore":'],
    ["a prototype key", "application/json", '{"dataStore":{"__proto__":{"a":1}}}'],
    ["a constructor key", "application/json", '{"dataStore":{"constructor":1}}'],
  ])("%s", ([, type = "", text = ""]) => {
    expect(() => parseBody(bytes(text), type, "dataStore")).toThrow(
      expect.objectContaining({ name: "WireError" }) as Error,
    );
  });

  test("JSON nested without end, and just deep enough", () => {
    const nested = (depth: number) =>
      bytes(`{"dataStore":${"[".repeat(depth)}${"]".repeat(depth)}}`);
    expect(() => parseBody(nested(100_000), "application/json", "dataStore")).toThrow(
      /nested 100001 deep; the limit is 64/,
    );
    expect(() => parseBody(nested(64), "application/json", "dataStore")).toThrow(/nested 65 deep/);
    expect(parseBody(nested(63), "application/json", "dataStore")).toBeDefined();
  });

  test("an unknown encoding, and bytes that are not in theirs", () => {
    expect(() =>
      parseBody(bytes("<dataStore/>"), "text/xml; charset=klingon", "dataStore"),
    ).toThrow(/klingon is not known/);
    expect(() => parseBody(Buffer.from([0x3c, 0xff, 0xfe]), "text/xml", "dataStore")).toThrow(
      /is not utf-8/,
    );
  });
});

test("texts stay texts: numbers, blanks and references", () => {
  const tree = xml(
    "<dataStore><name>1.10</name><description> a &amp; b &#65; </description><enabled>TRUE</enabled></dataStore>",
  );
  expect(parseDataStoreInput(tree)).toMatchObject({
    name: "1.10",
    description: " a & b A ",
    enabled: true,
  });
});

test("an encoding by declaration and by mark", () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><dataStore><name>ä</name></dataStore>',
    "latin1",
  );
  expect(parseDataStoreInput(parseBody(latin, "text/xml", "dataStore")).name).toBe("ä");
  const utf16 = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from("<dataStore><name>ä</name></dataStore>", "utf16le"),
  ]);
  expect(parseDataStoreInput(parseBody(utf16, "text/xml", "dataStore")).name).toBe("ä");
});

describe("quotes in JSON", () => {
  test("texts may stand in single ones", () => {
    expect(parseJson(`{'a': 'x "y" \\'z\\'', "b": "it's"}`)).toEqual({
      a: `x "y" 'z'`,
      b: "it's",
    });
  });

  test.for(["'a", "{'a: 1}", `{"a": 'x}`, `{"a`])("%s is refused", (body) => {
    expect(() => parseJson(body)).toThrow("Malformed JSON");
  });

  test.for([`\\"`, `'\\"`, `"\\'`, `\\'`])("texts of %s that never end cost little", (open) => {
    const body = open.repeat(8000);
    const spent = beginWork();
    expect(() => parseJson(body)).toThrow("Malformed JSON");
    expect(spent()).toBeLessThan(100);
  });
});
