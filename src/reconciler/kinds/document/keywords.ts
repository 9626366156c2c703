/** Keywords. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { formatKeyword, parseKeyword, type Keyword } from "../../../model/keyword.ts";
import { asList, member, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";

const part = filledText.refine((text) => !text.includes("\\"), "holds a backslash");

export const keywordsSpec = madeOnce(() =>
  z
    .array(
      z.union([
        part,
        z.strictObject({
          value: part,
          language: part.optional().describe("Language of the value, such as de."),
          vocabulary: part.optional().describe("Vocabulary that the value is of."),
        }),
      ]),
    )
    .describe("Every keyword."),
);

interface WithKeywords {
  readonly keywords?: z.infer<ReturnType<typeof keywordsSpec>> | undefined;
}

const NATIVE = ["nativeName", "nativeCoverageName", "nativeFormat"] as const;

/** Keywords as a set; servers add those in `usual`, and names. */
export function keywordsField(usual: readonly string[]): PartHandler<WithKeywords> {
  return {
    onChange: "update",
    wanted: ({ keywords }) => keywords?.map(textFor),
    shown: keywordsIn,
    declare: (document, { address: { name } }) => {
      const keywords = keywordsIn(document);
      const own = NATIVE.map((one) => memberText(document, one));
      if (keywords.every((one) => [name, ...own, ...usual].includes(one))) return { spec: {} };
      const found = [...new Set(keywords)].map(parseKeyword);
      if (found.includes(undefined))
        return { spec: {}, notes: ["a keyword that is none, with the others"] };
      return {
        spec: { keywords: found.flatMap((one) => (one === undefined ? [] : [spelled(one)])) },
      };
    },
    body: ({ declared: { keywords = [] } }) => ({
      keywords: keywords.length === 0 ? "" : { string: keywords.map(textFor) },
    }),
  };
}

function textFor(keyword: string | Keyword): string {
  return typeof keyword === "string" ? keyword : formatKeyword(keyword);
}

/** A plain text where the keyword has only a value. */
function spelled({ value, language, vocabulary }: Keyword): string | Keyword {
  if (language === undefined && vocabulary === undefined) return value;
  return { value, ...defined({ language, vocabulary }) };
}

function keywordsIn(document: Tree): readonly string[] {
  return asList(member(member(document, "keywords"), "string")).flatMap(
    (text) => textOf(text) ?? [],
  );
}
