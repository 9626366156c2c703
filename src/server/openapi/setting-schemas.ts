/** Schemas of settings documents, derived from their tables. Nested elements are objects. */
import type { Setting, SettingTable, SettingType } from "../../model/setting.ts";

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** Lists and maps; empty ones are empty texts. */
const many: Schema = { type: ["object", "string"] };

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

/** A tree of settings by element. */
interface Branch {
  readonly [element: string]: Branch | Setting;
}

/** In XML, the content of the root element. */
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
