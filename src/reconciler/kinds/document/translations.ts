/** Texts in several languages. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { member, members, textOf, type Tree } from "../../../wire/tree.ts";
import { entryTexts } from "../fields/entries.ts";
import type { PartHandler } from "../fields/contract.ts";
import { statedText } from "../fields/texts.ts";

/** Servers accept no other codes, and XML allows no other element names. */
const language = z.string().regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, "is no language");

export const translationsSpec = madeOnce(() => z.record(language, statedText));

type Translations = z.infer<ReturnType<typeof translationsSpec>>;

type Spec<Name extends string> = { readonly [One in Name]?: Translations | undefined };

export function translationsField<Name extends string>(
  name: Name,
  element: string,
): PartHandler<Spec<Name>> {
  return {
    onChange: "update",
    shares: true,
    wanted: (declared) => declared[name] && entryTexts(Object.entries(declared[name])),
    shown: (document) => entryTexts(Object.entries(translationsIn(document, element))),
    declare: (document) => {
      const found = translationsIn(document, element);
      if (Object.keys(found).length === 0) return { spec: {} };
      if (!translationsSpec().safeParse(found).success) return { spec: {}, notes: [name] };
      return { spec: { [name]: found } };
    },
    body: ({ declared, before }) => ({ [element]: bodyOf(declared[name], before, element) }),
  };
}

/** A stock server ignores an element without languages, so each language gets an empty text. */
function bodyOf(
  declared: Readonly<Record<string, string>> | undefined,
  before: Tree | undefined,
  element: string,
): Readonly<Record<string, string>> | "" {
  if (declared === undefined || Object.keys(declared).length > 0) return declared ?? "";
  const there = before === undefined ? [] : Object.keys(translationsIn(before, element));
  return there.length === 0 ? "" : Object.fromEntries(there.map((language) => [language, ""]));
}

/** Empty translations are left out. */
export function translationsIn(document: Tree, element: string): Readonly<Record<string, string>> {
  const found = members(member(document, element)).flatMap(([language, node]) => {
    const text = textOf(node) ?? "";
    return text === "" || language.startsWith("@") ? [] : [[language, text] as const];
  });
  return Object.fromEntries(found);
}
