/** The check against schema files says what is wrong, and knows which extensions to pass over. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { schemaCheck } from "../support/styles/sld-schema.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-schemas-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, namespace: string, content: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  const names =
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ogc="http://www.opengis.net/ogc"';
  const schema = `<xs:schema ${names} xmlns:sld="http://www.opengis.net/sld" targetNamespace="${namespace}" elementFormDefault="qualified">${content}</xs:schema>`;
  writeFileSync(join(folder, path), schema);
}

const empty = (name: string) => `<xs:element name="${name}"><xs:complexType/></xs:element>`;
write("filter/1.0.0/filter.xsd", "http://www.opengis.net/ogc", empty("Filter"));
write(
  "sld/1.0.0/StyledLayerDescriptor.xsd",
  "http://www.opengis.net/sld",
  `<xs:import namespace="http://www.opengis.net/ogc" schemaLocation="http://schemas.opengis.net/filter/1.0.0/filter.xsd"/>
   <xs:element name="Rule"><xs:complexType><xs:sequence><xs:element ref="ogc:Filter"/>${empty("Stroke")}</xs:sequence></xs:complexType></xs:element>`,
);

const rule = (content: string) =>
  `<sld:Rule xmlns:sld="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc">${content}</sld:Rule>`;

test("documents are checked, without the extensions", () => {
  const check = schemaCheck(folder);
  expect(check(rule("<ogc:Filter/><sld:Stroke/><sld:VendorOption>a</sld:VendorOption>"))).toEqual(
    [],
  );
  expect(check(rule("\n<sld:Stroke/><ogc:Filter/>"))).toEqual([
    expect.stringMatching(/^2: .*Stroke.*not expected/),
  ]);
  expect(check(rule("<ogc:Filter/><sld:Stroke><sld:Width/></sld:Stroke>"))).toHaveLength(1);
});
