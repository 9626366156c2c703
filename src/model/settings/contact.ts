/** The contact in settings of a server or workspace (docs/compatibility.md, "Settings"). */
import { setting, type SettingTable } from "../setting.ts";

/** Manifest names and document elements, in order. */
const NAMES = [
  ["address", "address"],
  ["city", "addressCity"],
  ["country", "addressCountry"],
  ["deliveryPoint", "addressDeliveryPoint"],
  ["postalCode", "addressPostalCode"],
  ["state", "addressState"],
  ["addressType", "addressType"],
  ["email", "contactEmail"],
  ["facsimile", "contactFacsimile"],
  ["organization", "contactOrganization"],
  ["person", "contactPerson"],
  ["position", "contactPosition"],
  ["voice", "contactVoice"],
  ["onlineResource", "onlineResource"],
  ["welcome", "welcome"],
] as const;

const inLanguages = (name: string) =>
  `international${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const texts = NAMES.map(([name, element]) => {
  return [`contact.${name}`, setting("text", element)] as const;
});

const languages = NAMES.map(([name, element]) => {
  const one = setting("languages", inLanguages(element), {
    means: "Texts by language; `default` is the one without a language.",
  });
  return [`contact.${inLanguages(name)}`, one] as const;
});

/** In document order: all texts, then all texts by language. */
export const contactTable: SettingTable = Object.fromEntries([...texts, ...languages]);

/** Elements of a text and of its translations. */
export const contactTexts: readonly (readonly [text: string, languages: string])[] = NAMES.map(
  ([, element]) => [element, inLanguages(element)],
);
