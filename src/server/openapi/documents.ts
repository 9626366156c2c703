/** The documents in the bodies of each path. */
import { cascadedLayerDocuments } from "../../model/cascaded-layer.ts";
import { cascadedServices, cascadedStoreDocuments } from "../../model/cascaded-store.ts";
import { coverageDocument } from "../../model/coverage.ts";
import { coverageStoreDocument } from "../../model/coverage-store.ts";
import { dataStoreDocument } from "../../model/data-store.ts";
import { featureTypeDocument } from "../../model/feature-type.ts";
import { layerDocument } from "../../model/layer.ts";
import { loggingSettings } from "../../model/logging.ts";
import { plainNouns } from "../../model/nouns.ts";
import { serviceNames, serviceSettings } from "../../model/service.ts";
import { globalSettingTable, workspaceSettingTable } from "../../model/settings.ts";
import { contactTable } from "../../model/settings/contact.ts";
import { namespaceDocument, workspaceDocument } from "../../model/workspace.ts";
import type { PathName } from "../../wire/paths.ts";
import type { Method, Operation } from "./operation.ts";
import type { DescribedDocument } from "./schemas.ts";
import { diskQuotaDocument, tileLayerDocument } from "./tile-cache-documents.ts";
import {
  blobStoreDocuments,
  gridSetDocument,
  layerGroupDocument,
  nameListDocument,
  styleDocument,
} from "./written-documents.ts";

/** Paths of the documents and of the collections for POST. */
interface Places {
  readonly document: DescribedDocument;
  readonly single: readonly PathName[];
  readonly collection: readonly PathName[];
}

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
  {
    document: styleDocument,
    single: ["style", "workspaceStyle"],
    collection: ["styles", "workspaceStyles", "shortWorkspaceStyles", "layerStyles"],
  },
  { document: gridSetDocument, single: ["gridSet"], collection: [] },
  // A stock server accepts POST to the layer itself.
  { document: tileLayerDocument, single: ["tileLayer"], collection: ["tileLayer"] },
  { document: diskQuotaDocument, single: ["diskQuota"], collection: [] },
  ...blobStoreDocuments.map((document): Places => ({
    document,
    single: ["blobStore"],
    collection: [],
  })),
  {
    document: { root: "global", settings: globalSettingTable },
    single: ["settings"],
    collection: [],
  },
  { document: { root: "contact", settings: contactTable }, single: ["contact"], collection: [] },
  {
    document: { root: "settings", settings: workspaceSettingTable },
    single: ["workspaceSettings"],
    collection: ["workspaceSettings"],
  },
  { document: { root: "logging", settings: loggingSettings }, single: ["logging"], collection: [] },
  ...serviceNames.map((root): Places => ({
    document: { root, settings: serviceSettings[root] },
    single: ["service", "workspaceService"],
    collection: [],
  })),
  ...plainNouns.map(({ document, member }): Places => ({
    document: document as DescribedDocument,
    single: [member],
    collection: [`${member}s`],
  })),
];

/** Element names of lists and their paths. */
const lists: readonly (readonly [listed: string, paths: readonly PathName[]])[] = [
  ["workspace", ["workspaces"]],
  ["namespace", ["namespaces"]],
  ["dataStore", ["dataStores"]],
  ["coverageStore", ["coverageStores"]],
  ["featureType", ["featureTypes", "storeFeatureTypes"]],
  ["coverage", ["coverages", "storeCoverages"]],
  ["layer", ["layers", "workspaceLayers"]],
  ["layerGroup", ["layerGroups", "workspaceLayerGroups"]],
  ["style", ["styles", "workspaceStyles", "shortWorkspaceStyles", "layerStyles"]],
  ...cascadedServices.flatMap((service) => [
    [`${service}Store`, [`${service}Stores`]] as const,
    [`${service}Layer`, [`${service}Layers`, `${service}StoreLayers`]] as const,
  ]),
  ...plainNouns.map(({ member }) => [member, [`${member}s`]] as const),
];

const flatLists: typeof lists = [
  ["gridSet", ["gridSets"]],
  ["blobStore", ["blobStores"]],
];

/** Adds the documents of the body or response to an operation. */
export function withDocument(name: PathName, method: Method, operation: Operation): Operation {
  const place = method === "POST" ? "collection" : "single";
  const own = nouns.filter((noun) => noun[place].includes(name)).map((noun) => noun.document);
  const documents = method === "GET" ? [...own, ...listsAt(name, operation)] : own;
  return documents.length === 0 ? operation : { ...operation, documents };
}

/** A query may select a list of names. */
function listsAt(name: PathName, { query }: Operation): readonly DescribedDocument[] {
  const isHere = ([, paths]: (typeof lists)[number]) => paths.includes(name);
  const flat = flatLists.filter(isHere).map(([listed]): DescribedDocument => {
    return { root: `${listed}s`, listed, isFlat: true };
  });
  const named = lists.filter(isHere).map(([listed]): DescribedDocument => {
    return { root: `${listed}s`, listed };
  });
  return [...flat, ...named, ...(query?.["list"] === undefined ? [] : [nameListDocument])];
}
