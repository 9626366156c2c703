/**
 * Element declarations and missing includes of the XML schemas in a bundle. Remote schemas are
 * never fetched; a namespace with missing schemas is not checked.
 */
import { posix } from "node:path";
import { compareText } from "../model/address.ts";
import { isOpen, localPart, type Mapping, type MappingProblem } from "../model/app-schema.ts";
import { xml as limits } from "../model/limits.ts";
import { WireError, type WireErrorCode } from "./wire-error.ts";
import { attributeNamed, childElements, withXmlDocument, type XmlElement } from "./xml-document.ts";
import type { FileSet } from "./zip.ts";

const XSD_NAMESPACE = "http://www.w3.org/2001/XMLSchema";
const REFERENCES = new Set(["include", "import", "redefine"]);

export interface Schemas {
  /** Global element names by target namespace. */
  readonly elements: Map<string, Set<string>>;
  /** Namespaces with schema documents outside the bundle. */
  readonly incomplete: Set<string>;
  readonly seen: Set<string>;
}

export interface SchemaProblem {
  readonly kind: "invalid" | "missing" | "outside";
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly code: WireErrorCode;
}

interface SchemaDocument {
  readonly namespace: string;
  readonly elements: readonly string[];
  readonly references: readonly {
    tag: string;
    namespace: string;
    location: string;
    line: number;
  }[];
}

/** Follows includes inside the bundle. */
export function collectSchemas(
  schemas: Schemas,
  files: FileSet,
  file: string,
  inherited: string | undefined,
): readonly SchemaProblem[] {
  const mark = `${file}\u0000${inherited ?? ""}`;
  if (schemas.seen.has(mark)) return [];
  schemas.seen.add(mark);
  const bytes = files.get(file) ?? new Uint8Array();
  let document: SchemaDocument;
  try {
    document = readSchema(bytes, inherited);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, line = 1, code } = error;
    return [{ kind: "invalid", message, file, line, code }];
  }
  const names = schemas.elements.get(document.namespace) ?? new Set();
  for (const name of document.elements) names.add(name);
  schemas.elements.set(document.namespace, names);
  return document.references.flatMap((reference) => {
    const target = posix.normalize(posix.join(posix.dirname(file), reference.location));
    const namespace = reference.tag === "import" ? reference.namespace : document.namespace;
    const below = reference.tag === "import" ? undefined : document.namespace;
    if (!isRemote(reference.location) && files.has(target))
      return collectSchemas(schemas, files, target, below);
    schemas.incomplete.add(namespace);
    return isRemote(reference.location) ? [] : [absent(file, target, reference)];
  });
}

function isRemote(location: string): boolean {
  return location === "" || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(location);
}

function absent(
  file: string,
  target: string,
  reference: { location: string; line: number },
): SchemaProblem {
  const { location, line } = reference;
  const outside = target.startsWith("..") || target.startsWith("/");
  const message = outside
    ? `The schema ${location} leaves the bundle; the server must find it by itself`
    : `The schema ${location} is not in the bundle`;
  return { kind: outside ? "outside" : "missing", message, file, line, code: "meaningless" };
}

function readSchema(bytes: Uint8Array, inherited: string | undefined): SchemaDocument {
  if (bytes.byteLength > limits.schemaBytes) {
    throw new WireError(
      "too-large",
      `The schema has ${bytes.byteLength} bytes; the limit is ${limits.schemaBytes}`,
    );
  }
  return withXmlDocument(bytes, (root) => {
    if (root.name !== "schema" || root.namespaceUri !== XSD_NAMESPACE) {
      throw new WireError(
        "meaningless",
        `The root element is ${root.name}; a schema starts with schema`,
        {
          line: root.line,
        },
      );
    }
    const top = childElements(root).filter((child) => child.namespaceUri === XSD_NAMESPACE);
    return {
      namespace: attributeNamed(root, "targetNamespace") ?? inherited ?? "",
      elements: top
        .filter((child) => child.name === "element")
        .map((child) => attributeNamed(child, "name") ?? ""),
      references: top.filter((child) => REFERENCES.has(child.name)).map(readReference),
    };
  });
}

function readReference(element: XmlElement) {
  return {
    tag: element.name,
    namespace: attributeNamed(element, "namespace") ?? "",
    location: (attributeNamed(element, "schemaLocation") ?? "").trim(),
    line: element.line,
  };
}

/** Target elements that the complete schemas of their namespace do not declare. */
export function missingElements(mapping: Mapping, schemas: Schemas): readonly MappingProblem[] {
  return mapping.types
    .filter((type) => !isOpen(type.targetElement))
    .flatMap(({ targetElement, line }) => {
      const prefix = targetElement.slice(0, Math.max(0, targetElement.lastIndexOf(":")));
      const namespace = mapping.namespaces.get(prefix);
      const declared = namespace === undefined ? undefined : schemas.elements.get(namespace);
      if (namespace === undefined || declared === undefined || schemas.incomplete.has(namespace))
        return [];
      const local = localPart(targetElement);
      if (declared.has(local)) return [];
      return [{ message: `descriptor <{${namespace}}:${local}> not found in parsed schema`, line }];
    })
    .toSorted((a, b) => a.line - b.line || compareText(a.message, b.message));
}
