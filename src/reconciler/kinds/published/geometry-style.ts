/**
 * The style that a stock server gives to a new layer by the geometries of its feature type
 * (docs/compatibility.md, "Layers").
 */
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";

const BY_GEOMETRY: Readonly<Record<string, string>> = {
  Point: "point",
  LineString: "line",
  Polygon: "polygon",
};

/** The style by the attributes in the document of a feature type; undefined where it is the usual one. */
export function geometryStyle(document: Tree): string | undefined {
  const bindings = asList(member(member(document, "attributes"), "attribute")).map(
    (attribute) => memberText(attribute, "binding") ?? "",
  );
  const [geometry] = bindings.flatMap((one) => /\.geom\.(?:Multi)?(\w+)$/.exec(one)?.[1] ?? []);
  return geometry === undefined ? undefined : BY_GEOMETRY[geometry];
}
