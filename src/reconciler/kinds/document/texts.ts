/** Lists of texts in documents, each replaced as a whole. */
import { z } from "zod";
import { asList, member, textOf, type Tree } from "../../../wire/tree.ts";
import { filledText, type DocumentField } from "../fields/fields.ts";

export const textsSpec = z.array(filledText);

type Spec<Name extends string> = { readonly [One in Name]?: readonly string[] | undefined };

export function textsField<Name extends string>(
  name: Name,
  element: string = name,
): DocumentField<Spec<Name>> {
  const textsIn = (document: Tree) =>
    asList(member(member(document, element), "string")).flatMap((text) => textOf(text) ?? []);
  return {
    onChange: "update",
    wanted: (declared) => declared[name],
    shown: textsIn,
    declare: (document) => {
      const texts = [...new Set(textsIn(document))].filter((text) => text !== "");
      return { spec: texts.length === 0 ? {} : { [name]: texts } };
    },
    body: ({ declared }) => {
      const texts = declared[name] ?? [];
      return { [element]: texts.length === 0 ? "" : { string: texts } };
    },
  };
}
