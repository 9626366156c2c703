/** Small styles, mappings and archives for tests, written here and nowhere else. */
import { ZipArchive } from "archiver";

/** An SLD 1.0 with one rule of one colour. */
export function sld(
  options: { name?: string; colour?: string; layers?: readonly string[] } = {},
): string {
  const { name, colour = "#112233", layers = ["layer"] } = options;
  const title = name === undefined ? "" : `<Name>${name}</Name>`;
  const body = layers.map(
    (
      layer,
    ) => `<NamedLayer><Name>${layer}</Name><UserStyle>${title}<FeatureTypeStyle><Rule><LineSymbolizer>
    <Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke>
  </LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld">
  ${body.join("\n  ")}
</StyledLayerDescriptor>
`;
}

/** An SLD 1.1. */
export function se(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se">
  <NamedLayer><se:Name>l</se:Name><UserStyle><se:Name>${name}</se:Name></UserStyle></NamedLayer>
</StyledLayerDescriptor>
`;
}

/** A mapping file that publishes the given qualified names. */
export function mapping(
  types: readonly string[],
  options: {
    includes?: readonly string[];
    schemas?: readonly string[];
    comment?: string;
    uri?: string;
  } = {},
): string {
  const { includes = [], schemas = ["http://example.org/remote.xsd"], comment = "" } = options;
  const { uri = "http://example.org/t" } = options;
  const include =
    includes.length === 0
      ? ""
      : `<includedTypes>${includes.map((file) => `<Include>${file}</Include>`).join("")}</includedTypes>`;
  const type = (name: string) => `
    <FeatureTypeMapping>
      <sourceDataStore>db</sourceDataStore>
      <sourceType>source</sourceType>
      <targetElement>${name}</targetElement>
      <attributeMappings>
        <AttributeMapping><targetAttribute>${name}</targetAttribute><idExpression><OCQL>ID</OCQL></idExpression></AttributeMapping>
      </attributeMappings>
    </FeatureTypeMapping>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema">${comment}
  <namespaces><Namespace><prefix>t</prefix><uri>${uri}</uri></Namespace></namespaces>
  ${include}
  <sourceDataStores><DataStore><id>db</id><parameters><Parameter><name>dbtype</name><value>postgisng</value></Parameter></parameters></DataStore></sourceDataStores>
  <targetTypes><FeatureType>${schemas.map((schema) => `<schemaUri>${schema}</schemaUri>`).join("")}</FeatureType></targetTypes>
  <typeMappings>${types.map(type).join("")}
  </typeMappings>
</as:AppSchemaDataAccess>
`;
}

/** A mapping whose types read collections of document databases, given by internal store. */
export function documentMapping(
  types: Readonly<Record<string, { store: string; collection: string }>>,
  stores: Readonly<Record<string, string>>,
): string {
  const store = ([id, address]: readonly [string, string]) =>
    `<DataStore><id>${id}</id><parameters>
      <Parameter><name>data_store</name><value>${address}</value></Parameter>
      <Parameter><name>schema_store</name><value>file:schemas</value></Parameter>
    </parameters></DataStore>`;
  const type = ([name, from]: readonly [string, { store: string; collection: string }]) => `
    <FeatureTypeMapping><sourceDataStore>${from.store}</sourceDataStore>
      <sourceType>${from.collection}</sourceType><targetElement>t:${name}</targetElement>
      <attributeMappings/></FeatureTypeMapping>`;
  return `<as:AppSchemaDataAccess xmlns:as="http://www.geotools.org/app-schema">
  <namespaces><Namespace><prefix>t</prefix><uri>http://example.org/t</uri></Namespace></namespaces>
  <sourceDataStores>${Object.entries(stores).map(store).join("")}
    <DataStore><id>plain</id><parameters/></DataStore></sourceDataStores>
  <targetTypes/>
  <typeMappings>${Object.entries(types).map(type).join("")}</typeMappings>
</as:AppSchemaDataAccess>
`;
}

/** An XML schema that declares global elements, with further schemas included. */
export function xsd(elements: readonly string[], includes: readonly string[] = []): string {
  const include = includes.map((file) => `<xs:include schemaLocation="${file}"/>`).join("");
  const element = elements.map((name) => `<xs:element name="${name}" type="xs:string"/>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.org/t">${include}${element}</xs:schema>
`;
}

/** The smallest PNG: one pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Packs entries into an archive; names are taken as they are. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: { store?: boolean } = {},
): Promise<Buffer> {
  const archive = new ZipArchive({ store: options.store ?? false });
  const chunks: Buffer[] = [];
  archive.on("data", (chunk) => chunks.push(chunk));
  for (const [name, content] of Object.entries(files))
    archive.append(Buffer.from(content), { name });
  const ended = new Promise((resolve) => void archive.on("end", () => resolve(undefined)));
  await archive.finalize();
  await ended;
  return Buffer.concat(chunks);
}
