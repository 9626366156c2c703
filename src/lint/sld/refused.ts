/** SLDs that a stock server (3.0) refuses in a POST, although they are accepted here. */
import type { StyleVersion } from "../../model/style.ts";
import { attributeNamed, childElements, childNamed, trimmedText } from "../../wire/xml-document.ts";
import type { NeededLayers } from "../finding.ts";
import { withInner, type ElementFinding, type ReadElement } from "./walk.ts";

/** Parts that a stock server refuses. */
export function refused(root: ReadElement, version: StyleVersion): readonly ElementFinding[] {
  const own = version === "1.1.0" ? [...withInner(root)].flatMap(refusedOfNewer) : [];
  return [...bareStyle(root, version), ...own, ...severalLayers(root)];
}

/** In 1.1 a style must be in a layer. */
function bareStyle({ name }: ReadElement, version: StyleVersion): readonly ElementFinding[] {
  if (name === "StyledLayerDescriptor" || version === "1.0.0") return [];
  const message = `A stock server refuses an SLD 1.1 with the root ${name}`;
  const hint = "Put it into NamedLayer, and that into StyledLayerDescriptor.";
  return [{ type: "refused", isSure: true, message, hint, at: 0 }];
}

/** Parts that the server's reader of SLD 1.1 does not know. */
function refusedOfNewer({ element, name, at }: ReadElement): readonly ElementFinding[] {
  const report = (message: string, hint?: string): readonly ElementFinding[] => [
    { type: "refused", isSure: true, message, hint, at },
  ];
  const inside = () => childElements(element).map((child) => child.name);
  switch (name) {
    case "UserLayer":
      return report("A stock server refuses UserLayer in SLD 1.1", "Write NamedLayer, or SLD 1.0.");
    case "ColorMap":
      if (inside().some((one) => one === "Categorize" || one === "Interpolate")) return [];
      return report(
        "A stock server refuses a ColorMap of SLD 1.1 that holds neither Categorize nor Interpolate",
        "ColorMapEntry is of SLD 1.0.",
      );
    case "InlineContent": {
      const encoding = attributeNamed(element, "encoding") ?? "base64";
      if (encoding === "base64") return [];
      return report(
        `A stock server refuses InlineContent of SLD 1.1 with the encoding ${encoding}`,
      );
    }
    case "Filter":
      if (inside()[0] !== "Function") return [];
      return report(
        "A stock server refuses a Filter of SLD 1.1 that is a Function alone",
        "Compare what it gives with true, in PropertyIsEqualTo.",
      );
    default:
      return [];
  }
}

/**
 * Several layers form a group of catalog layers, each of which must exist. A UserLayer counts as a
 * layer only with its features inside.
 */
function severalLayers({ children }: ReadElement): readonly ElementFinding[] {
  const layers = children.filter(({ name }) => name === "NamedLayer" || name === "UserLayer");
  if (layers.length < 2) return [];
  const strange = layers.find(
    ({ name, element }) =>
      name === "UserLayer" && childNamed(element, "InlineFeature") === undefined,
  );
  if (strange !== undefined) {
    const message =
      "A stock server refuses a style of several layers in which a UserLayer has no InlineFeature";
    return [{ type: "refused", isSure: true, message, at: strange.at }];
  }
  const named = layers.filter(({ name }) => name === "NamedLayer");
  if (named.length === 0) return [];
  const message = `There are ${layers.length} layers in the style; a stock server refuses it unless it has a layer of each name`;
  const needs: NeededLayers = {
    names: named.map(({ element }) => trimmedText(childNamed(element, "Name"))),
    since: 0,
  };
  return [{ type: "refused", isSure: true, needs, message, at: 0 }];
}
