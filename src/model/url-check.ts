/**
 * URL checks: remote addresses that a map server may request for styles, icons and uploads. One
 * enabled check must match the whole address (docs/compatibility.md, "URL checks").
 */
import type { Details } from "./details.ts";
import { type NounDocument, type PartsOf, names } from "./schema.ts";
import type { PlainNoun } from "./noun.ts";

export interface UrlCheck {
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** A Java regular expression. */
  readonly regex: string;
  readonly details?: Details | undefined;
}

/** Fields of a URL check. */
export const urlCheckFields = {
  name: { type: "word" },
  description: {
    type: "optional-text",
    usual: null,
    means: "Description of the check.",
  },
  enabled: {
    type: "flag",
    usual: false,
    isUsualWhenUnsaid: true,
    exposure: "shows",
    means: "Whether the check is active; a new check is active only if this is true.",
  },
  regex: {
    type: "text",
    usual: "",
    exposure: "other",
    means: "Java regular expression that matches whole addresses.",
  },
} as const satisfies PartsOf<UrlCheck>;

const urlCheckDocument: NounDocument<UrlCheck> = {
  root: "regexUrlCheck",
  fields: urlCheckFields,
  elements: names("name description enabled regex"),
  written: [],
};

/** The declaration of URL checks. */
export const urlCheck = {
  kind: "UrlCheck",
  list: "/urlchecks",
  label: "URL check",
  document: urlCheckDocument,
  readers: "administrators",
  required: { regex: "The URL check configuration is required" },
  refusals: {
    missing: (name) => `No such URL check found: '${name}'`,
    unchangeable: (name) => `Can't change a non existent URL check (${name})`,
    taken: (name) => `URL check '${name}' already exists`,
    unnamed: "The URL check name is required",
  },
  stored: { file: "security/urlchecks.xml", element: "regex", usual: { enabled: "true" } },
} as const satisfies PlainNoun<UrlCheck>;
