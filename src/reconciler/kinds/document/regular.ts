/** Kinds of regular nouns (`model/regular-noun.ts`). */
import type { RegularMember } from "../../../model/regular-nouns.ts";
import { regularPathTo } from "../../../wire/addressing.ts";
import { parseNames } from "../../../wire/list.ts";
import { regularCollection } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { DocumentKind } from "./contract.ts";

interface About {
  readonly kind: string;
  readonly member: RegularMember;
  readonly label: string;
  readonly document: { readonly root: string; readonly elements: ReadonlySet<string> };
}

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

/** Such objects have no dependencies. */
const WEIGHT = 90;
