/** SQL views in documents, as servers and clients write them. */
import { expect, test } from "vitest";
import { parsePublishedBody } from "../../src/wire/published.ts";
import { readSqlView, sqlViewEntry } from "../../src/wire/sql-view.ts";
import { parseXml, renderXml } from "../../src/wire/xml.ts";

const document = (view: string) =>
  parseXml(
    `<featureType><metadata><entry key="cachingEnabled">false</entry><entry key="JDBC_VIRTUAL_TABLE"><virtualTable>${view}</virtualTable></entry></metadata></featureType>`,
  ).content;

test("lines that a browser ended, a line end that the server added, unknown systems", () => {
  const found = readSqlView(
    document(`<name>near</name><sql>select geom,&#xd;
   depth&#xd;
 from soundings where depth &lt; %depth%
</sql><escapeSql>false</escapeSql><geometry><name>geom</name><type>Geometry</type><srid>-1</srid></geometry>
<parameter><name>depth</name><regexpValidator>^[\\d]+$</regexpValidator><defaultValue/></parameter>`),
  );
  expect(found).toEqual({
    name: "near",
    sql: "select geom,\n   depth\n from soundings where depth < %depth%",
    escapeSql: false,
    keys: [],
    geometry: { geom: { type: "Geometry", srid: -1 } },
    parameters: { depth: { default: undefined, validator: "^[\\d]+$" } },
  });
});

test("what is written is read again", () => {
  const view = {
    name: "v",
    sql: "select a, b\nfrom t\nwhere c = '%c%' and d = %d%",
    escapeSql: true,
    keys: ["b", "a"],
    geometry: { g: { type: "Point", srid: 4326 }, h: { type: "Polygon", srid: -1 } },
    parameters: {
      c: { default: "x y", validator: undefined },
      d: { default: undefined, validator: "^.$" },
    },
  };
  const text = renderXml("featureType", { metadata: { entry: sqlViewEntry(view) } });
  expect(readSqlView(parseXml(text).content)).toEqual(view);
  expect(text).toContain("<keyColumn>b</keyColumn><keyColumn>a</keyColumn>");
});

test("a table has none", () => {
  expect(readSqlView(parseXml("<featureType><metadata/></featureType>").content)).toBeUndefined();
  expect(readSqlView(undefined)).toBeUndefined();
});

test.for([
  ["<name>v</name>", "Expect sql but could not find it"],
  ["<name>v</name><sql> </sql>", "Expect sql but could not find it"],
  ["<sql>select 1</sql>", "Expect name but could not find it"],
])("%s is refused", ([view, message]) => {
  expect(() => parsePublishedBody(document(view ?? ""))).toThrow(message);
});
