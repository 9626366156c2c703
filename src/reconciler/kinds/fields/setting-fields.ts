/** Document fields for kinds with their own reading code (docs/opinions.md, "What is compared"). */
import type { Address } from "../../../model/address.ts";
import { defined } from "../../../model/defined.ts";
import { members, type Tree } from "../../../wire/tree.ts";
import type { FieldRule, Facts } from "../../kind.ts";
import type { DeclaredPart, PartHandler, PartHandlers, Members } from "./contract.ts";
import { madeOnce } from "../../lazy.ts";
import { uncoveredElements } from "./unsaid.ts";

type Said = Readonly<Record<string, unknown>>;

export interface SettingFields<Name extends string> {
  readonly names: readonly string[];
  readonly rules: Readonly<Record<Name, FieldRule>>;
  readonly wanted: (spec: Said) => Facts;
  readonly shown: (address: Address, document: Tree, wanted: Facts | undefined) => Facts;
  /** Whether the body for these fields must repeat parts of the document. */
  readonly needsDocument: (names: readonly string[]) => boolean;
  readonly written: (spec: Said, names: readonly string[], before: Tree | undefined) => Members;
  /** `notes` names what no field covers. */
  readonly declared: (
    address: Address,
    document: Tree,
    statedOnly: boolean,
  ) => Pick<DeclaredPart, "spec"> & { readonly notes: readonly string[] };
}

/** `fields` are made when the kind is first met; `said` are the elements that they or the kind cover. */
export function settingFields<const Fields extends object>(
  fields: () => Fields,
  said: () => Iterable<string>,
): SettingFields<keyof Fields & string> {
  const table = madeOnce(fields as () => unknown as () => PartHandlers<Said>);
  return {
    get names() {
      return Object.keys(table());
    },
    get rules() {
      return table();
    },
    wanted: (spec) => factsOf(table(), (field) => field.wanted(spec)),
    shown: (address, document, wanted = {}) =>
      factsOf(table(), (field, name) => {
        const fact = wanted[name];
        if (fact === undefined) return undefined;
        return field.shown(document, { address, wanted: fact, declared: undefined });
      }),
    needsDocument: (names) => names.some((name) => table()[name]?.shares === true),
    written: (spec, names, before) => membersOf(table(), { spec, names, before }),
    declared: (address, document, statedOnly) => {
      const parts = Object.values(table()).map((field) =>
        field.declare(document, { address, statedOnly }),
      );
      return {
        spec: Object.assign({}, ...parts.map(({ spec }) => spec)) as Said,
        notes: [
          ...parts.flatMap(({ notes = [] }) => notes),
          ...uncoveredElements(document, new Set(said())),
        ],
      };
    },
  };
}

/** The facts of fields; those without one are left out. */
export function factsOf<Declared>(
  fields: PartHandlers<Declared>,
  factOf: (field: PartHandler<Declared>, name: string) => Facts[string] | undefined,
): Facts {
  const all = Object.entries(fields).map(([name, field]) => [name, factOf(field, name)] as const);
  return defined(Object.fromEntries(all)) as Facts;
}

/** A field that shares members continues from what the others wrote. */
function membersOf(
  table: PartHandlers<Said>,
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
