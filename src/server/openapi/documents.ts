/** Which document the bodies at a path hold, of the nouns that have a table. */
import { cascadedLayerDocuments } from "../../model/cascaded-layer.ts";
import { cascadedServices, cascadedStoreDocuments } from "../../model/cascaded-store.ts";
import { coverageDocument } from "../../model/coverage.ts";
import { coverageStoreDocument } from "../../model/coverage-store.ts";
import { dataStoreDocument } from "../../model/data-store.ts";
import { featureTypeDocument } from "../../model/feature-type.ts";
import { layerDocument } from "../../model/layer.ts";
import { groupSettings } from "../../model/layer-group.ts";
import { loggingSettings } from "../../model/logging.ts";
import { regularNouns } from "../../model/regular-nouns.ts";
import { serviceNames, serviceSettings } from "../../model/service.ts";
import { namespaceDocument, workspaceDocument } from "../../model/workspace.ts";
import type { PathName } from "../../wire/paths.ts";
import type { Method, Operation } from "./operation.ts";
import type { DescribedDocument } from "./schemas.ts";

/** Paths of the documents themselves, and of the collections to which they are posted. */
interface Places {
  readonly document: DescribedDocument;
  readonly single: readonly PathName[];
  readonly collection: readonly PathName[];
}

/** The fields of a layer group that are texts and flags; its members are in no table. */
const layerGroupDocument: DescribedDocument = {
  root: "layerGroup",
  fields: { name: { type: "text" }, ...groupSettings },
  elements: new Set(),
};

const nouns: readonly Places[] = [
  { document: workspaceDocument, single: ["workspace"], collection: ["workspaces"] },
  { document: namespaceDocument, single: ["namespace"], collection: ["namespaces"] },
  { document: dataStoreDocument, single: ["dataStore"], collection: ["dataStores"] },
  { document: coverageStoreDocument, single: ["coverageStore"], collection: ["coverageStores"] },
  {
    document: featureTypeDocument,
    single: ["featureType", "storeFeatureType"],
    collection: ["featureTypes", "storeFeatureTypes"],
  },
  {
    document: coverageDocument,
    single: ["coverage", "storeCoverage"],
    collection: ["coverages", "storeCoverages"],
  },
  { document: layerDocument, single: ["layer", "workspaceLayer"], collection: [] },
  {
    document: layerGroupDocument,
    single: ["layerGroup", "workspaceLayerGroup"],
    collection: ["layerGroups", "workspaceLayerGroups"],
  },
  ...cascadedServices.flatMap((service): readonly Places[] => [
    {
      document: cascadedStoreDocuments[service],
      single: [`${service}Store`],
      collection: [`${service}Stores`],
    },
    {
      document: cascadedLayerDocuments[service],
      single: [`${service}Layer`, `${service}StoreLayer`],
      collection: [`${service}Layers`, `${service}StoreLayers`],
    },
  ]),
  { document: { root: "logging", settings: loggingSettings }, single: ["logging"], collection: [] },
  ...serviceNames.map((root): Places => ({
    document: { root, settings: serviceSettings[root] },
    single: ["service", "workspaceService"],
    collection: [],
  })),
  ...regularNouns.map(({ document, member }): Places => ({
    document: document as DescribedDocument,
    single: [member],
    collection: [`${member}s`],
  })),
];

/** The operation of a path, with the document that its body holds or that it answers. */
export function withDocument(name: PathName, method: Method, operation: Operation): Operation {
  const place = method === "POST" ? "collection" : "single";
  const documents = nouns.filter((noun) => noun[place].includes(name)).map((noun) => noun.document);
  return documents.length === 0 ? operation : { ...operation, documents };
}
