/** Operations on access rules, the catalog mode and the keystore. */
import { mediaTypes } from "../../wire/media.ts";
import { documentTypes, lists, readableTypes, removes, type Operation } from "./operation.ts";
import type { Operations } from "./operation.ts";

function ruleList(what: string) {
  return {
    GET: lists(`Read all rules on ${what}`),
    POST: {
      summary: `Replace the list of rules on ${what}. In the stock dialect, add rules to the list`,
      takes: readableTypes,
      answers: {
        documented: { 201: "The list is set" },
        geoserver: { 200: "The rules are added" },
      },
      refuses: ["bad-map-document", "rule-invalid", "rules-exist", "precondition-failed"],
    },
    PUT: {
      summary: `Change the roles of existing rules on ${what}`,
      takes: readableTypes,
      answers: { 200: "Changed" },
      refuses: ["bad-map-document", "rule-invalid", "rules-unknown", "precondition-failed"],
    },
    DELETE: {
      summary: "Refused: the rule to remove must be named",
      answers: {},
      refuses: ["collection-delete"],
    },
  } satisfies Operations[keyof Operations];
}

/** The key of such a rule has no slash; with one, the path does not exist. */
function rule(what: string) {
  const refuses = ["rule-invalid", "no-endpoint"] as const;
  return { DELETE: removes(`Remove one rule on ${what}`, { refuses }) };
}

const reload: Operation = {
  summary: "Reload rules and mode; this server is always up to date",
  answers: { 200: "Done" },
};

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
      takes: readableTypes,
      answers: { 200: "Set" },
      refuses: ["bad-map-document", "mode-missing", "mode-invalid", "precondition-failed"],
    },
  },
  catalogReload: { POST: reload, PUT: reload },
  keystorePassword: {
    GET: {
      summary: "Read the keystore password",
      gives: documentTypes,
      answers: { 200: "The password" },
      refuses: ["keystore-not-readable"],
    },
    PUT: {
      summary: "Change the keystore password",
      takes: readableTypes,
      answers: { 200: "Changed" },
      refuses: [
        "bad-map-document",
        "keystore-field-missing",
        "keystore-change",
        "keystore-not-writable",
        "not-possible",
        "precondition-failed",
      ],
    },
  },
  audit: {
    GET: {
      summary: "List changes: who, when, what",
      query: {
        after: "Id after which the page starts",
        newest: "`true`: the newest first",
        before: "With `newest`, the id before which the page starts",
        limit: "Entries of the page, at most 1,000",
        format: "`json` or `ndjson`",
      },
      gives: [mediaTypes.json, mediaTypes.ndjson],
      answers: { 200: "A page of entries; Link leads to the next" },
      refuses: ["query-invalid"],
    },
  },
};
