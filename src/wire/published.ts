/** What the documents of feature types and coverages have in common. */
import { names } from "../model/fields.ts";
import type { Details, DetailsChange } from "../model/details.ts";
import { splitQualifiedName } from "../model/layer.ts";
import { detailsOf, filledText, neutralBody, nullableText } from "./details.ts";
import { optional, value, type Fields } from "./document.ts";
import { pathOf } from "./paths.ts";
import { member, memberFlag, referenceName, type Tree } from "./tree.ts";

/** What the documents show. */
export interface PublishedDocument {
  readonly name: string;
  readonly nativeName: string;
  readonly workspace: string;
  readonly store: string;
  readonly title: string | null;
  readonly enabled: boolean;
  readonly details: Details;
}

/** What a client sends; absent fields keep their value, null un-sets, maps and lists are replaced. */
export interface PublishedInput {
  readonly name?: string | undefined;
  readonly nativeName?: string | undefined;
  readonly title?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly store?: string | undefined;
  readonly details: DetailsChange;
}

const OWN = names(
  "name nativeName namespace title enabled store dateCreated dateModified modifiedBy",
);

/**
 * What documents of either say where nobody said otherwise: stock servers always write these, and
 * clients take them for granted. Deviation: flags-told.
 */
export const publishedFlags: Details = {
  projectionPolicy: "FORCE_DECLARED",
  advertised: true,
  serviceConfiguration: false,
  simpleConversionEnabled: false,
};

/** The fields that a catalog understands of either; `storeClass` is the noun of the store. */
export function publishedFields(
  published: PublishedDocument,
  storeClass: "dataStore" | "coverageStore",
): Fields {
  const { name, workspace, store } = published;
  return [
    ["name", value(name)],
    ["nativeName", value(published.nativeName)],
    [
      "namespace",
      {
        type: "reference",
        path: pathOf("namespace", { namespace: workspace }),
        fields: [["name", value(workspace)]],
      },
    ],
    ["title", optional(published.title)],
    ["enabled", value(published.enabled)],
    [
      "store",
      {
        type: "reference",
        className: storeClass,
        path: pathOf(storeClass, { workspace, store }),
        fields: [["name", value(`${workspace}:${store}`)]],
      },
    ],
  ];
}

/** Reads the content of a `featureType` or `coverage` body. Throws WireError. */
export function parsePublishedInput(tree: Tree): PublishedInput {
  const body = neutralBody(tree);
  const store = referenceName(member(body, "store"));
  return {
    name: filledText(body, "name"),
    nativeName: filledText(body, "nativeName"),
    title: nullableText(body, "title"),
    enabled: memberFlag(body, "enabled"),
    workspace: referenceName(member(body, "namespace")) || undefined,
    store: store === undefined || store === "" ? undefined : splitQualifiedName(store).name,
    details: detailsOf(body, OWN),
  };
}
