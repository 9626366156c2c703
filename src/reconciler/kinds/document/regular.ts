/** Kinds of regular nouns (`model/noun.ts`). */
import { memberOf, type PlainRecord } from "../../../model/nouns.ts";
import { objectPathTo, pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import type { DocumentKind } from "./contract.ts";

interface About {
  readonly kind: string;
  readonly label: string;
  readonly document: { readonly root: string; readonly elements: ReadonlySet<string> };
}

export function regularKind(record: PlainRecord, { kind, label, document }: About) {
  const member = memberOf(record);
  const paths = {
    read: ({ name }, suffix) => objectPathTo(member, { name }, suffix),
    collection: () => pathTo(`${member}s`, {}),
    single: ({ name }) => objectPathTo(member, { name }),
  } satisfies DocumentKind<unknown, unknown>["paths"];
  const list = {
    outside: async ({ read }) => {
      const names = await namesAt(read, pathTo(`${member}s`, {}, "xml"), member);
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
