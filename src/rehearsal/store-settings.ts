/** What an upload does not say of the store that it makes: it is set again in the copy. */
import { storeSettings } from "../model/store.ts";
import { memberFlag, memberText, type Tree } from "../wire/tree.ts";
import { parseXml, type XmlValue } from "../wire/xml.ts";

/** Members of a body, of the document of a store: those that are not as in every new one. */
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
