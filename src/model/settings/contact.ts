/** Who runs a server, or a workspace: the contact of its settings (docs/compatibility.md, "Settings"). */
import { setting, type SettingTable } from "../setting.ts";

/** Names in manifests, and the elements of documents, in their order. */
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

/** The table, in the order of its document: every text, then every text by language. */
export const contactTable: SettingTable = Object.fromEntries([...texts, ...languages]);

/** Elements of a text with those of the same by language. */
export const contactTexts: readonly (readonly [text: string, languages: string])[] = NAMES.map(
  ([, element]) => [element, inLanguages(element)],
);
