/** Operations on access and accounts. */
import { documentTypes, lists, type Operations } from "./operation.ts";

/** The descriptions. */
export const securityOperations: Operations = {
  layerRules: {
    GET: lists("Read all layer rules"),
    POST: {
      summary: "Set a new list of layer rules; in the stock dialect, add rules to the list",
      takes: documentTypes,
      answers: {
        200: "Added (stock dialect)",
        201: "The list is set",
        409: "A rule is there already (stock dialect)",
        412: "If-Match does not match",
        422: "A key is no rule",
      },
    },
    PUT: {
      summary: "Change the roles of rules that are there",
      takes: documentTypes,
      answers: { 200: "Changed", 409: "A rule is not there", 422: "A key is no rule" },
    },
    DELETE: {
      summary: "Refused: the rule to remove must be named",
      answers: { 400: "The rule is not named" },
    },
  },
  layerRule: {
    DELETE: {
      summary: "Remove one layer rule",
      answers: { 200: "Removed", 404: "No such rule", 422: "The key is no rule" },
    },
  },
  catalogMode: {
    GET: lists("Read the catalog mode"),
    PUT: {
      summary: "Set the catalog mode: HIDE, MIXED or CHALLENGE",
      takes: documentTypes,
      answers: { 200: "Set", 404: "The element mode is missing", 422: "Not a mode" },
    },
  },
};
