/**
 * Properties of documents that manifests may set: how each is compared with what a server shows,
 * and how a body sets it. What a manifest leaves out stays as it is.
 */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import type { Exposure } from "../../../model/exposure.ts";
import type { Field } from "../../../model/fields.ts";
import { memberFlag, memberText, memberWholeText, type Tree } from "../../../wire/tree.ts";
import { writableText } from "../../../model/writable.ts";
import { type XmlValue } from "../../../wire/xml.ts";
import type { DeclaredSecret, FactValue, FieldRule } from "../../kind.ts";

/** Members of a body. */
export type Members = Readonly<Record<string, XmlValue>>;

/** What looking at a document needs beside it. */
export interface Shown<Declared> {
  readonly address: Address;
  /** What is or was wanted of the property. */
  readonly wanted: FactValue;
  /** Absent for objects that no manifest declares any more. */
  readonly declared: Declared | undefined;
}

/** What a body is written from. */
export interface Written<Declared> {
  readonly declared: Declared;
  /** The document that is there; undefined for a new one. */
  readonly before: Tree | undefined;
  /** Whether secrets are written, or only where they stand. */
  readonly secrets: "written" | "masked";
}

/** What writing a manifest for a document needs beside it. */
export interface DeclareContext {
  readonly address: Address;
  /** Whether documents show only what somebody said, and nothing that a server found out. */
  readonly statedOnly: boolean;
}

/** What a manifest would say of a property. */
export interface DeclaredPart {
  /** Members of the spec; none where the property is as usual. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly secrets?: readonly DeclaredSecret[];
  /** What of the property no field says, in words. */
  readonly notes?: readonly string[];
  /** Why nothing can be said at all. */
  readonly refusal?: string;
}

/** One property of a document. */
export interface DocumentField<Declared> {
  /** As that of the rule of a field. */
  readonly label?: string;
  readonly onChange: "update" | "replace";
  /** What the manifest wants; undefined where it leaves the property as it is. */
  readonly wanted: (declared: Declared) => FactValue | undefined;
  /** What a document shows of what is wanted; undefined where it cannot show it. */
  readonly shown: (document: Tree, about: Shown<Declared>) => FactValue | undefined;
  /** What a manifest says that leaves the document as it is: the inverse of `wanted`. */
  readonly declare: (document: Tree, about: DeclareContext) => DeclaredPart;
  /** The members that set it; servers replace each of them as a whole. */
  readonly body: (written: Written<Declared>) => Members;
  /** Set where the members hold more than the property, or are taken back by their names: bodies need what is there. */
  readonly shares?: true;
  /** Members that `shown` does not miss where another one says the same, and that have to be kept. */
  readonly keptMembers?: readonly string[];
  /** Set where the members may hold secrets: a body with them is written when it is sent. */
  readonly secret?: true;
  /** As that of the rule of a field. */
  readonly isSealed?: true;
  /** As that of the rule of a field. */
  readonly exposure?: Exposure;
  /** Whether the members do hold some. */
  readonly holdsSecrets?: (written: Omit<Written<Declared>, "secrets">) => boolean;
  /** Set where servers take it for something else when the body of a change does not say it. */
  readonly isAlwaysSaid?: true;
  /** Query of a request that changes the property; of two that say one key, the later counts. */
  readonly query?: (
    written: Omit<Written<Declared>, "secrets">,
  ) => Readonly<Record<string, string>>;
}

/** Fields by their names in a spec. */
export type DocumentFields<Declared> = Readonly<Record<string, DocumentField<Declared>>>;

type Table = Readonly<Record<string, Field>>;

/** What manifests say of a field. */
type ValueOf<One extends Field> = One extends { readonly values: readonly (infer Value)[] }
  ? Value
  : One["type"] extends "flag"
    ? boolean
    : One["type"] extends "number"
      ? number
      : string;

type TableSpec<Fields extends Table> = {
  readonly [Name in keyof Fields]: z.ZodOptional<z.ZodType<ValueOf<Fields[Name]>>>;
};

/** Members of a spec, of a table of flags, numbers and texts; each may be left out. */
export function tableSpec<const Fields extends Table>(fields: Fields): TableSpec<Fields> {
  const specs = Object.entries(fields).map(([name, field]) => {
    const spec = specOf(field).optional();
    return [name, field.means === undefined ? spec : spec.describe(field.means)] as const;
  });
  return Object.fromEntries(specs) as TableSpec<Fields>;
}

function specOf({ type, values }: Field): z.ZodType {
  if (values !== undefined) return z.enum(values);
  if (type === "flag") return z.boolean();
  if (type === "number") return z.int().min(1).max(MOST);
  return TEXTS[type] ?? documentText;
}

/** The highest number that servers can hold. */
export const MOST = 2 ** 31 - 1;

/** Rules of fields that are changed in place. */
export function updateRules<const Fields extends Table>(
  fields: Fields,
): Readonly<Record<keyof Fields, FieldRule>> {
  const rules = Object.entries(fields).map(([name, { exposure }]) => {
    return [name, { onChange: "update", ...(exposure && { exposure }) }] as const;
  });
  return Object.fromEntries(rules) as Record<keyof Fields, FieldRule>;
}

/** A text as documents can hold it, sent as it is: XML has no control characters. */
export const documentText = z
  .string()
  .refine((text) => writableText(text) === text, "holds a character that XML cannot write");

/** A text that says something. */
export const statedText = documentText.min(1).refine((text) => text.trim() !== "", "is empty");

/** A text without white space around it: a name, a choice, or a part of a text that is compared as one. */
export const trimmedText = documentText.transform((text) => text.trim());

/** The same; it is not empty. */
export const filledText = trimmedText.pipe(z.string().min(1));

const TEXTS: Partial<Record<Field["type"], z.ZodType>> = {
  word: trimmedText,
  "filled-word": filledText,
  "filled-text": statedText,
};

type Spec<Name extends string, Value> = Readonly<Partial<Record<Name, Value | undefined>>>;

type TableFields<Fields extends Table> = {
  readonly [Name in keyof Fields & string]: DocumentField<Spec<Name, ValueOf<Fields[Name]>>>;
};

/** The flags, numbers and texts of a table, as documents hold them. */
export function tableFields<const Fields extends Table>(fields: Fields): TableFields<Fields> {
  const made = Object.entries(fields).map(([name, field]) => {
    if (field.type === "flag") return [name, flagField(name, field)] as const;
    const isNumber = field.type === "number";
    return [name, isNumber ? numberField(name, field) : textField(name, field)] as const;
  });
  return Object.fromEntries(made) as TableFields<Fields>;
}

/**
 * A text; one that none of its values is cannot be said. White space around it is sent, and is no difference: servers
 * may have left it out.
 */
export function textField<Name extends string>(
  name: Name,
  { type, element = name, values, exposure }: Field,
): DocumentField<Spec<Name, string>> {
  const found = type.endsWith("word") ? memberText : memberWholeText;
  const isSayable = (text: string) => values === undefined || values.includes(text);
  return {
    onChange: "update",
    wanted: (declared) => declared[name]?.trim(),
    shown: (document) => memberText(document, element) ?? "",
    declare: (document) => {
      const text = found(document, element) ?? "";
      return declaredText(name, isSayable(text) ? text : "");
    },
    body: ({ declared }) => ({ [element]: declared[name] ?? "" }),
    ...(exposure && { exposure }),
  };
}

/** A text that is said where there is one. */
export function declaredText(name: string, text: string): DeclaredPart {
  return { spec: text.trim() === "" ? {} : { [name]: text } };
}

/** A flag; it is set where a document does not show it, unless the table says otherwise. */
function flagField<Name extends string>(
  name: Name,
  { element = name, usual = true, isUsualWhenUnsaid, exposure }: Field,
): DocumentField<Spec<Name, boolean>> {
  const isUsual = usual === true;
  return {
    onChange: "update",
    wanted: (declared) => declared[name],
    shown: (document) => memberFlag(document, element) ?? isUsual,
    declare: (document) => {
      const flag = memberFlag(document, element) ?? isUsual;
      return { spec: flag === isUsual ? {} : { [name]: flag } };
    },
    body: ({ declared, before }) => ({
      [element]: declared[name] ?? memberFlag(before, element) ?? isUsual,
    }),
    ...(isUsualWhenUnsaid === undefined ? {} : { isAlwaysSaid: isUsualWhenUnsaid }),
    ...(exposure && { exposure }),
  };
}

/** A whole number; the usual one where a document does not show it. */
function numberField<Name extends string>(
  name: Name,
  { element = name, usual }: Field,
): DocumentField<Spec<Name, number>> {
  const numberIn = (document: Tree) => Number(memberText(document, element) || usual);
  return {
    onChange: "update",
    wanted: (declared) => declared[name],
    shown: numberIn,
    declare: (document) => {
      const number = numberIn(document);
      return { spec: number === usual ? {} : { [name]: number } };
    },
    body: ({ declared }) => ({ [element]: declared[name] ?? Number(usual) }),
  };
}
