/** Feature types of any store whose mapping does not publish them (docs/compatibility.md, "Feature types"). */
import { z } from "zod";
import { publishedFields as publishedTable } from "../../model/published.ts";
import { bindKind } from "../kind.ts";
import { attributesField, attributesSpec } from "./document/attributes.ts";
import { removeByLayer } from "./published/removal.ts";
import { boundsField, boundsSpec } from "./document/bounds.ts";
import { documentKind } from "./document/document-kind.ts";
import { listPublished, plainDataStores } from "./document/list.ts";
import { entriesSpec, entryValue, metadataField } from "./document/entries.ts";
import { keywordsField, textField } from "./document/fields.ts";
import {
  homesOf,
  layerOf,
  publishedCascades,
  publishedFields,
  publishedKeeps,
  publishedPaths,
  publishedSpec,
  declaredNativeName,
  storeFacts,
  setsOfLayer,
} from "./document/published.ts";

const spec = z.strictObject({
  ...publishedSpec,
  bounds: boundsSpec.optional(),
  attributes: attributesSpec.optional(),
  metadata: entriesSpec(entryValue)
    .optional()
    .describe("Entries that are plain texts; others stay as they are."),
});

type Spec = z.infer<typeof spec>;

/** Those that servers give by themselves. */
const KEYWORDS = ["features"] as const;

const paths = publishedPaths({
  document: "featureType",
  collection: "storeFeatureTypes",
  single: "storeFeatureType",
});

/** The kind `FeatureType`. */
export const featureTypeKind = bindKind(
  documentKind<Spec, Spec>({
    name: "FeatureType",
    description: "A feature type with its layer, where no AppSchemaStore publishes it.",
    spec,
    example: {
      metadata: { workspace: "roads", name: "ways" },
      spec: { store: "db", title: "Ways", srs: "EPSG:4326" },
    },
    requests: [
      "POST storeFeatureTypes",
      "PUT storeFeatureType",
      "DELETE storeFeatureType",
      "DELETE layer",
      "POST layerRules",
      "DELETE layerRule",
    ],
    weight: 50,
    noun: "feature type",
    root: "featureType",
    takes: "layer",
    fields: {
      nativeName: {
        ...textField("nativeName", publishedTable.nativeName),
        declare: declaredNativeName(["nativeName"]),
        // The old bounds are not those of what is shown now.
        query: ({ bounds }: Spec): Readonly<Record<string, string>> =>
          bounds === undefined ? { recalculate: "nativebbox,latlonbbox" } : {},
      },
      ...publishedFields,
      keywords: keywordsField(KEYWORDS),
      nativeBounds: boundsField("native"),
      geographicBounds: boundsField("geographic"),
      attributes: attributesField,
      metadata: metadataField,
    },
    read: async (manifest) => ({ declared: manifest.spec, diagnostics: [] }),
    terms: ({ srs, bounds }) => [
      { type: "system", text: srs, path: ["srs"] },
      { type: "system", text: bounds?.native?.crs, path: ["bounds", "native", "crs"] },
      { type: "system", text: bounds?.geographic?.crs, path: ["bounds", "geographic", "crs"] },
    ],
    requires: ({ workspace }, { store }) => [{ kind: "DataStore", workspace, name: store }],
    brings: layerOf,
    sets: setsOfLayer,
    contains: ({ address }) => layerOf(address),
    list: {
      inWorkspace: listPublished(
        { kind: "FeatureType", list: "featureTypes", element: "featureType", paths },
        plainDataStores,
      ),
    },
    livesIn: homesOf(["DataStore", "AppSchemaStore"]),
    always: storeFacts,
    paths,
    postedEnabled: true,
    removeWithDependents: ({ address }) => [removeByLayer("feature type", address)],
    keeps: publishedKeeps({ root: "featureType", paths, keywords: KEYWORDS }),
    cascades: publishedCascades({ root: "featureType", paths, keywords: KEYWORDS }),
  }),
);
