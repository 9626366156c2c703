/** Settings in the document of a store that an upload creates. */
import { documentIn } from "../../../wire/answered-document.ts";
import type { Address } from "../../../model/address.ts";
import { storePlace, storeSettings } from "../../../model/store.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { xmlRequest } from "../../../wire/request.ts";
import type { Tree } from "../../../wire/tree.ts";
import { renderXml, type XmlValue } from "../../../wire/xml.ts";
import { sameFact, type Facts, type KindContext, type Step } from "../../kind.ts";
import { partsSpec } from "../fields/part-specs.ts";
import { partHandlers } from "../fields/parts.ts";
import { FOLLOWING, settingFields, type SettingFields } from "../fields/setting-fields.ts";

export const storeSpec = () => partsSpec(storeSettings);

export type StoreSettings = Readonly<Partial<Record<keyof typeof storeSettings, unknown>>>;

/** Which settings are set, and from which document. */
interface SetOf {
  readonly names: readonly string[];
  readonly before?: Tree | undefined;
  readonly etag?: string | undefined;
}

export interface UploadedStoreSettings {
  readonly fields: SettingFields<keyof typeof storeSettings>;
  /** Settings in which it differs from a new store. */
  readonly unusual: (address: Address, facts: Facts) => readonly string[];
  /** Sets `names`; no step where none is named. */
  readonly steps: (address: Address, settings: StoreSettings, of: SetOf) => readonly Step[];
  readonly again: (address: Address, context: KindContext) => Promise<readonly Step[]>;
}

export function uploadedStoreSettings(
  root: "dataStore" | "coverageStore",
  elements: ReadonlySet<string>,
): UploadedStoreSettings {
  const fields = settingFields(
    () => partHandlers(storeSettings),
    () => [...FOLLOWING, ...elements, "__default"],
  );
  const pathOf = (address: Address, format?: "xml") => pathTo(root, storePlace(address), format);
  const steps = (address: Address, settings: StoreSettings, of: SetOf): readonly Step[] => {
    const members = fields.written({ ...settings }, of.names, of.before);
    if (Object.keys(members).length === 0) return [];
    const request = xmlRequest("PUT", pathOf(address), renderXml(root, members), of.etag);
    const summary = summaryOf(address, members);
    return [{ summary, request }];
  };
  return {
    fields,
    steps,
    unusual: (address, facts) => {
      const usual = fields.shown(address, {}, facts);
      return fields.names.filter((name) => !sameFact(facts[name], usual[name]));
    },
    again: async (address, { read }) => {
      const response = await getIfThere(read, pathOf(address, "xml"));
      if (response === undefined) return [];
      const { spec } = fields.declared(address, documentIn(response).content, false);
      return steps(address, spec, { names: Object.keys(spec) });
    },
  };
}

function summaryOf({ name }: Address, members: Readonly<Record<string, XmlValue>>): string {
  const set = Object.keys(members);
  const isDisabling = members["enabled"] === false && set.length === 1;
  return isDisabling ? `disable store ${name}` : `set ${set.join(", ")} of store ${name}`;
}
