/** Fields of documents: their comparison and request bodies. Undeclared fields stay as they are. */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import type { Exposure } from "../../../model/exposure.ts";
import type { Field } from "../../../model/fields.ts";
import { memberFlag, memberText, memberWholeText, type Tree } from "../../../wire/tree.ts";
import { writableText } from "../../../model/writable.ts";
import { type XmlValue } from "../../../wire/xml.ts";
import type { DeclaredSecret, FactValue, FieldRule } from "../../kind.ts";

export type Members = Readonly<Record<string, XmlValue>>;

export interface Shown<Declared> {
  readonly address: Address;
  /** The wanted fact, now or when last applied. */
  readonly wanted: FactValue;
  /** Absent for objects that no manifest declares. */
  readonly declared: Declared | undefined;
}

/** The input for a body. */
export interface Written<Declared> {
  readonly declared: Declared;
  /** The present document; undefined for a new one. */
  readonly before: Tree | undefined;
  readonly secrets: "written" | "masked";
}

export interface DeclareContext {
  readonly address: Address;
  /** Whether documents show only what a user set, and nothing that a server found out. */
  readonly statedOnly: boolean;
}

/** What a manifest holds for a field. */
export interface DeclaredPart {
  /** The spec members; none for a default value. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly secrets?: readonly DeclaredSecret[];
  /** What no field can declare, in words. */
  readonly notes?: readonly string[];
  /** Why the object cannot be declared at all. */
  readonly refusal?: string;
}

/** One field of a document: how it is declared, compared and written. */
export interface DocumentField<Declared> {
  readonly label?: string;
  readonly onChange: "update" | "replace";
  /** The declared fact; undefined where the manifest leaves the field as it is. */
  readonly wanted: (declared: Declared) => FactValue | undefined;
  /** The fact that a document shows; undefined where it cannot show the field. */
  readonly shown: (document: Tree, about: Shown<Declared>) => FactValue | undefined;
  /** The manifest part that describes the document: the inverse of `wanted`. */
  readonly declare: (document: Tree, about: DeclareContext) => DeclaredPart;
  /** The members that set the field; servers replace each member as a whole. */
  readonly body: (written: Written<Declared>) => Members;
  /** Set where the members hold more, or are removed by name: bodies need the present document. */
  readonly shares?: true;
  /** Members that must be kept although `shown` reads the same from another one. */
  readonly keptMembers?: readonly string[];
  /** Set where the members may hold secrets: the body is written only when it is sent. */
  readonly secret?: true;
  readonly isSealed?: true;
  readonly exposure?: Exposure;
  readonly holdsSecrets?: (written: Omit<Written<Declared>, "secrets">) => boolean;
  /** Set where servers change the value that a body leaves out. */
  readonly isAlwaysSaid?: true;
  /** The query of a request that changes the field; the later of two equal keys wins. */
  readonly query?: (
    written: Omit<Written<Declared>, "secrets">,
  ) => Readonly<Record<string, string>>;
}

export type DocumentFields<Declared> = Readonly<Record<string, DocumentField<Declared>>>;

type Table = Readonly<Record<string, Field>>;

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

/** Optional spec members for a table of flags, numbers and texts. */
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

export function updateRules<const Fields extends Table>(
  fields: Fields,
): Readonly<Record<keyof Fields, FieldRule>> {
  const rules = Object.entries(fields).map(([name, { exposure }]) => {
    return [name, { onChange: "update", ...(exposure && { exposure }) }] as const;
  });
  return Object.fromEntries(rules) as Record<keyof Fields, FieldRule>;
}

/** A text without control characters, which XML cannot hold. */
export const documentText = z
  .string()
  .refine((text) => writableText(text) === text, "holds a character that XML cannot write");

/** A text that is not blank. */
export const statedText = documentText.min(1).refine((text) => text.trim() !== "", "is empty");

/** Used for a name, a choice, or a part of a text that is compared as one. */
export const trimmedText = documentText.transform((text) => text.trim());

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

export function tableFields<const Fields extends Table>(fields: Fields): TableFields<Fields> {
  const made = Object.entries(fields).map(([name, field]) => {
    if (field.type === "flag") return [name, flagField(name, field)] as const;
    const isNumber = field.type === "number";
    return [name, isNumber ? numberField(name, field) : textField(name, field)] as const;
  });
  return Object.fromEntries(made) as TableFields<Fields>;
}

/**
 * A value outside of `values` cannot be declared. White space around it is sent but not compared,
 * because servers may drop it.
 */
export function textField<Name extends string>(
  name: Name,
  { type, element = name, values, exposure }: Field,
): DocumentField<Spec<Name, string>> {
  const found = type.endsWith("word") ? memberText : memberWholeText;
  const isDeclarable = (text: string) => values === undefined || values.includes(text);
  return {
    onChange: "update",
    wanted: (declared) => declared[name]?.trim(),
    shown: (document) => memberText(document, element) ?? "",
    declare: (document) => {
      const text = found(document, element) ?? "";
      return declaredText(name, isDeclarable(text) ? text : "");
    },
    body: ({ declared }) => ({ [element]: declared[name] ?? "" }),
    ...(exposure && { exposure }),
  };
}

export function declaredText(name: string, text: string): DeclaredPart {
  return { spec: text.trim() === "" ? {} : { [name]: text } };
}

/** The flag is true where a document does not show it, unless the table says otherwise. */
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

/** The number is the default where a document does not show it. */
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
