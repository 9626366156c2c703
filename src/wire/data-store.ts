/** The data store document (docs/interface.md, 2.1). */
import { renderDate } from "./date.ts";
import { parseEntries } from "./body.ts";
import {
  optional,
  renderDocument,
  value,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { pathOf } from "./paths.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { member, memberFlag, memberText, referenceName, type Tree } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** What the document shows; dates are ISO 8601. */
export interface DataStoreDocument {
  readonly name: string;
  readonly workspace: string;
  readonly description: string | null;
  readonly storeType: string;
  readonly enabled: boolean;
  readonly parameters: ReadonlyMap<string, string>;
  readonly isDefault: boolean;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends; absent fields keep their value, a map replaces the whole map. */
export interface DataStoreInput {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly storeType?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  readonly isDefault?: boolean | undefined;
}

/** Renders the document. */
export function renderDataStore(store: DataStoreDocument, rendering: Rendering): RenderedDocument {
  const { name, workspace } = store;
  return renderDocument(
    "dataStore",
    [
      ["name", value(name)],
      ["description", optional(store.description)],
      ["type", value(store.storeType)],
      ["enabled", value(store.enabled)],
      [
        "workspace",
        {
          type: "reference",
          path: pathOf("workspace", { workspace }),
          fields: [["name", value(workspace)]],
        },
      ],
      ["connectionParameters", { type: "entries", entries: store.parameters }],
      ["_default", value(store.isDefault)],
      ["dateCreated", value(renderDate(store.created))],
      ["dateModified", optional(store.modified && renderDate(store.modified))],
      [
        "featureTypes",
        { type: "link", path: pathOf("storeFeatureTypes", { workspace, store: name }) },
      ],
    ],
    rendering,
  );
}

/** Reads the content of a `dataStore` body. */
export function parseDataStoreInput(tree: Tree): DataStoreInput {
  return {
    name: memberText(tree, "name"),
    description: memberText(tree, "description"),
    storeType: memberText(tree, "type"),
    enabled: memberFlag(tree, "enabled"),
    workspace: referenceName(member(tree, "workspace")),
    parameters: parseEntries(member(tree, "connectionParameters")),
    isDefault: memberFlag(tree, "__default") ?? memberFlag(tree, "_default"),
  };
}

/** Reads a data store document a server answered with. Throws WireError. */
export function parseDataStore(response: WireResponse): DataStoreInput {
  return parseDataStoreInput(parseXml(bodyText(response)).content);
}
