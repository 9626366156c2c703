/** Operations on access rules, the catalog mode and the keystore. */
import { mediaTypes } from "../../wire/media.ts";
import { documentTypes, lists, type Operation, type Operations } from "./operation.ts";

function ruleList(what: string) {
  return {
    GET: lists(`Read all rules on ${what}`),
    POST: {
      summary: `Set a new list of rules on ${what}; in the stock dialect, add rules to the list`,
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
      summary: `Change the roles of rules on ${what} that are there`,
      takes: documentTypes,
      answers: { 200: "Changed", 409: "A rule is not there", 422: "A key is no rule" },
    },
    DELETE: {
      summary: "Refused: the rule to remove must be named",
      answers: { 400: "The rule is not named" },
    },
  };
}

function rule(what: string): { readonly DELETE: Operation } {
  const answers = { 200: "Removed", 404: "No such rule", 422: "The key is no rule" };
  return { DELETE: { summary: `Remove one rule on ${what}`, answers } };
}

const reload: Operation = {
  summary: "Read rules and mode anew; here they are never old",
  answers: { 200: "Done" },
};

/** The descriptions. */
export const securityOperations: Operations = {
  layerRules: ruleList("layers"),
  layerRule: rule("layers"),
  serviceRules: ruleList("services"),
  serviceRule: rule("services"),
  restRules: ruleList("requests"),
  restRule: rule("requests; its key may be percent-encoded once or twice"),
  catalogMode: {
    GET: lists("Read the catalog mode"),
    PUT: {
      summary: "Set the catalog mode: HIDE, MIXED or CHALLENGE",
      takes: documentTypes,
      answers: { 200: "Set", 404: "The element mode is missing", 422: "Not a mode" },
    },
  },
  catalogReload: { POST: reload, PUT: reload },
  keystorePassword: {
    GET: {
      summary: "Read the keystore password",
      gives: documentTypes,
      answers: { 200: "The password", 405: "The server was told not to show it" },
    },
    PUT: {
      summary: "Change the keystore password",
      takes: documentTypes,
      answers: {
        200: "Changed",
        400: "A password is missing",
        405: "Not an administrator, or the password cannot be kept",
        422: "The old password is wrong, or the new one cannot be used",
      },
    },
  },
  audit: {
    GET: {
      summary: "Who changed what, oldest first",
      query: {
        after: "Id after which the page starts",
        limit: "Entries of the page, at most 1,000",
        format: "`json` or `ndjson`",
      },
      gives: [mediaTypes.json, "application/x-ndjson"],
      answers: { 200: "A page of entries", 400: "A parameter is no number" },
    },
  },
};
