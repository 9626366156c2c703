/** Document databases in a mapping file. Addresses contain credentials and are secrets. */
import { isOpen } from "../model/app-schema.ts";
import { secret, type Secret } from "../model/secret.ts";
import { mappingText, type MappingProperties } from "./mapping.ts";
import { childElements, childNamed, childrenNamed, trimmedText } from "./xml-document.ts";
import { withXmlDocument, type XmlElement } from "./xml-document.ts";

/** An internal document database. */
export interface DocumentSource {
  readonly id: string;
  /** The `data_store` parameter. */
  readonly address: Secret;
  /** Whether the address contains an unresolved `${…}`. */
  readonly open: boolean;
}

/** Throws WireError as `parseMapping` does. */
export function parseDocumentSources(
  bytes: Uint8Array,
  properties: MappingProperties,
): readonly DocumentSource[] {
  const { text, encoding } = mappingText(bytes, properties);
  return withXmlDocument(
    text,
    (root) => {
      const stores = childNamed(root, "sourceDataStores");
      return stores === undefined ? [] : childElements(stores).flatMap(readSource);
    },
    encoding,
  );
}

function readSource(store: XmlElement): readonly DocumentSource[] {
  const parameters = childrenNamed(childNamed(store, "parameters"), "Parameter");
  const found = parameters.find((one) => trimmedText(childNamed(one, "name")) === "data_store");
  if (found === undefined) return [];
  const address = trimmedText(childNamed(found, "value"));
  const id = trimmedText(childNamed(store, "id"));
  return [{ id, address: secret(address), open: isOpen(address) }];
}
