/** Operations on the schemas of document databases. */
import { mediaTypes } from "../../wire/media.ts";
import { reads, type Operation, type Operations } from "./operation.ts";

const selection = {
  ids: "Ids of documents, joined by commas; needed without `max`",
  max: "How many documents are read at most; needed without `ids`",
};

const clean: Operation = {
  summary: "Remove the persisted schemas",
  answers: { 200: "Removed" },
  refuses: ["document-stores"],
};

const rebuild: Operation = {
  summary: "Rebuild the schemas of all internal stores from documents",
  query: selection,
  answers: { 200: "Made" },
  refuses: [
    "document-stores",
    "document-ids-invalid",
    "document-database-address",
    "document-database-unreachable",
    "document-schema-empty",
    "mapping-changed",
  ],
};

const rebuildOne: Operation = {
  ...rebuild,
  summary: "Rebuild the schemas of one internal store from documents",
  query: { ...selection, schema: "Name of the only schema to make" },
};

export const documentSchemaOperations: Operations = {
  cleanSchemas: { POST: clean },
  cleanInternalSchemas: { POST: clean },
  rebuildSchemas: { POST: rebuild },
  rebuildMongoSchemas: { POST: rebuild },
  rebuildInternalSchemas: { POST: rebuildOne },
  rebuildInternalMongoSchemas: { POST: rebuildOne },
  documentSchemas: {
    GET: reads("Read the persisted schemas of an internal store", { gives: [mediaTypes.json] }),
  },
};
