/** Operations on workspaces, namespaces, data stores and what they publish. */
import { mediaTypes } from "../../wire/media.ts";
import {
  creates,
  lists,
  reads,
  recurse,
  removes,
  updates,
  type Operation,
  type Operations,
} from "./operation.ts";

const reset: Operation = {
  summary: "Forget what is cached of it; nothing is",
  answers: { 200: "It is there", 404: "No such object" },
};

const calculated = { recalculate: "Accepted; bounds are those that were given" };

const listed = { list: "`configured` (default), `available` or `all`: what the list holds" };

const coverage = {
  GET: reads("Read a coverage"),
  PUT: updates("Change a coverage", { query: { calculate: calculated.recalculate } }),
  DELETE: removes("Remove a coverage", { query: recurse }),
};

/** The descriptions. */
export const storeOperations: Operations = {
  workspaces: {
    GET: lists("List workspaces"),
    POST: creates("Create a workspace with its namespace", {
      query: { default: "`true`: make it the default one" },
    }),
  },
  workspace: {
    GET: reads("Read a workspace"),
    PUT: updates("Change or rename a workspace; `default` sets the default one", {
      answers: { 409: "Another workspace has the name" },
    }),
    DELETE: removes("Remove a workspace", { query: recurse }),
  },
  namespaces: {
    GET: lists("List namespaces"),
    POST: creates("Create a namespace with its workspace"),
  },
  namespace: {
    GET: reads("Read a namespace"),
    PUT: updates("Change the URI of a namespace; its stores follow"),
    DELETE: removes("Remove a namespace and its workspace"),
  },
  dataStores: {
    GET: reads("List the data stores of a workspace"),
    POST: creates("Create a data store by its parameters"),
  },
  dataStore: {
    GET: reads("Read a data store"),
    PUT: updates("Change a data store"),
    DELETE: removes("Remove a data store", { query: recurse }),
  },
  dataStoreUpload: {
    PUT: {
      summary: "Upload a mapping file or an archive of mapping files and schemas",
      query: { configure: "`all`, `first` (default) or `none`: which mapped types are published" },
      takes: [mediaTypes.textXml, mediaTypes.zip],
      answers: {
        200: "The mapping was replaced, or an archive created the store",
        201: "A mapping file created the store",
        202: "Nothing was configured (stock dialect)",
        400: "The mapping or archive cannot be read",
        404: "No such workspace",
        409: "The store is of another type",
        412: "If-Match does not match",
        415: "The body is not what it is called",
        422: "The mapping does not hold together",
      },
    },
  },
  dataStoreReset: { POST: reset, PUT: reset },
  storeFeatureTypes: {
    GET: reads("List the feature types of a data store", { query: listed }),
    POST: creates("Publish a feature type of a data store"),
  },
  storeFeatureType: {
    GET: reads("Read a feature type"),
    PUT: updates("Change a feature type", { query: calculated }),
    DELETE: removes("Remove a feature type", { query: recurse }),
  },
  storeFeatureTypeReset: { POST: reset, PUT: reset },
  featureTypes: {
    GET: reads("List the feature types of a workspace"),
    POST: creates("Publish a feature type of the store that the body names"),
  },
  featureType: {
    GET: reads("Read a feature type"),
    PUT: updates("Change a feature type", { query: calculated }),
    DELETE: removes("Remove a feature type", { query: recurse }),
  },
  featureTypeReset: { POST: reset, PUT: reset },
  coverageStores: {
    GET: reads("List the coverage stores of a workspace"),
    POST: creates("Create a coverage store by its document"),
  },
  coverageStore: {
    GET: reads("Read a coverage store"),
    PUT: updates("Change a coverage store"),
    DELETE: removes("Remove a coverage store", {
      query: { ...recurse, purge: "`none`, `metadata` or `all`, for stores with an index" },
    }),
  },
  coverageStoreReset: { POST: reset, PUT: reset },
  storeCoverages: {
    GET: reads("List the coverages of a coverage store", { query: listed }),
    POST: creates("Configure a coverage"),
  },
  storeCoverage: coverage,
  storeCoverageReset: { POST: reset, PUT: reset },
  coverages: {
    GET: reads("List the coverages of a workspace"),
    POST: creates("Configure a coverage of the store that the body names"),
  },
  coverage,
  wmsStores: { GET: reads("List cascaded map services: there are none") },
  wmtsStores: { GET: reads("List cascaded tile services: there are none") },
};
