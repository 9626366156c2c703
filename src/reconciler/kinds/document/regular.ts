/** Kinds of regular nouns (`model/regular-noun.ts`): what such a kind does not say by itself. */
import type { RegularMember } from "../../../model/regular-nouns.ts";
import { regularPathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { regularCollection } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { DocumentKind } from "./contract.ts";

/** What is read of a noun. */
interface About {
  readonly kind: string;
  readonly member: RegularMember;
  readonly label: string;
  readonly document: { readonly root: string; readonly elements: ReadonlySet<string> };
}

/** Members of `DocumentKind` that follow from the noun: names, paths, the list, requests. */
export function regularKind({ kind, member, label, document }: About) {
  const paths = {
    read: ({ name }, suffix) => regularPathTo(member, name, suffix),
    collection: () => regularCollection(member),
    single: ({ name }) => regularPathTo(member, name),
  } satisfies DocumentKind<unknown, unknown>["paths"];
  const list = {
    outside: async ({ read }) => {
      const response = await getIfThere(read, regularCollection(member, "xml"));
      const names = response === undefined ? [] : parseNames(response, member);
      return [...new Set(names)].map((name) => ({ kind, workspace: null, name }));
    },
  } satisfies DocumentKind<unknown, unknown>["list"];
  return {
    name: kind,
    workspace: "none",
    noun: label,
    root: document.root,
    elements: document.elements,
    requests: [`POST ${member}s`, `PUT ${member}`, `DELETE ${member}`],
    weight: WEIGHT,
    paths,
    list,
  } as const;
}

/** Nothing else needs such objects, and they need nothing. */
const WEIGHT = 90;
