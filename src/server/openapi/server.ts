/** Operations on the server itself and on its data directory. */
import { mediaTypes } from "../../wire/media.ts";
import { documentTypes, lists, type Operation, type Operations } from "./operation.ts";

const read: Operation = {
  summary: "Read a file, list a folder, or read the metadata of either",
  query: {
    operation: "`default` or `metadata`",
    format: "`html`, `xml` or `json`, for folders and metadata",
  },
  gives: [mediaTypes.binary, ...documentTypes, "text/html"],
  answers: { 200: "The file, the listing or the metadata", 404: "Nothing lies there" },
};

const write: Operation = {
  summary: "Write a file, or move or copy one that the body names",
  query: { operation: "`default`, `move` or `copy`" },
  takes: [mediaTypes.binary],
  answers: {
    201: "Written",
    404: "The source is missing",
    405: "A folder lies there",
    412: "If-Match does not match",
  },
};

const remove: Operation = {
  summary: "Remove a file, or a folder with all in it",
  answers: { 200: "Removed", 404: "Nothing lies there", 412: "If-Match does not match" },
};

/** The descriptions. */
export const serverOperations: Operations = {
  version: {
    GET: lists("Who answers, in which version", {
      query: {
        manifest: "Name of a component; `.*` stands for anything",
        from: "First name",
        to: "Last name",
        key: "A property that components must have",
        value: "The value of a property",
      },
    }),
  },
  openApi: {
    GET: {
      summary: "This document",
      gives: [mediaTypes.json],
      answers: { 200: "The interface as OpenAPI 3.1" },
    },
  },
  resources: { GET: read, PUT: write, DELETE: remove },
  resource: { GET: read, PUT: write, DELETE: remove },
};
