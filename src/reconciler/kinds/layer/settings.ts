/**
 * What the document of a layer says beside how it is drawn: fields that its manifest sets, each as far as it speaks
 * of it. The feature type or coverage behind it has documents of its own.
 */
import type { Address } from "../../../model/address.ts";
import { layerDocument, layerSettings, layerUsual } from "../../../model/layer.ts";
import { ownElements } from "../../../wire/codec.ts";
import { memberText, type Tree } from "../../../wire/tree.ts";
import type { FieldRule, Facts } from "../../kind.ts";
import {
  attributionField,
  attributionSpec,
  recordsField,
  recordsSpecs,
} from "../document/attribution.ts";
import { metadataField, metadataSpec } from "../document/entries.ts";
import {
  tableSpec,
  textField,
  type DeclaredPart,
  type DocumentField,
  type DocumentFields,
  type Members,
} from "../document/fields.ts";
import { unsaidIn } from "../document/unsaid.ts";

/** They in a spec. */
export const layerSettingsSpec = {
  ...tableSpec(layerSettings),
  attribution: attributionSpec.optional(),
  authorityUrls: recordsSpecs.authorityUrls.optional(),
  identifiers: recordsSpecs.identifiers.optional(),
  metadata: metadataSpec
    .optional()
    .describe("Entries that are plain texts, such as buffer; others stay."),
};

const path: DocumentField<{ readonly path?: string | undefined }> = {
  ...textField("path", layerSettings.path),
  shown: (document) => memberText(document, "path") || ROOT,
  declare: (document) => {
    const text = memberText(document, "path") ?? "";
    return { spec: text === "" || text === ROOT ? {} : { path: text } };
  },
};

/** The place of layers that nobody put anywhere. */
const ROOT = "/";

/** What a manifest says of them. */
type Said = Readonly<Record<string, unknown>>;

const fields = {
  path,
  interpolation: textField("interpolation", layerSettings.interpolation),
  attribution: attributionField,
  authorityUrls: recordsField("authorityUrls", "addresses of authorities"),
  identifiers: recordsField("identifiers", "identifiers"),
  metadata: metadataField,
};

/** They by their names; each takes what a spec says of it. */
const layerSettingFields = fields as unknown as DocumentFields<Said>;

/** Names of them. */
export const layerSettingNames: readonly string[] = Object.keys(fields);

/** Rules of them. */
export const layerSettingRules: Readonly<Record<keyof typeof fields, FieldRule>> =
  Object.fromEntries(
    Object.entries(fields).map(([name, { label }]) => [name, { onChange: "update", label }]),
  ) as Readonly<Record<keyof typeof fields, FieldRule>>;

/** What a manifest wants of them. */
export function wantedSettings(spec: Said): Facts {
  return Object.fromEntries(
    Object.entries(layerSettingFields).flatMap(([name, field]) => {
      const wanted = field.wanted(spec);
      return wanted === undefined ? [] : [[name, wanted] as const];
    }),
  );
}

/** What a document shows of those that are wanted. */
export function shownSettings(address: Address, document: Tree, wanted: Facts = {}): Facts {
  return Object.fromEntries(
    Object.entries(layerSettingFields).flatMap(([name, field]) => {
      const fact = wanted[name];
      if (fact === undefined) return [];
      const shown = field.shown(document, { address, wanted: fact, declared: undefined });
      return shown === undefined ? [] : [[name, shown] as const];
    }),
  );
}

/** Whether the body of some of them has to say again what the document says. */
export function needsDocument(names: readonly string[]): boolean {
  return names.some((name) => layerSettingFields[name]?.shares === true);
}

/** The members of a body that sets some of them. */
export function writtenSettings(
  spec: Said,
  names: readonly string[],
  before: Tree | undefined,
): Members {
  const written = names.flatMap((name) => {
    const field = layerSettingFields[name];
    const isSaid = field?.wanted(spec) !== undefined;
    if (field === undefined || !isSaid) return [];
    return Object.entries(field.body({ declared: spec, before, secrets: "written" }));
  });
  return Object.fromEntries(written);
}

/** What a manifest would say of a document, and names of what none does. */
export function declaredSettings(
  address: Address,
  document: Tree,
  statedOnly: boolean,
): Pick<DeclaredPart, "spec" | "notes"> {
  const parts = Object.values(layerSettingFields).map((field) =>
    field.declare(document, { address, statedOnly }),
  );
  return {
    spec: Object.assign({}, ...parts.map(({ spec }) => spec)) as Said,
    notes: [...parts.flatMap(({ notes = [] }) => notes), ...unsaidIn(document, SAID)],
  };
}

const SAID: ReadonlySet<string> = new Set([
  ...ownElements(layerDocument),
  ...Object.keys(layerUsual),
  "defaultWMSInterpolationMethod",
  "attribution",
  "authorityURLs",
  "identifiers",
  "metadata",
  "dateCreated",
  "dateModified",
  "modifiedBy",
  "id",
]);
