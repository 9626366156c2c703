/** The contact in settings of a server or workspace (docs/compatibility.md, "Settings"). */
import { type PlacedParts, part } from "../schema.ts";

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
  return [`contact.${name}`, part("text", element)] as const;
});

const languages = NAMES.map(([name, element]) => {
  const one = part("languages", inLanguages(element), {
    means: "Texts by language; `default` is the one without a language.",
  });
  return [`contact.${inLanguages(name)}`, one] as const;
});

/** In document order: all texts, then all texts by language. */
export const contactTable: PlacedParts = Object.fromEntries([...texts, ...languages]);

/** Elements of a text and of its translations. */
export const contactTexts: readonly (readonly [text: string, languages: string])[] = NAMES.map(
  ([, element]) => [element, inLanguages(element)],
);
