/**
 * The style that a stock server gives to a new layer by the geometries of its feature type
 * (docs/compatibility.md, "Layers").
 */
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";

const BY_GEOMETRY: Readonly<Record<string, string>> = {
  Point: "point",
  LineString: "line",
  LinearRing: "line",
  Polygon: "polygon",
};

/**
 * The style by the attributes in the document of a feature type: empty where none of them is a geometry,
 * undefined where the document names no attributes.
 */
export function geometryStyle(document: Tree): string | undefined {
  const bindings = asList(member(member(document, "attributes"), "attribute")).map(
    (attribute) => memberText(attribute, "binding") ?? "",
  );
  if (bindings.length === 0) return undefined;
  const [geometry] = bindings.flatMap((one) => /\.geom\.(?:Multi)?(\w+)$/.exec(one)?.[1] ?? []);
  return geometry === undefined ? "" : (BY_GEOMETRY[geometry] ?? "generic");
}
