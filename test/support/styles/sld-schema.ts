/**
 * Validates SLD 1.0 documents against the OGC's schema files, where a folder of these is given by
 * PLUMBLINE_OGC_SCHEMAS: laid out as on schemas.opengis.net (sld/1.0.0, filter/1.0.0, gml/2.1.2)
 * with the XLink schema of www.w3.org as 1999/xlink.xsd. Nothing is read over the network.
 */
import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import {
  XmlDocument,
  XmlValidateError,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
  XsdValidator,
} from "libxml2-wasm";

/** The folder of schema files; undefined where none is given. */
export const schemaFolder: string | undefined = process.env["PLUMBLINE_OGC_SCHEMAS"];

/** What map servers of this family add to SLD 1.0, and no schema knows. */
const EXTENSIONS = [
  "//sld:VendorOption",
  "//sld:Priority",
  "//sld:TextSymbolizer/sld:Graphic",
  "//sld:Transformation",
  "//sld:Background",
  "//sld:Localized",
  "//sld:Graphic/sld:AnchorPoint",
  "//sld:Graphic/sld:Displacement",
  "//sld:LineSymbolizer/sld:PerpendicularOffset",
  "//sld:Logarithmic",
  "//sld:Exponential",
  "//sld:GammaValue[*]",
  "//sld:Normalize/text()",
  "//sld:Geometry[ogc:Function]",
  "//@uom",
  "//@matchCase",
  "//sld:ColorMap/@type",
  "//sld:ColorMap/@extended",
];

const namespaces = { sld: "http://www.opengis.net/sld", ogc: "http://www.opengis.net/ogc" };

/** A check of documents against the schema in a folder; gives what is wrong, in order. */
export function schemaCheck(folder: string): (text: string) => readonly string[] {
  const validator = validatorOf(folder);
  return (text) => {
    using document = XmlDocument.fromString(text);
    for (const path of EXTENSIONS)
      for (const node of document.find(path, namespaces)) node.remove();
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error;
      return error.details.map(({ line, message }) => `${line}: ${message.trim()}`);
    }
  };
}

/** Schemas name each other by addresses on the network, which are found in the folder. */
function validatorOf(folder: string): XsdValidator {
  const fileOf = (address: string): string =>
    address.startsWith("http") ? join(folder, new URL(address).pathname) : address;
  xmlRegisterInputProvider({
    match: (address) => existsSync(fileOf(address)),
    open: (address) => openSync(fileOf(address), "r"),
    read: (handle, buffer) => readSync(handle, buffer),
    close: (handle) => {
      closeSync(handle);
      return true;
    },
  });
  try {
    const address = "http://schemas.opengis.net/sld/1.0.0/StyledLayerDescriptor.xsd";
    using schema = XmlDocument.fromBuffer(readFileSync(fileOf(address)), { url: address });
    return XsdValidator.fromDoc(schema);
  } finally {
    xmlCleanupInputProvider();
  }
}
