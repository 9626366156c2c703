/** Attributes of feature types that manifests list. */
import { z } from "zod";
import { asList, member, members, memberText, type Tree } from "../../../wire/tree.ts";
import { asWritten } from "../../../wire/xml.ts";
import { listIn } from "./entries.ts";
import { filledText, type DocumentField, type Members } from "./fields.ts";

const attribute = z.strictObject({
  name: filledText.refine((name) => !name.includes(":"), "holds a colon"),
  binding: filledText
    .optional()
    .describe("Class of its values, such as java.lang.String; what is absent is left open."),
  minOccurs: z.int().nonnegative().optional(),
  maxOccurs: z.int().positive().optional(),
  nillable: z.boolean().optional(),
  length: z.int().positive().optional(),
});

/** Attributes in a spec. */
export const attributesSpec = z.array(attribute).min(1).describe("Every attribute.");

interface WithAttributes {
  readonly attributes?: z.infer<typeof attributesSpec> | undefined;
}

/** All attributes, each as far as the manifest says something about it. */
export const attributesField: DocumentField<WithAttributes> = {
  label: "attributes",
  onChange: "update",
  shares: true,
  wanted: ({ attributes }) =>
    attributes?.map(({ name, ...facets }) => attributeText(name, Object.entries(facets))),
  shown: (document, { wanted }) => {
    const facets = new Map(listIn(wanted).map((text) => [nameIn(text), facetsIn(text)] as const));
    return attributesIn(document).map((found) => {
      const name = memberText(found, "name") ?? "";
      const wanted = facets.get(name) ?? [];
      return attributeText(
        name,
        wanted.map((facet) => [facet, memberText(found, facet)] as const),
      );
    });
  },
  declare: (document, { statedOnly }) => {
    // What a server finds out by itself is left to it.
    const found = statedOnly ? attributesIn(document) : [];
    const attributes = found.map(declaredAttribute);
    if (attributes.length === 0) return { spec: {} };
    const others = new Set(found.flatMap((one) => members(one).map(([name]) => name)));
    const notes = [...others].filter((name) => !FACETS.has(name));
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
      ...Object.fromEntries(
        Object.entries(declared).flatMap(([name, set]) => (set === undefined ? [] : [[name, set]])),
      ),
    }));
    return { attributes: { attribute: all } };
  },
};

const FACETS = new Set(Object.keys(attribute.shape));

/** An attribute as a manifest says it; what no manifest can say of it is left open. */
function declaredAttribute(found: Tree): Readonly<Record<string, unknown>> {
  const { name, binding, nillable } = Object.fromEntries(
    [...FACETS].map((facet) => [facet, memberText(found, facet)]),
  );
  const counts = ["minOccurs", "maxOccurs", "length"].flatMap((facet) => {
    const count = Number(memberText(found, facet) ?? Number.NaN);
    const isCount = Number.isSafeInteger(count) && count >= (facet === "minOccurs" ? 0 : 1);
    return isCount ? [[facet, count] as const] : [];
  });
  return {
    name,
    ...(binding === undefined || binding === "" ? {} : { binding }),
    ...Object.fromEntries(counts.filter(([facet]) => facet !== "length")),
    ...(nillable === "true" || nillable === "false" ? { nillable: nillable === "true" } : {}),
    ...Object.fromEntries(counts.filter(([facet]) => facet === "length")),
  };
}

function attributesIn(document: Tree | undefined): readonly Tree[] {
  return asList(member(member(document, "attributes"), "attribute"));
}

type Facet = readonly [name: string, set: string | number | boolean | undefined];

function attributeText(name: string, facets: readonly Facet[]): string {
  const text = facets
    .filter(([, set]) => set !== undefined)
    .map(([facet, set]) => `${facet}=${set}`);
  return text.length === 0 ? name : `${name}: ${text.toSorted().join(", ")}`;
}

function nameIn(text: string): string {
  return text.split(": ", 1)[0] ?? "";
}

function facetsIn(text: string): readonly string[] {
  const [, rest = ""] = text.split(": ", 2);
  return rest === "" ? [] : rest.split(", ").map((facet) => facet.slice(0, facet.indexOf("=")));
}
