/** Operations on the persisted schemas of document databases. */
import { mediaTypes } from "../../wire/media.ts";
import type { Operation, Operations } from "./operation.ts";

const refusals = {
  400: "No such store, or nothing says which documents to read",
  422: "The database's address cannot be read, or no document is there",
  502: "The database cannot be reached or refuses",
};

const selection = {
  ids: "Ids of documents, joined by commas; needed without `max`",
  max: "How many documents are read at most; needed without `ids`",
};

const clean: Operation = {
  summary: "Remove the persisted schemas",
  answers: { 200: "Removed", 400: "No such store" },
};

const rebuild: Operation = {
  summary: "Make the schemas of all internal stores anew, from documents",
  query: selection,
  answers: { 200: "Made", ...refusals },
};

const rebuildOne: Operation = {
  summary: "Make the schemas of one internal store anew, from documents",
  query: { ...selection, schema: "Name of the only schema to make" },
  answers: { 200: "Made", ...refusals },
};

/** The descriptions. */
export const documentSchemaOperations: Operations = {
  cleanSchemas: { POST: clean },
  cleanInternalSchemas: { POST: clean },
  rebuildSchemas: { POST: rebuild },
  rebuildMongoSchemas: { POST: rebuild },
  rebuildInternalSchemas: { POST: rebuildOne },
  rebuildInternalMongoSchemas: { POST: rebuildOne },
  documentSchemas: {
    GET: {
      summary: "Read the persisted schemas of an internal store",
      gives: [mediaTypes.json],
      answers: { 200: "The schemas", 404: "No such store" },
    },
  },
};
