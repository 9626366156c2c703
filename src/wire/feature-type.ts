/** The feature type document, as far as a catalog that opens no sources can know it. */
import type { Details } from "../model/details.ts";
import { arranged, names } from "./details.ts";
import { renderDocument, type Rendering, type RenderedDocument } from "./document.ts";
import { publishedFields, publishedFlags, type PublishedDocument } from "./published.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { asList, member, memberFlag, memberText } from "./tree.ts";
import { parseXml } from "./xml.ts";

const ORDER = names(
  `name nativeName namespace title description abstract keywords metadataLinks dataLinks nativeCRS
   srs nativeBoundingBox latLonBoundingBox projectionPolicy enabled advertised metadata store
   serviceConfiguration simpleConversionEnabled maxFeatures numDecimals padWithZeros forcedDecimal
   overridingServiceSRS skipNumberMatched circularArcPresent attributes`,
);

const FLAGS: Details = {
  ...publishedFlags,
  maxFeatures: 0,
  numDecimals: 0,
  padWithZeros: false,
  forcedDecimal: false,
  overridingServiceSRS: false,
  skipNumberMatched: false,
  circularArcPresent: false,
};

/** Renders the document. */
export function renderFeatureType(type: PublishedDocument, rendering: Rendering): RenderedDocument {
  const own = publishedFields(type, "dataStore");
  const shown = { ...FLAGS, ...type.details };
  return renderDocument("featureType", arranged(ORDER, own, shown), rendering);
}

/** What a recreated feature type would have to get back. */
export interface FeatureTypeSettings {
  readonly name: string;
  readonly title: string;
  readonly abstract: string;
  readonly enabled: boolean;
  readonly keywords: readonly string[];
}

/** Reads a feature type document a server answered with. Throws WireError. */
export function parseFeatureType(response: WireResponse): FeatureTypeSettings {
  const tree = parseXml(bodyText(response)).content;
  return {
    name: memberText(tree, "name") ?? "",
    title: memberText(tree, "title") ?? "",
    abstract: memberText(tree, "abstract") ?? memberText(tree, "description") ?? "",
    enabled: memberFlag(tree, "enabled") ?? true,
    keywords: asList(member(member(tree, "keywords"), "string")).map(String),
  };
}
