/** The feature type document, as far as a catalog that opens no sources can know it. */
import {
  renderDocument,
  value,
  type DocumentNode,
  type Rendering,
  type RenderedDocument,
} from "./document.ts";
import { pathOf } from "./paths.ts";
import { bodyText, type WireResponse } from "./request.ts";
import { asList, member, memberFlag, memberText } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** What the document shows. */
export interface FeatureTypeDocument {
  readonly name: string;
  readonly nativeName: string;
  readonly workspace: string;
  readonly store: string;
  readonly title: string;
  readonly enabled: boolean;
}

/** Renders the document. */
export function renderFeatureType(
  type: FeatureTypeDocument,
  rendering: Rendering,
): RenderedDocument {
  const { workspace, store, name } = type;
  const keywords: readonly DocumentNode[] = ["features", name].map(value);
  return renderDocument(
    "featureType",
    [
      ["name", value(name)],
      ["nativeName", value(type.nativeName)],
      [
        "namespace",
        {
          type: "reference",
          path: pathOf("namespace", { namespace: workspace }),
          fields: [["name", value(workspace)]],
        },
      ],
      ["title", value(type.title)],
      ["keywords", { type: "list", name: "string", nodes: keywords }],
      ["projectionPolicy", value("NONE")],
      ["enabled", value(type.enabled)],
      [
        "store",
        {
          type: "reference",
          className: "dataStore",
          path: pathOf("dataStore", { workspace, store }),
          fields: [["name", value(`${workspace}:${store}`)]],
        },
      ],
    ],
    rendering,
  );
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
