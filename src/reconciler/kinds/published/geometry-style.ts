/** The style of a stock server for a new layer, by geometry (docs/compatibility.md, "Layers"). */
import { readSqlView } from "../../../wire/sql-view.ts";
import { asList, member, memberText, type Tree } from "../../../wire/tree.ts";

const BY_GEOMETRY: Readonly<Record<string, string>> = {
  Point: "point",
  LineString: "line",
  LinearRing: "line",
  Polygon: "polygon",
};

/**
 * Uses the attributes and the geometry of an SQL view. Returns an empty text without a geometry
 * attribute, and undefined where the document has neither.
 */
export function geometryStyle(document: Tree): string | undefined {
  const attributes = asList(member(member(document, "attributes"), "attribute"));
  const found = attributes.flatMap((one) => {
    const binding = /\.geom\.(\w+)$/.exec(memberText(one, "binding") ?? "")?.[1];
    return binding === undefined ? [] : [{ name: memberText(one, "name") ?? "", binding }];
  });
  const [geometry] = found;
  if (geometry === undefined && attributes.length > 0) return "";
  const columns = Object.entries(readSqlView(document)?.geometry ?? {});
  const [, column] = columns.find(([name]) => name === geometry?.name) ?? columns[0] ?? [];
  const type = column?.type ?? geometry?.binding;
  return type && (BY_GEOMETRY[type.replace(/^Multi/, "")] ?? "generic");
}
