/** The data store document (docs/interface.md, 2.1). */
import { names } from "../model/fields.ts";
import type { Details, DetailsChange } from "../model/details.ts";
import { renderDate } from "./date.ts";
import { parseEntries } from "./body.ts";
import {
  arranged,
  detailsOf,
  filledText,
  neutralBody,
  nullableText,
  type NeutralBody,
} from "./details.ts";
import {
  optional,
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
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
  readonly details?: Details | undefined;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends; absent fields keep their value, null un-sets, a map replaces the whole map. */
export interface DataStoreInput {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly storeType?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  readonly isDefault?: boolean | undefined;
  readonly details: DetailsChange;
}

const ORDER = names(
  `name description type enabled workspace connectionParameters metadata _default dateCreated
   dateModified disableOnConnFailure featureTypes`,
);

const OWN = names(
  `name description type enabled workspace connectionParameters _default __default dateCreated
   dateModified modifiedBy featureTypes`,
);

/** What documents of stores say where nobody said otherwise, as stock servers do. */
export const storeFlags: Details = { disableOnConnFailure: false };

/** Renders the document. */
export function renderDataStore(store: DataStoreDocument, rendering: Rendering): RenderedDocument {
  const { name, workspace } = store;
  const own: Fields = [
    ["name", value(name)],
    ["description", optional(store.description)],
    ["type", value(store.storeType)],
    ["enabled", value(store.enabled)],
    ["workspace", workspaceReference(workspace)],
    ["connectionParameters", { type: "entries", entries: store.parameters }],
    ["_default", value(store.isDefault)],
    ["dateCreated", value(renderDate(store.created))],
    ["dateModified", optional(store.modified && renderDate(store.modified))],
    [
      "featureTypes",
      { type: "link", path: pathOf("storeFeatureTypes", { workspace, store: name }) },
    ],
  ];
  const shown = { ...storeFlags, ...store.details };
  return renderDocument("dataStore", arranged(ORDER, own, shown), rendering);
}

/** The workspace as a store's document names it. */
export function workspaceReference(workspace: string): DocumentNode {
  return {
    type: "reference",
    path: pathOf("workspace", { workspace }),
    fields: [["name", value(workspace)]],
  };
}

/** Reads the content of a `dataStore` body. Throws WireError. */
export function parseDataStoreInput(tree: Tree): DataStoreInput {
  const body = neutralBody(tree);
  return { ...ownFields(body), details: detailsOf(body, OWN) };
}

function ownFields(body: NeutralBody): Omit<DataStoreInput, "details"> {
  return {
    name: memberText(body, "name"),
    description: nullableText(body, "description"),
    storeType: filledText(body, "type"),
    enabled: memberFlag(body, "enabled"),
    workspace: referenceName(member(body, "workspace")),
    parameters: parseEntries(member(body, "connectionParameters")),
    isDefault: memberFlag(body, "__default") ?? memberFlag(body, "_default"),
  };
}

/** Reads a data store document a server answered with. Throws WireError. */
export function parseDataStore(response: WireResponse): Omit<DataStoreInput, "details"> {
  return ownFields(neutralBody(parseXml(bodyText(response)).content));
}
