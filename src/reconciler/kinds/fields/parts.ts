/** Handlers of the parts of documents, by type. */
import type { Part, Parts, PartType } from "../../../model/schema.ts";
import { memberFlag, memberText, memberWholeText, type Tree } from "../../../wire/tree.ts";
import type { FieldRule } from "../../kind.ts";
import type { DeclaredPart, PartHandler } from "./contract.ts";
import { groupHandler } from "./groups.ts";
import type { SaidPart } from "./part-specs.ts";
import { recordHandler, recordsHandler, textsHandler } from "./records.ts";

export function updateRules<const Fields extends Parts>(
  fields: Fields,
): Readonly<Record<keyof Fields, FieldRule>> {
  const rules = Object.entries(fields).map(([name, { exposure }]) => {
    return [name, { onChange: "update", ...(exposure && { exposure }) }] as const;
  });
  return Object.fromEntries(rules) as Record<keyof Fields, FieldRule>;
}

type Said = Readonly<Record<string, unknown>>;

type Spec<Name extends string, Value> = Readonly<Partial<Record<Name, Value | undefined>>>;

const makers: Readonly<Partial<Record<PartType, (name: string, part: Part) => PartHandler<Said>>>> =
  {
    flag: flagHandler,
    count: countHandler,
    texts: textsHandler,
    record: recordHandler,
    records: recordsHandler,
    group: groupHandler,
  };

/** The handler of a part; that of a text unless its type says otherwise. */
export function partHandler<Name extends string, const One extends Part>(
  name: Name,
  part: One,
): PartHandler<Spec<Name, SaidPart<One>>> {
  return makers[part.type]?.(name, part) ?? textHandler(name, part);
}

type HandlersOf<Table extends Parts> = {
  readonly [Name in keyof Table & string]: PartHandler<Spec<Name, SaidPart<Table[Name]>>>;
};

/** The handlers of a table. */
export function partHandlers<const Table extends Parts>(table: Table): HandlersOf<Table> {
  const made = Object.entries(table).map(
    ([name, part]) => [name, partHandler(name, part)] as const,
  );
  return Object.fromEntries(made) as HandlersOf<Table>;
}

/**
 * A value outside of `values` cannot be declared. White space around it is sent but not compared,
 * because servers may drop it.
 */
function textHandler(
  name: string,
  { type, path = name, values, exposure }: Part,
): PartHandler<Said> {
  const found = type.endsWith("word") ? memberText : memberWholeText;
  const isDeclarable = (text: string) => values === undefined || values.includes(text);
  return {
    onChange: "update",
    wanted: ({ [name]: said }) => (said as string | undefined)?.trim(),
    shown: (document) => memberText(document, path) ?? "",
    declare: (document) => {
      const text = found(document, path) ?? "";
      return declaredText(name, isDeclarable(text) ? text : "");
    },
    body: ({ declared: { [name]: said = "" } }) => ({ [path]: said as string }),
    ...(exposure && { exposure }),
  };
}

export function declaredText(name: string, text: string): DeclaredPart {
  return { spec: text.trim() === "" ? {} : { [name]: text } };
}

/** The flag is true where a document does not show it, unless the table says otherwise. */
function flagHandler(
  name: string,
  { path = name, usual = true, isUsualWhenUnsaid, exposure }: Part,
): PartHandler<Said> {
  const isUsual = usual === true;
  return {
    onChange: "update",
    wanted: ({ [name]: said }) => said as boolean | undefined,
    shown: (document) => memberFlag(document, path) ?? isUsual,
    declare: (document) => {
      const flag = memberFlag(document, path) ?? isUsual;
      return { spec: flag === isUsual ? {} : { [name]: flag } };
    },
    body: ({ declared: { [name]: said }, before }) => ({
      [path]: (said as boolean | undefined) ?? memberFlag(before, path) ?? isUsual,
    }),
    ...(isUsualWhenUnsaid === undefined ? {} : { isAlwaysSaid: isUsualWhenUnsaid }),
    ...(exposure && { exposure }),
  };
}

/** The number is the default where a document does not show it. */
function countHandler(name: string, { path = name, usual }: Part): PartHandler<Said> {
  const numberIn = (document: Tree) => Number(memberText(document, path) || usual);
  return {
    onChange: "update",
    wanted: ({ [name]: said }) => said as number | undefined,
    shown: numberIn,
    declare: (document) => {
      const number = numberIn(document);
      return { spec: number === usual ? {} : { [name]: number } };
    },
    body: ({ declared: { [name]: said = usual } }) => ({ [path]: Number(said) }),
  };
}
