/** Mappings and schemas that a real server can load: a source that opens, and types that are defined. */
import { createHash } from "node:crypto";
import { connectionOf, type TablePlace } from "./database.ts";

/** Folder of the server's files for what the lane puts there. */
const FOLDER = "plumbline-lane";

/** Where a schema lies among the server's files. A server keeps what it has read, so one file never changes. */
export function schemaFile(namespace: string, elements: readonly string[]): string {
  const content = schemaFor(namespace, elements);
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return `${FOLDER}/${digest}.xsd`;
}

/**
 * A mapping with a source that can be opened, in the namespace of its workspace, whose schema is on the
 * server. `depth` is the number of folders between it and the folder of its store.
 */
export function loadableMapping(
  text: string,
  to: {
    readonly namespace: string;
    readonly database: TablePlace | undefined;
    readonly elements: readonly string[];
    readonly depth: number;
  },
): string {
  const { namespace, database, elements, depth } = to;
  // The folder of a store is data/WORKSPACE/STORE.
  const schema = `${"../".repeat(depth + 3)}${schemaFile(namespace, elements)}`;
  const named = text
    .replace(/(<schemaUri>)https?:[^<]*/g, `$1${schema}`)
    .replace(/(<namespaces><Namespace><prefix>\w+<\/prefix><uri>)[^<]*/g, `$1${namespace}`);
  return database === undefined ? named : withSource(named, database);
}

/** Parameters that a case varies go by names that mean nothing to the server: both values can be loaded. */
function withSource(text: string, database: TablePlace): string {
  const parameters = { ...connectionOf(database), passwd: database.password };
  const added = Object.entries(parameters).map(
    ([name, value]) => `<Parameter><name>${name}</name><value>${value}</value></Parameter>`,
  );
  return text
    .replace(/<Parameter><name>(?=(?:host|port|database|user|passwd)<)/g, "$&lane.")
    .replace(
      /<Parameter><name>dbtype<\/name><value>postgis(?:ng)?<\/value><\/Parameter>/g,
      `<Parameter><name>dbtype</name><value>postgis</value></Parameter>${added.join("")}`,
    );
}

/** A schema that defines elements as features of GML 3.2. */
export function schemaFor(namespace: string, elements: readonly string[]): string {
  const types = elements.map(
    (
      name,
    ) => `  <xs:element name="${name}" type="t:${name}Type" substitutionGroup="gml:AbstractFeature"/>
  <xs:complexType name="${name}Type"><xs:complexContent><xs:extension base="gml:AbstractFeatureType">
    <xs:sequence><xs:element name="label" type="xs:string" minOccurs="0"/></xs:sequence>
  </xs:extension></xs:complexContent></xs:complexType>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:gml="http://www.opengis.net/gml/3.2"
  xmlns:t="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">
  <xs:import namespace="http://www.opengis.net/gml/3.2" schemaLocation="http://schemas.opengis.net/gml/3.2.1/gml.xsd"/>
${types.join("\n")}
</xs:schema>
`;
}
