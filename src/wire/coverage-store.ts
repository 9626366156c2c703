/** The coverage store document (docs/compatibility.md, "Coverage stores and coverages"). */
import { names } from "../model/fields.ts";
import type { Details, DetailsChange } from "../model/details.ts";
import { storeFlags, workspaceReference } from "./data-store.ts";
import { renderDate } from "./date.ts";
import { arranged, detailsOf, neutralBody, nullableText } from "./details.ts";
import {
  optional,
  renderDocument,
  value,
  type Fields,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { pathOf } from "./paths.ts";
import { member, memberFlag, memberText, referenceName, type Tree } from "./tree.ts";

/** What the document shows; dates are ISO 8601. */
export interface CoverageStoreDocument {
  readonly name: string;
  readonly workspace: string;
  readonly description: string | null;
  readonly storeType: string | null;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly url: string | null;
  readonly details: Details;
  readonly created: string;
  readonly modified: string | null;
}

/** What a client sends; absent fields keep their value, null un-sets. */
export interface CoverageStoreInput {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly storeType?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly isDefault?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly url?: string | null | undefined;
  readonly details: DetailsChange;
}

const ORDER = names(
  `name description type enabled workspace connectionParameters metadata _default dateCreated
   dateModified disableOnConnFailure url coverages`,
);

const OWN = names(
  `name description type enabled workspace _default __default dateCreated dateModified modifiedBy
   url coverages`,
);

/** Renders the document. */
export function renderCoverageStore(
  store: CoverageStoreDocument,
  rendering: Rendering & {
    /** False for the answer to an upload of a stock server, which names the workspace and leads nowhere. */
    readonly isLinked?: boolean;
  },
): RenderedDocument {
  const { name, workspace } = store;
  const { isLinked = true } = rendering;
  const coverages = pathOf("storeCoverages", { workspace, store: name });
  const own: Fields = [
    ["name", value(name)],
    ["description", optional(store.description)],
    ["type", optional(store.storeType)],
    ["enabled", value(store.enabled)],
    [
      "workspace",
      isLinked
        ? workspaceReference(workspace)
        : { type: "object", fields: [["name", value(workspace)]] },
    ],
    ["_default", value(store.isDefault)],
    ["dateCreated", value(renderDate(store.created))],
    ["dateModified", optional(store.modified && renderDate(store.modified))],
    ["url", optional(store.url)],
    ["coverages", isLinked ? { type: "link", path: coverages } : undefined],
  ];
  const shown = { ...storeFlags, ...store.details };
  return renderDocument("coverageStore", arranged(ORDER, own, shown), rendering);
}

/** Reads the content of a `coverageStore` body. Throws WireError. */
export function parseCoverageStoreInput(tree: Tree): CoverageStoreInput {
  const body = neutralBody(tree);
  const storeType = nullableText(body, "type");
  return {
    name: memberText(body, "name"),
    description: nullableText(body, "description"),
    storeType: storeType === "" ? null : storeType,
    enabled: memberFlag(body, "enabled"),
    isDefault: memberFlag(body, "__default") ?? memberFlag(body, "_default"),
    workspace: referenceName(member(body, "workspace")) || undefined,
    url: nullableText(body, "url"),
    details: detailsOf(body, OWN),
  };
}
