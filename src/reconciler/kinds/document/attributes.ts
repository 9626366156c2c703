/** Attributes of feature types. */
import { defined } from "../../../model/defined.ts";
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { asList, member, members, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import { listIn } from "../fields/entries.ts";
import type { PartHandler, Members } from "../fields/contract.ts";
import { filledText } from "../fields/texts.ts";
import { translationsIn, translationsSpec } from "./translations.ts";

const attribute = madeOnce(() =>
  z.strictObject({
    name: filledText.refine((name) => !name.includes(":"), "holds a colon"),
    binding: filledText
      .optional()
      .describe("Class of its values, such as java.lang.String; what is absent is left open."),
    minOccurs: z.int().nonnegative().optional(),
    maxOccurs: z.int().positive().optional(),
    nillable: z.boolean().optional(),
    length: z.int().positive().optional(),
    source: filledText
      .optional()
      .describe("Source of the values: another attribute, or an expression in ECQL."),
    description: translationsSpec().optional().describe("Description, by language."),
    range: z
      .strictObject({ min: z.number().optional(), max: z.number().optional() })
      .optional()
      .describe("Least and greatest value; open where one is absent."),
    options: z
      .array(z.union([filledText, z.number(), z.boolean()]))
      .min(1)
      .optional()
      .describe("Every value that it may have."),
  }),
);

export const attributesSpec = madeOnce(() =>
  z.array(attribute()).min(1).describe("Every attribute."),
);

type Attribute = z.infer<ReturnType<typeof attribute>>;

interface WithAttributes {
  readonly attributes?: readonly Attribute[] | undefined;
}

/** All attributes; of each, only the facets that the manifest sets. */
export const attributesField: PartHandler<WithAttributes> = {
  onChange: "update",
  exposure: "columns",
  shares: true,
  wanted: ({ attributes }) => attributes?.map((one) => attributeText(one.name, declaredFacts(one))),
  shown: (document, { wanted, declared }) => {
    const said = new Map(
      declared?.attributes?.map((one) => [one.name, declaredFacts(one)] as const),
    );
    const texts = new Map(listIn(wanted).map((text) => [nameIn(text), text] as const));
    return attributesIn(document).map((found) => {
      const name = memberText(found, "name") ?? "";
      const shown = shownOf(found);
      const asked = declared?.attributes
        ? Object.keys(said.get(name) ?? {})
        : facetsIn(texts.get(name) ?? name, shown);
      return attributeText(name, Object.fromEntries(asked.map((one) => [one, shown[one]])));
    });
  },
  declare: (document, { statedOnly }) => {
    const found = attributesIn(document);
    // A server's own attributes are left to it; a list that a user chose looks the same.
    if (!statedOnly && hasPlainAttributes(document))
      return { spec: {}, notes: found.length === 0 ? [] : [CHOSEN] };
    const attributes = found.map(declaredAttribute);
    if (attributes.length === 0) return { spec: {} };
    if (!attributesSpec().safeParse(attributes).success) return { spec: {}, notes: ["attributes"] };
    const others = new Set(found.flatMap((one) => members(one).map(([name]) => name)));
    const notes = [...others].filter((name) => !facets().has(name));
    return { spec: { attributes }, notes: notes.map((name) => `${name} of attributes`) };
  },
  body: ({ declared: { attributes = [] }, before }) => {
    const there = new Map(
      attributesIn(before).map((found) => [memberText(found, "name"), found] as const),
    );
    const all = attributes.map((declared): Members => ({
      ...Object.fromEntries(
        members(there.get(declared.name)).map(([name, node]) => [name, asWritten(node)]),
      ),
      ...written(declared),
    }));
    return { attributes: { attribute: all } };
  },
};

const CHOSEN = "which of its attributes are published, if somebody chose them";

/** Whether the attributes hold only what servers find out; new types have none. */
export function hasPlainAttributes(document: Tree | undefined): boolean {
  return attributesIn(document).every((one) =>
    members(one).every(([name, node]) => {
      if (name === "source") return textOf(node) === memberText(one, "name");
      return (
        FOUND.has(name) || (node !== null && typeof node === "object" && members(node).length === 0)
      );
    }),
  );
}

const FOUND: ReadonlySet<string> = new Set(
  Object.keys(
    attribute().pick({
      name: true,
      binding: true,
      minOccurs: true,
      maxOccurs: true,
      nillable: true,
      length: true,
    }).shape,
  ),
);

const facets = madeOnce(() => new Set(Object.keys(attribute().shape)));

type Facets = Readonly<Record<string, string | undefined>>;

function declaredFacts({ name: _is, description, range, options, ...plain }: Attribute): Facets {
  const texts = Object.entries(defined(plain)).map(([name, value]) => [name, String(value)]);
  return {
    ...Object.fromEntries(texts),
    ...defined({
      description: description && translationsText(description),
      range: range && rangeText(range.min, range.max),
      options: options && optionsText(typeOf(plain.binding), options.map(String)),
    }),
  };
}

function shownOf(found: Tree): Facets {
  const plain = [...facets()].map((facet) => [facet, memberText(found, facet)] as const);
  const range = member(found, "range");
  const edge = (name: string) => {
    const number = Number(memberText(range, name) ?? Number.NaN);
    return Number.isFinite(number) ? number : undefined;
  };
  return {
    ...Object.fromEntries(plain.filter(([, text]) => text !== undefined)),
    description: translationsText(translationsIn(found, "description")),
    range: rangeText(edge("min"), edge("max")),
    options: optionsIn(found).join(" | "),
  };
}

function translationsText(texts: Readonly<Record<string, string>>): string {
  const all = Object.entries(texts).map(([language, text]) => `${language} ${text}`);
  return all.toSorted().join(" | ");
}

function rangeText(min: number | undefined, max: number | undefined): string {
  return `${min ?? ""}..${max ?? ""}`;
}

function optionsIn(found: Tree): readonly string[] {
  return members(member(found, "options")).flatMap(([type, nodes]) =>
    asList(nodes).map((one) => plainOption(type, textOf(one) ?? "")),
  );
}

function optionsText(type: string, options: readonly string[]): string {
  return options.map((one) => plainOption(type, one)).join(" | ");
}

/** `1.0` and `1` are one number. */
function plainOption(type: string, text: string): string {
  const isNumber = (type === "double" || type === "float") && text !== "";
  return isNumber && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

/** Elements of options by the attribute's binding; `string` for all others. */
const TYPES: Readonly<Record<string, string>> = {
  "java.lang.Boolean": "boolean",
  "java.lang.Byte": "byte",
  "java.lang.Double": "double",
  "java.lang.Float": "float",
  "java.lang.Integer": "int",
  "java.lang.Long": "long",
  "java.lang.Short": "short",
  "java.math.BigDecimal": "big-decimal",
  "java.math.BigInteger": "big-int",
};

function typeOf(binding: string | undefined): string {
  return TYPES[binding ?? ""] ?? "string";
}

function written({ range, options, ...others }: Attribute): Members {
  return defined({
    ...others,
    range: range && { min: range.min ?? "-inf", max: range.max ?? "inf" },
    options: options && { [typeOf(others.binding)]: options },
  });
}

function declaredAttribute(found: Tree): Readonly<Record<string, unknown>> {
  const text = (name: string) => memberText(found, name) || undefined;
  const count = (name: string, least: number) => {
    const number = Number(text(name) ?? Number.NaN);
    return Number.isSafeInteger(number) && number >= least ? number : undefined;
  };
  const [name, nillable, source] = [text("name"), text("nillable"), text("source")];
  const description = translationsIn(found, "description");
  const options = optionsIn(found);
  const [min, max] = (shownOf(found)["range"] ?? "..").split("..");
  const range = {
    ...(min === "" ? {} : { min: Number(min) }),
    ...(max === "" ? {} : { max: Number(max) }),
  };
  const all = {
    name,
    binding: text("binding"),
    minOccurs: count("minOccurs", 0),
    maxOccurs: count("maxOccurs", 1),
    nillable: nillable === undefined ? undefined : nillable === "true",
    length: count("length", 1),
    source: source === name ? undefined : source,
    description: Object.keys(description).length === 0 ? undefined : description,
    range: Object.keys(range).length === 0 ? undefined : range,
    options: options.length === 0 ? undefined : options,
  };
  return defined(all);
}

function attributesIn(document: Tree | undefined): readonly Tree[] {
  return asList(member(member(document, "attributes"), "attribute"));
}

function attributeText(name: string, facets: Facets): string {
  const text = Object.entries(facets)
    .filter(([, set]) => set !== undefined)
    .map(([facet, set]) => `${facet}=${set}`);
  return text.length === 0 ? name : `${name}: ${text.toSorted().join(", ")}`;
}

/** Whether every attribute has a binding and none is a geometry. */
export function withoutGeometry(attributes: readonly string[]): boolean {
  return attributes.every((text) => {
    const binding = /[:,] binding=([^,]*)/.exec(text)?.[1];
    return binding !== undefined && !binding.includes(".geom.");
  });
}

function nameIn(text: string): string {
  return text.split(": ", 1)[0] ?? "";
}

const nextFacet = madeOnce(() => new RegExp(`, (?:${[...facets()].join("|")})=`, "u"));

/** A shown value that the text repeats is skipped whole, because it may look like facets. */
function facetsIn(text: string, shown: Facets): readonly string[] {
  const facets: string[] = [];
  let rest = text.slice(nameIn(text).length + 2);
  while (rest !== "") {
    const facet = rest.split("=", 1)[0] ?? "";
    facets.push(facet);
    const said = rest.slice(facet.length + 1);
    const value = shown[facet];
    const isShown = value !== undefined && `${said}, `.startsWith(`${value}, `);
    const next = isShown ? value.length : said.search(nextFacet());
    rest = next === -1 ? "" : said.slice(next + 2);
  }
  return facets;
}
