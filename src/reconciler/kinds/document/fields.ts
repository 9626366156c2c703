/**
 * Properties of documents that manifests may set: how each is compared with what a server shows,
 * and how a body sets it. What a manifest leaves out stays as it is.
 */
import { z } from "zod";
import type { Address } from "../../../model/address.ts";
import { asList, member, memberFlag, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import { writableText, type XmlValue } from "../../../wire/xml.ts";
import type { FactValue } from "../../kind.ts";

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

/** One property of a document. */
export interface DocumentField<Declared> {
  readonly label: string;
  readonly onChange: "update" | "replace";
  /** What the manifest wants; undefined where it leaves the property as it is. */
  readonly wanted: (declared: Declared) => FactValue | undefined;
  /** What a document shows of what is wanted; undefined where it cannot show it. */
  readonly shown: (document: Tree, about: Shown<Declared>) => FactValue | undefined;
  /** The members that set it; servers replace each of them as a whole. */
  readonly body: (written: Written<Declared>) => Members;
  /** Set where the members hold more than the property: what is there has to be sent again. */
  readonly shares?: true;
  /** Set where the members may hold secrets: a body with them is written when it is sent. */
  readonly secret?: true;
  /** Whether the members do hold some. */
  readonly holdsSecrets?: (written: Omit<Written<Declared>, "secrets">) => boolean;
  /** Query of a request that changes the property. */
  readonly query?: (declared: Declared) => Readonly<Record<string, string>>;
}

/** Fields by their names in a spec. */
export type DocumentFields<Declared> = Readonly<Record<string, DocumentField<Declared>>>;

/** A text as documents can hold it: XML has no control characters, and servers trim. */
export const documentText = z
  .string()
  .refine((text) => writableText(text) === text, "holds a character that XML cannot write")
  .transform((text) => text.trim());

/** A text that is not empty. */
export const filledText = documentText.pipe(z.string().min(1));

type Spec<Name extends string, Value> = Readonly<Partial<Record<Name, Value | undefined>>>;

/** A text; `element` is its name in documents where that is another one. */
export function textField<Name extends string>(
  name: Name,
  label: string,
  {
    onChange = "update",
    element = name,
  }: { onChange?: "update" | "replace"; element?: string } = {},
): DocumentField<Spec<Name, string>> {
  return {
    label,
    onChange,
    wanted: (declared) => declared[name],
    shown: (document) => memberText(document, element) ?? "",
    body: ({ declared }) => ({ [element]: declared[name] ?? "" }),
  };
}

/** A flag that is set where a document does not show it. */
export function flagField<Name extends string>(name: Name): DocumentField<Spec<Name, boolean>> {
  return {
    label: name,
    onChange: "update",
    wanted: (declared) => declared[name],
    shown: (document) => memberFlag(document, name) ?? true,
    body: ({ declared }) => ({ [name]: declared[name] ?? true }),
  };
}

/** Keywords, as a set. */
export const keywordsField: DocumentField<Spec<"keywords", readonly string[]>> = {
  label: "keywords",
  onChange: "update",
  wanted: ({ keywords }) => keywords,
  shown: (document) => textsIn(document, "keywords"),
  body: ({ declared: { keywords = [] } }) => ({ keywords: { string: keywords } }),
};

/** Texts of a list of `string` elements. */
export function textsIn(document: Tree, name: string): readonly string[] {
  return asList(member(member(document, name), "string")).flatMap((text) => textOf(text) ?? []);
}
