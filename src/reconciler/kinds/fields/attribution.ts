/** Attribution, authorities and identifiers of layers (docs/compatibility.md, "Layers"). */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";
import type { XmlValue } from "../../../wire/xml.ts";
import { isSecretAddress, shownAddresses } from "../declare/secrets.ts";
import { entryTexts } from "./entries.ts";
import { filledText, MOST, type DocumentField } from "./fields.ts";

const pixels = z.int().nonnegative().max(MOST).optional();

export const attributionSpec = madeOnce(() =>
  z
    .strictObject({
      title: filledText.optional(),
      href: filledText.optional().describe("Address of who made it."),
      logoUrl: filledText.optional(),
      logoType: filledText.optional().describe("Media type of the logo, such as image/png."),
      logoWidth: pixels.describe("Pixels."),
      logoHeight: pixels.describe("Pixels."),
    })
    .describe("Whose work it is. What it leaves out, the layer does not have."),
);

type Attribution = z.infer<ReturnType<typeof attributionSpec>>;

/** The order is that of documents. */
const ELEMENTS = {
  title: "title",
  href: "href",
  logoUrl: "logoURL",
  logoType: "logoType",
  logoWidth: "logoWidth",
  logoHeight: "logoHeight",
} as const satisfies Readonly<Record<keyof Attribution, string>>;

const PARTS = Object.entries(ELEMENTS) as readonly (readonly [keyof Attribution, string])[];

/** A size of zero counts as absent. */
export const attributionField: DocumentField<{
  readonly attribution?: Attribution | undefined;
}> = {
  onChange: "update",
  wanted: ({ attribution }) =>
    attribution &&
    entryTexts(
      PARTS.flatMap(([name]) => {
        const value = attribution[name] ?? "";
        return value === "" || value === 0 ? [] : [[name, value] as const];
      }),
    ),
  shown: (document, { wanted }) => shownAddresses(entryTexts(partsIn(document)), wanted),
  declare: (document) => {
    const parts = Object.fromEntries(partsIn(document));
    if (Object.keys(parts).length === 0) return { spec: {} };
    const { logoWidth, logoHeight, ...texts } = parts;
    const attribution = {
      ...texts,
      ...(logoWidth === undefined ? {} : { logoWidth: Number(logoWidth) }),
      ...(logoHeight === undefined ? {} : { logoHeight: Number(logoHeight) }),
    };
    const isOpen = !Object.values(parts).some(isSecretAddress);
    if (isOpen && attributionSpec().safeParse(attribution).success)
      return { spec: { attribution } };
    return { spec: {}, notes: ["attribution"] };
  },
  body: ({ declared: { attribution = {} } }) => {
    const said = PARTS.map(([name, element]) => [element, attribution[name]] as const);
    const texts = said.filter(
      (one): one is readonly [string, string | number] => one[1] !== undefined,
    );
    return { attribution: { logoWidth: 0, logoHeight: 0, ...Object.fromEntries(texts) } };
  },
};

function partsIn(document: Tree): readonly (readonly [string, string])[] {
  const found = member(document, "attribution");
  return PARTS.flatMap(([name, element]) => {
    const text = memberText(found, element) ?? "";
    return text === "" || (element.startsWith("logo") && text === "0")
      ? []
      : [[name, text] as const];
  });
}

/** Names in the schemas of services hold no white space. */
const word = filledText.refine((text) => !/\s/.test(text), "must not hold white space");

export const recordSpecs = {
  authorityUrls: z.strictObject({ name: word, href: filledText }),
  identifiers: z.strictObject({ authority: word, identifier: filledText }),
} as const;

export const recordsSpecs = {
  authorityUrls: z
    .array(recordSpecs.authorityUrls)
    .describe("Every authority that gives out identifiers."),
  identifiers: z
    .array(recordSpecs.identifiers)
    .describe("Every identifier that an authority gave."),
} as const;

const LISTS = {
  authorityUrls: { element: "authorityURLs", item: "AuthorityURL", parts: ["name", "href"] },
  identifiers: { element: "identifiers", item: "Identifier", parts: ["authority", "identifier"] },
} as const;

type Records = { readonly [Name in keyof typeof LISTS]?: readonly object[] | undefined };

export function recordsField(name: keyof typeof LISTS): DocumentField<Records> {
  const { element, item, parts } = LISTS[name];
  const found = (document: Tree) =>
    asList(member(member(document, element), item)).map((one) =>
      Object.fromEntries(parts.map((part) => [part, memberText(one, part) ?? ""])),
    );
  const texts = (records: readonly object[]) =>
    records.map((one) => Object.values(one as Readonly<Record<string, string>>).join(" "));
  return {
    onChange: "update",
    wanted: (declared) => {
      const records = declared[name];
      return records && texts(records);
    },
    shown: (document, { wanted }) => shownAddresses(texts(found(document)), wanted),
    declare: (document) => {
      const records = found(document);
      if (records.length === 0) return { spec: {} };
      const isOpen = !texts(records).some(isSecretAddress);
      if (isOpen && recordsSpecs[name].safeParse(records).success)
        return { spec: { [name]: records } };
      return { spec: {}, notes: [name] };
    },
    body: ({ declared }) => {
      const records = (declared[name] ?? []) as readonly XmlValue[];
      return { [element]: records.length === 0 ? "" : { [item]: records } };
    },
  };
}
