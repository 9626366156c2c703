/**
 * Fields of documents that kinds of their own read: what a manifest sets of them beside, each as far as it speaks of
 * it (docs/opinions.md, "What is compared").
 */
import type { Address } from "../../../model/address.ts";
import { members, type Tree } from "../../../wire/tree.ts";
import type { FieldRule, Facts } from "../../kind.ts";
import type { DeclaredPart, DocumentField, DocumentFields, Members } from "./fields.ts";
import { unsaidIn } from "./unsaid.ts";

/** What a manifest says. */
type Said = Readonly<Record<string, unknown>>;

/** The fields of a kind, and what is asked of all of them together. */
export interface SettingFields<Name extends string> {
  readonly names: readonly string[];
  readonly rules: Readonly<Record<Name, FieldRule>>;
  /** What a manifest wants of them. */
  readonly wanted: (spec: Said) => Facts;
  /** What a document shows of those that are wanted. */
  readonly shown: (address: Address, document: Tree, wanted: Facts | undefined) => Facts;
  /** Whether the body of some of them has to say again what the document says. */
  readonly needsDocument: (names: readonly string[]) => boolean;
  /** The members of a body that sets some of them. */
  readonly written: (spec: Said, names: readonly string[], before: Tree | undefined) => Members;
  /** What a manifest would say of a document, and names of what none does. */
  readonly declared: (
    address: Address,
    document: Tree,
    statedOnly: boolean,
  ) => Pick<DeclaredPart, "spec"> & { readonly notes: readonly string[] };
}

/** Binds fields by their names in a spec; `said` are the elements that a manifest or its kind speaks of. */
export function settingFields<const Fields extends object>(
  fields: Fields,
  said: ReadonlySet<string>,
): SettingFields<keyof Fields & string> {
  // Each takes what a spec says of it.
  const table = fields as unknown as DocumentFields<Said>;
  const all = Object.entries(table);
  return {
    names: Object.keys(table),
    rules: table,
    wanted: (spec) => factsOf(all, (field) => field.wanted(spec)),
    shown: (address, document, wanted = {}) =>
      factsOf(all, (field, name) => {
        const fact = wanted[name];
        if (fact === undefined) return undefined;
        return field.shown(document, { address, wanted: fact, declared: undefined });
      }),
    needsDocument: (names) => names.some((name) => table[name]?.shares === true),
    written: (spec, names, before) => membersOf(table, { spec, names, before }),
    declared: (address, document, statedOnly) => {
      const parts = all.map(([, field]) => field.declare(document, { address, statedOnly }));
      return {
        spec: Object.assign({}, ...parts.map(({ spec }) => spec)) as Said,
        notes: [...parts.flatMap(({ notes = [] }) => notes), ...unsaidIn(document, said)],
      };
    },
  };
}

type Named = readonly [name: string, field: DocumentField<Said>];

function factsOf(
  fields: readonly Named[],
  factOf: (field: DocumentField<Said>, name: string) => Facts[string] | undefined,
): Facts {
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const fact = factOf(field, name);
      return fact === undefined ? [] : [[name, fact] as const];
    }),
  );
}

/** One that shares its members with others goes on from what those have written. */
function membersOf(
  table: DocumentFields<Said>,
  from: {
    readonly spec: Said;
    readonly names: readonly string[];
    readonly before: Tree | undefined;
  },
): Members {
  const { spec, names, before } = from;
  return names.reduce<Members>((all, name) => {
    const field = table[name];
    if (field?.wanted(spec) === undefined) return all;
    const there = { ...Object.fromEntries(members(before)), ...all };
    return { ...all, ...field.body({ declared: spec, before: there, secrets: "written" }) };
  }, {});
}

/** Elements of every document that follow from others, or that servers write by themselves. */
export const FOLLOWING: readonly string[] = ["id", "dateCreated", "dateModified", "modifiedBy"];
