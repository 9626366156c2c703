/** Manifest specs of the parts of documents, by type (`model/schema.ts`). */
import { z } from "zod";
import { formatKeyword, parseKeyword } from "../../../model/keyword.ts";
import type { Part, Parts, PartType } from "../../../model/schema.ts";
import { isLinkAddress } from "../../../wire/links.ts";
import { entriesSpec, entryValue, removableValue } from "./entries.ts";
import { documentText, filledText, MOST, statedText, trimmedText } from "./texts.ts";

/** The value that a manifest gives for a part. */
export type SaidPart<One extends Part> = One extends {
  readonly values: readonly (infer Value)[];
}
  ? Value
  : One["type"] extends "flag"
    ? boolean
    : One["type"] extends "count"
      ? number
      : One["type"] extends "texts" | "codes" | "systems"
        ? readonly string[]
        : One extends { readonly type: "records"; readonly parts: infer Inner extends Parts }
          ? readonly SaidParts<Inner>[]
          : One extends { readonly parts: infer Inner extends Parts }
            ? SaidParts<Inner>
            : string;

/** The members that a manifest gives. */
export type SaidParts<Table extends Parts> = {
  readonly [Name in keyof Table]?: SaidPart<Table[Name]> | undefined;
};

type PartsSpec<Table extends Parts> = {
  readonly [Name in keyof Table]: z.ZodOptional<z.ZodType<SaidPart<Table[Name]>>>;
};

const keyword = z
  .union([
    documentText,
    z.strictObject({
      value: filledText,
      language: filledText.optional(),
      vocabulary: filledText.optional(),
    }),
  ])
  .transform((one) => (typeof one === "string" ? one : formatKeyword(one)))
  .refine((text) => parseKeyword(text) !== undefined, "must not be empty nor hold a backslash");

/** Languages are used as element names. */
const LANGUAGE = /^[A-Za-z_][\w-]*$/;

const languages = z.record(
  z.string().regex(LANGUAGE, "must be a language, such as en or pt-BR, or default"),
  filledText,
);

const gml = z.record(
  z.string().regex(/^V_\d+$/, "must be a version, such as V_20"),
  z.strictObject({
    srsNameStyle: z.enum(["NORMAL", "XML", "URN", "URN2", "URL"]).optional(),
    overrideGMLAttributes: z.boolean().optional(),
    mimeTypeToForce: trimmedText.nullable().optional().describe("Null takes it away."),
  }),
);

/** Servers leave an empty list out, and then the default applies. */
const listOf = ({ usual, least = usual === undefined ? 0 : 1 }: Part) =>
  least === 0 ? z.array(filledText) : z.array(filledText).min(least);

/** An object of parts. */
const objectOf = ({ parts = {} }: Part) => z.strictObject(partsSpec(parts));

/** Codes with or without their authority. */
const codes = z.array(z.union([filledText, z.int().positive()]).transform(String));

const specs: Readonly<Partial<Record<PartType, (part: Part) => z.ZodType>>> = {
  flag: () => z.boolean(),
  count: ({ least = 1, most = MOST }) => z.int().min(least).max(most),
  number: ({ isBroken, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER }) =>
    (isBroken ? z.number() : z.int()).min(least).max(most),
  word: () => trimmedText,
  "filled-word": () => filledText,
  "filled-text": () => statedText,
  measure: () => filledText,
  token: () => filledText.refine((text) => !/\s/.test(text), "must not hold white space"),
  link: () =>
    filledText.refine(isLinkAddress, "is no address of http, https or ftp, and no relative one"),
  texts: listOf,
  codes: () => codes,
  systems: () => codes,
  versions: listOf,
  keywords: () => z.array(keyword),
  languages: () => languages,
  entries: () => entriesSpec(entryValue.transform(String).nullable()),
  "typed-entries": () => entriesSpec(removableValue),
  record: objectOf,
  records: (part) => z.array(objectOf(part)),
  group: objectOf,
  gml: () => gml,
};

/** The spec of a part; a text unless its type says otherwise. */
export function partSpec(part: Part): z.ZodType {
  const { type, values } = part;
  return values === undefined ? (specs[type]?.(part) ?? documentText) : z.enum(values);
}

/** The members of a spec, each with its documentation. */
export function partsSpec<const Table extends Parts>(table: Table): PartsSpec<Table> {
  const shape = Object.entries(table).map(([name, part]) => {
    const spec = partSpec(part);
    return [name, described(part.isRequired ? spec : spec.optional(), part)] as const;
  });
  return Object.fromEntries(shape) as PartsSpec<Table>;
}

/** A spec with the documentation of its part. */
export function described<Spec extends z.ZodType>(spec: Spec, { means }: Part): Spec {
  return means === undefined ? spec : spec.describe(means);
}
