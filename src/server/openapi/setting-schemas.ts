/** Schemas of documents of settings, by their tables: what lies in an element is an object. */
import type { Setting, SettingTable, SettingType } from "../../model/setting.ts";

/** A schema (JSON Schema 2020-12, as of OpenAPI 3.1). */
export type Schema = Readonly<Record<string, unknown>>;

/** Lists and maps; an empty one is an empty text. */
const many: Schema = { type: ["object", "string"] };

/** How JSON holds each type. */
const schemasOfTypes: Readonly<Record<SettingType, Schema>> = {
  text: { type: "string" },
  flag: { type: "boolean" },
  number: { type: "integer" },
  texts: many,
  codes: many,
  versions: many,
  keywords: many,
  languages: many,
  entries: many,
  "typed-entries": many,
  "authority-urls": many,
  identifiers: many,
  gml: many,
};

/** Settings by the element that they, or what they lie in, have in an object. */
interface Branch {
  readonly [element: string]: Branch | Setting;
}

/** The schema of the content of a document of settings; in XML it is the root element. */
export function schemaOfSettings(root: string, table: SettingTable): Schema {
  const branch = Object.values(table).reduce<Branch>(
    (all, one) => grown(all, one.path.split("/"), one),
    {},
  );
  return { ...schemaOfBranch(branch), xml: { name: root } };
}

function grown(branch: Branch, [element = "", ...inner]: readonly string[], one: Setting): Branch {
  if (inner.length === 0) return { ...branch, [element]: one };
  const held = branch[element] ?? {};
  return { ...branch, [element]: grown(isSetting(held) ? {} : held, inner, one) };
}

function isSetting(found: Branch | Setting): found is Setting {
  return typeof found["path"] === "string";
}

function schemaOfBranch(branch: Branch): Schema {
  const properties = Object.entries(branch).map(([element, held]) => {
    return [element, isSetting(held) ? schemaOfSetting(held) : schemaOfBranch(held)] as const;
  });
  return { type: ["object", "null"], properties: Object.fromEntries(properties) };
}

function schemaOfSetting(one: Setting): Schema {
  const { type, values, usual, least, most, means, isBroken } = one;
  return {
    ...(isBroken ? { type: "number" } : schemasOfTypes[type]),
    ...(values === undefined ? {} : { enum: values }),
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(["boolean", "number", "string"].includes(typeof usual) ? { default: usual } : {}),
    ...(means === undefined ? {} : { description: means }),
  };
}
