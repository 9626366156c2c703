/** Operations on workspaces, namespaces, stores and resources. */
import { coverageDocument } from "../../model/coverage.ts";
import { coverageStoreDocument } from "../../model/coverage-store.ts";
import { dataStoreDocument } from "../../model/data-store.ts";
import { featureTypeDocument } from "../../model/feature-type.ts";
import { namespaceDocument, workspaceDocument } from "../../model/workspace.ts";
import { mediaTypes } from "../../wire/media.ts";
import type { CatalogErrorCode } from "../catalog/errors.ts";
import { cascadedOperations } from "./cascades.ts";
import {
  lists,
  objects,
  reads,
  recurse,
  zipTypes,
  type Operation,
  type Operations,
} from "./operation.ts";

const reset: Operation = {
  summary: "Reset caches; this server has none",
  answers: { 200: "It exists" },
  refuses: ["not-found"],
};

const calculated = { recalculate: "Accepted; bounds are those that were given" };

const listed = { list: "`configured` (default), `available` or `all`: what the list holds" };

const store: readonly CatalogErrorCode[] = [
  "not-found",
  "store-workspace-missing",
  "store-exists",
  "expected-other",
];

const published: readonly CatalogErrorCode[] = ["resource-exists", "expected-other"];

const index: readonly CatalogErrorCode[] = ["index-unreachable", "index-unusable"];

const configure: readonly CatalogErrorCode[] = [
  ...published,
  "not-found",
  "store-missing",
  "field-missing",
  "coverage-unknown",
  "coverage-unnamed",
  "mosaic-empty",
  ...index,
];

const coverage = {
  documents: [coverageDocument],
  update: {
    query: { calculate: calculated.recalculate },
    refuses: ["not-found", ...published, ...index],
  },
  remove: { query: recurse, refuses: ["coverage-in-use", "used-by-group"] },
} as const;

const publish: readonly CatalogErrorCode[] = [
  ...published,
  "not-found",
  "store-missing",
  "feature-type-unknown",
];

const featureType = {
  documents: [featureTypeDocument],
  update: { query: calculated, refuses: ["not-found", ...published] },
  remove: { query: recurse, refuses: ["feature-type-in-use", "used-by-group"] },
} as const;

/** Errors of changes of workspaces and namespaces. */
const renamed: readonly CatalogErrorCode[] = [
  "not-found",
  "name-fixed",
  "name-reserved",
  "namespace-exists",
  "field-missing",
  "store-missing",
];

const upload: Operation = {
  summary: "Upload a mapping file or an archive of mapping files and schemas; `file.appschema`",
  query: {
    configure: "`all`, `first` (default) or `none`: which mapped types are published",
    filename: "Name under which a single file is kept",
  },
  takes: [mediaTypes.xml, mediaTypes.textXml, ...zipTypes],
  answers: {
    documented: {
      200: "The mapping was replaced, or an archive created the store",
      201: "A mapping file created the store",
    },
    geoserver: { 201: "The mapping is stored", 202: "It is stored, and nothing was configured" },
  },
  refuses: [
    "unsupported-format",
    "not-found",
    "store-type",
    "zip-malformed",
    "zip-not-a-zip",
    "unlike-type",
    "mapping-missing",
    "mapping-unreadable",
    "bad-mapping",
    "mapped-elsewhere",
    "precondition-failed",
  ],
};

const workspaces: Operations = {
  ...objects("workspace", {
    documents: [workspaceDocument],
    list: lists("List workspaces"),
    create: {
      summary: "Create a workspace with its namespace",
      query: { default: "`true`: make it the default one" },
      refuses: ["workspace-exists", "name-reserved"],
    },
    update: {
      summary: "Change or rename a workspace; `default` sets the default workspace",
      refuses: renamed,
    },
    remove: { query: recurse, refuses: ["workspace-not-empty"] },
  }),
  ...objects("workspace", {
    path: "namespace",
    listed: "namespace",
    label: "namespace",
    documents: [namespaceDocument],
    list: lists("List namespaces"),
    create: {
      summary: "Create a namespace with its workspace",
      refuses: ["namespace-exists", "field-missing"],
    },
    update: {
      summary: "Change the URI of a namespace; `default` sets the default namespace",
      refuses: renamed,
    },
    remove: {
      summary: "Remove a namespace and its workspace",
      refuses: ["namespace-not-empty", "not-possible"],
    },
  }),
};

const coverages: Operations = {
  ...objects("coverage-store", {
    documents: [coverageStoreDocument],
    list: reads("List the coverage stores of a workspace"),
    create: {
      summary: "Create a coverage store by its document",
      refuses: [...store, "field-missing", "mosaic-unusable", "too-large", ...index],
    },
    update: { refuses: store },
    remove: {
      query: { ...recurse, purge: "`none`, `metadata` or `all`, for stores with an index" },
      refuses: ["coverage-store-not-empty", ...index],
    },
  }),
  coverageStoreReset: { POST: reset, PUT: reset },
  ...objects("coverage", {
    ...coverage,
    path: "storeCoverage",
    list: reads("List the coverages of a coverage store", {
      query: listed,
      refuses: ["coverages-unreadable"],
    }),
    create: { summary: "Configure a coverage", refuses: configure },
  }),
  storeCoverageReset: { POST: reset, PUT: reset },
  ...objects("coverage", {
    ...coverage,
    list: reads("List the coverages of a workspace"),
    create: {
      summary: "Configure a coverage of the store that the body names",
      refuses: configure,
    },
  }),
};

export const storeOperations: Operations = {
  ...workspaces,
  ...objects("data-store", {
    documents: [dataStoreDocument],
    list: reads("List the data stores of a workspace"),
    create: { summary: "Create a data store by its parameters", refuses: store },
    update: { refuses: store },
    remove: { query: recurse, refuses: ["store-not-empty"] },
  }),
  dataStoreUpload: { PUT: upload },
  dataStoreReset: { POST: reset, PUT: reset },
  ...objects("feature-type", {
    ...featureType,
    path: "storeFeatureType",
    list: reads("List the feature types of a data store", { query: listed }),
    create: { summary: "Publish a feature type of a data store", refuses: publish },
  }),
  storeFeatureTypeReset: { POST: reset, PUT: reset },
  ...objects("feature-type", {
    ...featureType,
    list: lists("List the feature types of a workspace"),
    create: {
      summary: "Publish a feature type of the store that the body names",
      refuses: publish,
    },
  }),
  featureTypeReset: { POST: reset, PUT: reset },
  ...coverages,
  ...cascadedOperations,
};
