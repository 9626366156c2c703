/**
 * Reads an SLD 1.0 document into what it means: defaults filled in, prefixes and names without
 * meaning left out, numbers as numbers. Written from the specification and from documents of stock
 * servers; knows nothing of the writer. An element that it does not know is an error, so that
 * nothing is passed over.
 */
import {
  attributeNamed,
  childElements,
  childNamed,
  childrenNamed,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "../../../src/wire/xml-document.ts";
import { filterOf, type Condition } from "./sld-filter.ts";
import { symbolizerOf } from "./sld-symbolizers.ts";
import {
  contentOf,
  expressionOf,
  knowOnly,
  parametersOf,
  rounded,
  sortedObject,
  type Json,
} from "./sld-values.ts";

/** A rule: what it draws, where. */
export interface SldRule {
  readonly name: string;
  /** By language; the empty name is that of none. */
  readonly titles: Json;
  readonly abstracts: Json;
  readonly min: number;
  /** Infinity where it is open. */
  readonly max: number;
  readonly filter: Condition | undefined;
  readonly symbolizers: readonly Json[];
}

/** A feature type style. */
export interface SldLevel {
  readonly typeName: string;
  readonly transformation: Json;
  readonly options: Json;
  readonly firstOnly: boolean;
  readonly rules: readonly SldRule[];
}

/** A style, from the bottom to the top. */
export interface SldStyle {
  readonly background: Json;
  readonly levels: readonly SldLevel[];
}

/** Reads a document. */
export function readSld(text: string): SldStyle {
  return withXmlDocument(new TextEncoder().encode(text), (root) => {
    const styles =
      root.name === "UserStyle"
        ? [root]
        : childrenNamed(root, "NamedLayer").flatMap((layer) => childrenNamed(layer, "UserStyle"));
    const background = styles.flatMap((style) => childrenNamed(style, "Background"))[0];
    return {
      background: background === undefined ? null : parametersOf(background),
      levels: styles.flatMap((style) => childrenNamed(style, "FeatureTypeStyle")).map(levelOf),
    };
  });
}

function levelOf(element: XmlElement): SldLevel {
  const options = new Map(
    childrenNamed(element, "VendorOption").map((option) => [
      attributeNamed(option, "name") ?? "",
      contentOf(option),
    ]),
  );
  const firstOnly = options.get("ruleEvaluation") === "first";
  options.delete("ruleEvaluation");
  const [transformation] = childrenNamed(element, "Transformation").flatMap(childElements);
  knowOnly(element, ["Name", "FeatureTypeName", "Transformation", "Rule", "VendorOption"]);
  return {
    typeName: trimmedText(childNamed(element, "FeatureTypeName")),
    transformation: transformation === undefined ? null : expressionOf(transformation),
    options: sortedObject(options),
    firstOnly,
    rules: childrenNamed(element, "Rule").map(ruleOf),
  };
}

function ruleOf(element: XmlElement): SldRule {
  const filter = childNamed(element, "Filter");
  const scale = (name: string, open: number): number => {
    const text = trimmedText(childNamed(element, name));
    return text === "" ? open : rounded(Number(text));
  };
  const symbolizers = childElements(element).filter(({ name }) => name.endsWith("Symbolizer"));
  knowOnly(element, [
    "Name",
    "Title",
    "Abstract",
    "Filter",
    "MinScaleDenominator",
    "MaxScaleDenominator",
    ...symbolizers.map(({ name }) => name),
  ]);
  return {
    name: trimmedText(childNamed(element, "Name")),
    titles: localizedOf(childNamed(element, "Title")),
    abstracts: localizedOf(childNamed(element, "Abstract")),
    min: scale("MinScaleDenominator", 0),
    max: scale("MaxScaleDenominator", Infinity),
    filter: filter === undefined ? undefined : filterOf(filter),
    symbolizers: symbolizers.map(symbolizerOf),
  };
}

function localizedOf(element: XmlElement | undefined): Json {
  if (element === undefined) return {};
  const localized = childrenNamed(element, "Localized");
  const others = localized.map(({ content }) => content).join("");
  const plain = element.content.replaceAll(/\s+/g, " ").trim();
  const own = plain.slice(0, plain.length - others.replaceAll(/\s+/g, " ").trim().length).trim();
  return sortedObject(
    new Map<string, Json>([
      ["", localized.length === 0 ? plain : own],
      ...localized.map((one): [string, Json] => [
        attributeNamed(one, "lang") ?? "",
        one.content.replaceAll(/\s+/g, " ").trim(),
      ]),
    ]),
  );
}
