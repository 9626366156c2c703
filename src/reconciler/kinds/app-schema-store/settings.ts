/** What the document of an app-schema store says beside its mapping: fields that its manifest sets. */
import type { Address } from "../../../model/address.ts";
import { dataStoreDocument } from "../../../model/data-store.ts";
import { storeSettings } from "../../../model/store.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { ifMatch } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { renderXml } from "../../../wire/xml.ts";
import { sameFact, type Facts, type Step } from "../../kind.ts";
import { tableFields, tableSpec } from "../document/fields.ts";
import { FOLLOWING, settingFields } from "../document/setting-fields.ts";

/** They in a spec. */
export const storeSettingsSpec = tableSpec(storeSettings);

/** What a manifest says of them. */
export type StoreSettings = Readonly<Partial<Record<keyof typeof storeSettings, unknown>>>;

/** They as fields. */
export const storeSettingFields = settingFields(
  tableFields(storeSettings),
  new Set([...FOLLOWING, ...dataStoreDocument.elements, "__default"]),
);

/** Those that a new store has not by itself. */
export function unusualSettings(address: Address, facts: Facts): readonly string[] {
  const usual = storeSettingFields.shown(address, {}, facts);
  return storeSettingFields.names.filter((name) => !sameFact(facts[name], usual[name]));
}

/** Sets some of them; nothing where none is named. */
export function settingSteps(
  { workspace, name }: Address,
  settings: StoreSettings,
  of: {
    readonly names: readonly string[];
    readonly before?: Tree | undefined;
    readonly etag?: string | undefined;
  },
): readonly Step[] {
  const members = storeSettingFields.written({ ...settings }, of.names, of.before);
  const set = Object.keys(members);
  if (set.length === 0) return [];
  const isDisabling = members["enabled"] === false && set.length === 1;
  return [
    {
      summary: isDisabling ? `disable store ${name}` : `set ${set.join(", ")} of store ${name}`,
      request: {
        method: "PUT",
        path: pathTo("dataStore", { workspace: workspace ?? "", store: name }),
        mediaType: mediaTypes.xml,
        ...ifMatch(of.etag),
        body: { kind: "text", text: renderXml("dataStore", members) },
      },
    },
  ];
}
