/**
 * Settings of feature types that a mapping publishes; their layers declare titles and `enabled`.
 * No field hides rows or attributes: an upload would show them until the next request.
 */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { compareText, type Address } from "../../../model/address.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { featureTypeDocument } from "../../../model/feature-type.ts";
import { wfs } from "../../../model/published-parts.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { keptOfPublished, type KeptSettings } from "../../../wire/kept-settings.ts";
import { readDocument } from "../../../wire/answered-document.ts";
import { xmlRequest } from "../../../wire/request.ts";
import { entryList, type Tree } from "../../../wire/tree.ts";
import { renderXml, type XmlValue } from "../../../wire/xml.ts";
import {
  namesText,
  isSet,
  sameFact,
  type Facts,
  type KindContext,
  type Manifest,
  type Step,
} from "../../kind.ts";
import { partHandlers } from "../fields/parts.ts";
import { partsSpec } from "../fields/part-specs.ts";
import type { Members } from "../fields/contract.ts";
import { keywordsField } from "../document/keywords.ts";
import { publishedFields, publishedMetadata, publishedSpec } from "../document/published.ts";
import { FOLLOWING, settingFields } from "../fields/setting-fields.ts";
import { mappedNewborn } from "../published/mapped-newborn.ts";

/** Fields of a type that the mapping or the layer decides, or that cannot be declared. */
const ELSEWHERE = ["store", "nativeName", "title", "enabled", "disabledServices"] as const;

type OfTypes<Table> = Omit<Table, (typeof ELSEWHERE)[number]>;

function ofTypes<Table extends object>(table: Table): OfTypes<Table> {
  const others = new Set<string>(ELSEWHERE);
  const left = Object.entries(table).filter(([name]) => !others.has(name));
  return Object.fromEntries(left) as OfTypes<Table>;
}

const typeSpec = madeOnce(() =>
  z.strictObject({
    ...ofTypes(publishedSpec()),
    ...partsSpec({ wfs }),
  }),
);

export const typesSpec = madeOnce(() =>
  z
    .record(z.string().min(1), typeSpec())
    .optional()
    .describe(
      "Settings of the published feature types, by name. Title and enabled belong to their layers.",
    ),
);

export type TypeSettings = Readonly<Record<string, z.infer<ReturnType<typeof typeSpec>>>>;

const typeFields = settingFields(
  () => ({
    ...ofTypes(publishedFields()),
    keywords: keywordsField(["features"]),
    ...partHandlers({ wfs }),
    ...publishedMetadata(),
  }),
  () => [...FOLLOWING, ...featureTypeDocument.elements],
);

type StoreAddress = Pick<Address, "workspace" | "name">;

function typeAddress({ workspace }: StoreAddress, name: string): Address {
  return { kind: "FeatureType", workspace, name };
}

function typePath({ workspace, name: store }: StoreAddress, featureType: string, format?: "xml") {
  return pathTo("storeFeatureType", { workspace: workspace ?? "", store, featureType }, format);
}

export function unknownTypes(
  { spec, locate }: Manifest<{ readonly types?: TypeSettings | undefined }>,
  published: readonly string[],
): readonly Diagnostic[] {
  const unknown = Object.keys(spec.types ?? {}).filter((name) => !published.includes(name));
  return unknown.map((name) => {
    const known = published.length === 0 ? "none" : published.join(", ");
    const message = `The mapping publishes no feature type ${name}; it publishes ${known}`;
    const where = locate(["spec", "types", name]);
    return fault("manifest-invalid", message, { where });
  });
}

/** Returns no fact where nothing is set. */
export function wantedTypes(types: TypeSettings = {}): Facts {
  const texts = Object.entries(types).flatMap(([name, type]) =>
    textsOf(name, typeFields.wanted(type)),
  );
  return texts.length === 0 ? {} : { types: texts };
}

export async function shownTypes(
  context: Pick<KindContext, "read">,
  store: StoreAddress,
  types: TypeSettings,
): Promise<Facts> {
  const wanted = Object.entries(types).filter(
    ([, type]) => Object.keys(typeFields.wanted(type)).length > 0,
  );
  if (wanted.length === 0) return {};
  const texts = await Promise.all(
    wanted.map(async ([name, type]) => {
      const document = await readType(context, store, name);
      if (document === undefined) return [];
      const facts = typeFields.wanted(type);
      return textsOf(name, typeFields.shown(typeAddress(store, name), document, facts));
    }),
  );
  return { types: texts.flat() };
}

function textsOf(type: string, facts: Facts): readonly string[] {
  return Object.entries(facts).map(([name, fact]) => {
    return `${type}: ${namesText([name], typeFields.rules)} ${isSet(fact) ? listText(fact) : JSON.stringify(fact)}`;
  });
}

/** Members that hold a separator are quoted. */
function listText(fact: readonly string[]): string {
  const quoted = fact.map((one) => (/^$|[,"]/.test(one) ? JSON.stringify(one) : one));
  return quoted.length === 0 ? "none" : quoted.toSorted(compareText).join(", ");
}

/**
 * Where the workspace's namespace differs from the mapping's, a server leaves out the attributes
 * only, which are not kept anyway.
 */
async function readType(
  { read }: Pick<KindContext, "read">,
  store: StoreAddress,
  type: string,
): Promise<Tree | undefined> {
  const found = await readDocument(read, typePath(store, type, "xml"));
  return found?.content;
}

export function newTypeSteps(store: StoreAddress, types: TypeSettings = {}): readonly Step[] {
  return Object.entries(types).flatMap(([name, type]) =>
    typeStep(store, name, typeFields.written(type, typeFields.names, undefined)),
  );
}

export async function typeSteps(
  context: Pick<KindContext, "read">,
  store: StoreAddress,
  types: TypeSettings = {},
): Promise<readonly Step[]> {
  const steps = await Promise.all(
    Object.entries(types).map(async ([name, type]) => {
      const document = await readType(context, store, name);
      const wanted = typeFields.wanted(type);
      const shown = typeFields.shown(typeAddress(store, name), document ?? "", wanted);
      const names = Object.keys(wanted).filter(
        (one) => document === undefined || !sameFact(wanted[one], shown[one]),
      );
      return typeStep(store, name, typeFields.written(type, names, document));
    }),
  );
  return steps.flat();
}

function typeStep(store: StoreAddress, type: string, members: Members): readonly Step[] {
  const set = Object.keys(members);
  if (set.length === 0) return [];
  return [
    {
      summary: `set ${set.join(", ")} of feature type ${type}`,
      request: xmlRequest("PUT", typePath(store, type), renderXml("featureType", members)),
    },
  ];
}

/**
 * The kept settings without those that a new store sets itself. Metadata entries are replaced
 * together, so kept and declared ones are sent together.
 */
export function besideDeclared(kept: KeptSettings, type: TypeSettings[string] = {}): KeptSettings {
  const own = typeFields.written(type, typeFields.names, undefined);
  const { metadata, ...others } = kept;
  const left = Object.entries(others).filter(
    ([name, value]) => !(name in own) && !isFilledIn(name, value, own),
  );
  if (metadata === undefined) return Object.fromEntries(left);
  const all = typeFields.written(type, typeFields.names, kept)["metadata"] ?? metadata;
  const isDeclared = entryList(all).length === entryList(own["metadata"]).length;
  return { ...Object.fromEntries(left), ...(isDeclared ? {} : { metadata: all }) };
}

/** Whether a server writes it by itself when another setting is set. */
function isFilledIn(name: string, value: XmlValue, own: Members): boolean {
  const isSet = Object.keys(own).length > 0;
  return isSet && name === "encodeMeasures" && value === String(wfs.parts.encodeMeasures.usual);
}

/** `left` names the settings that no manifest can declare. */
function declaredType(
  store: StoreAddress,
  name: string,
  kept: KeptSettings,
): { readonly spec: TypeSettings[string]; readonly left: readonly string[] } {
  const { spec, notes } = typeFields.declared(typeAddress(store, name), kept, true);
  // As a manifest is read: in it, codes may be numbers and keywords objects.
  const members = typeFields.written(typeSpec().parse(spec), typeFields.names, undefined);
  const others = Object.entries(kept).filter(([one]) => !(one in members) && one !== "metadata");
  return { spec, left: [...new Set([...others.map(([one]) => one), ...notes])] };
}

/** The title is left out, because the layer declares it. */
async function keptOfType(
  context: KindContext,
  store: StoreAddress,
  name: string,
): Promise<KeptSettings> {
  const document = await readType(context, store, name);
  if (document === undefined) return {};
  const keywords = [["features", name], [name], ["features"]];
  const newborn = { ...mappedNewborn(context.server), keywords };
  const { title: _ofLayer, ...kept } = keptOfPublished(document, newborn);
  return kept;
}

export async function typesAgain(
  context: KindContext,
  store: StoreAddress,
  types: readonly string[],
): Promise<readonly Step[]> {
  const found = await Promise.all(
    types.map(async (name) => typeStep(store, name, await keptOfType(context, store, name))),
  );
  return found.flat();
}

/** The notes name what cannot be declared. Layers declare the titles. */
export async function declaredTypes(
  context: KindContext,
  store: StoreAddress,
  types: readonly string[],
): Promise<{
  readonly spec: { readonly types?: TypeSettings };
  readonly notes: readonly string[];
}> {
  const all = await Promise.all(
    types.map(async (name) => {
      const kept = await keptOfType(context, store, name);
      return { name, ...declaredType(store, name, kept) };
    }),
  );
  const said = all.filter(({ spec }) => Object.keys(spec).length > 0);
  const own = Object.fromEntries(said.map(({ name, spec }) => [name, spec]));
  const notes = all.flatMap(({ name, left }) =>
    left.map((word) =>
      word === "enabled"
        ? `that feature type ${name} is disabled`
        : `the ${word} of feature type ${name}`,
    ),
  );
  return { spec: said.length === 0 ? {} : { types: own }, notes };
}
