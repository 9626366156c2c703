/** Store settings that an upload does not set. */
import { storeSettings } from "../model/store.ts";
import { memberFlag, memberText, type Tree } from "../wire/tree.ts";
import { parseXml, type XmlValue } from "../wire/xml.ts";

/** The members of a store's document that differ from a new store. */
export function settingsAgain(document: string): Readonly<Record<string, XmlValue>> {
  const { content } = parseXml(document);
  return Object.fromEntries(
    Object.keys(storeSettings).flatMap((name) => {
      const value = unusualIn(content, name as keyof typeof storeSettings);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function unusualIn(content: Tree, name: keyof typeof storeSettings): XmlValue | undefined {
  const field = storeSettings[name];
  if (field.type !== "flag") return memberText(content, name);
  const usual = "usual" in field ? field.usual : true;
  const flag = memberFlag(content, name) ?? usual;
  return flag === usual ? undefined : flag;
}
