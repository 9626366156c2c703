/** Keywords. */
import { parseKeyword, spelledKeyword } from "../../../model/keyword.ts";
import { member, memberText, type Tree, stringsIn } from "../../../wire/tree.ts";
import type { PartHandler } from "../fields/contract.ts";

export const keywords = { type: "keywords", means: "Every keyword." } as const;

const NATIVE = ["nativeName", "nativeCoverageName", "nativeFormat"] as const;

/** Keywords as a set; servers add those in `usual`, and names. */
export function keywordsField(
  usual: readonly string[],
): PartHandler<{ readonly keywords?: readonly string[] | undefined }> {
  return {
    onChange: "update",
    wanted: ({ keywords: said }) => said,
    shown: keywordsIn,
    declare: (document, { address: { name } }) => {
      const found = keywordsIn(document);
      const own = NATIVE.map((one) => memberText(document, one));
      if (found.every((one) => [name, ...own, ...usual].includes(one))) return { spec: {} };
      const all = [...new Set(found)];
      if (all.some((one) => parseKeyword(one) === undefined))
        return { spec: {}, notes: ["an invalid keyword, with the others"] };
      return { spec: { keywords: all.map(spelledKeyword) } };
    },
    body: ({ declared: { keywords: said = [] } }) => ({
      keywords: said.length === 0 ? "" : { string: said },
    }),
  };
}

function keywordsIn(document: Tree): readonly string[] {
  return stringsIn(member(document, "keywords"));
}
