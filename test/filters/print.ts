/** Writes trees of filters as text, for tests that read it back. */
import type { Expression, Filter } from "../../src/model/filter.ts";
import type { Coordinate, Geometry } from "../../src/model/geometry.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const named = (name: string) => `"${name}"`;
const time = (at: number) => new Date(at).toISOString();
const list = (parts: readonly string[]) => `(${parts.join(", ")})`;

/** A value, in parentheses wherever they could matter. */
function printExpression(expression: Expression): string {
  switch (expression.type) {
    case "attribute":
      return named(expression.name);
    case "literal":
      return typeof expression.value === "string"
        ? quoted(expression.value)
        : String(expression.value);
    case "instant":
      return time(expression.at);
    case "geometry": {
      const srid = expression.srid === undefined ? "" : `SRID=${expression.srid};`;
      return `${srid}${printGeometry(expression.geometry)}`;
    }
    case "function":
      return `${expression.name}${list(expression.args.map(printExpression))}`;
    case "arithmetic": {
      const { left, operator, right } = expression;
      return `(${printExpression(left)} ${operator} ${printExpression(right)})`;
    }
  }
  throw new Error("no such value");
}

function printGeometry(geometry: Geometry): string {
  const name = geometry.type.toUpperCase();
  const at = ([x, y]: Coordinate) => `${x} ${y}`;
  const line = (points: readonly Coordinate[]) => list(points.map(at));
  const lines = (rings: readonly (readonly Coordinate[])[]) => list(rings.map(line));
  switch (geometry.type) {
    case "Point":
      return `${name}(${at(geometry.coordinates)})`;
    case "MultiPoint":
    case "LineString":
      return name + line(geometry.coordinates);
    case "MultiLineString":
    case "Polygon":
      return name + lines(geometry.coordinates);
    case "MultiPolygon":
      return name + list(geometry.coordinates.map(lines));
    case "GeometryCollection":
      return name + list(geometry.geometries.map(printGeometry));
  }
  throw new Error("no such geometry");
}

const TEMPORAL = {
  before: "BEFORE",
  after: "AFTER",
  during: "DURING",
  equals: "TEQUALS",
  "before-or-during": "BEFORE OR DURING",
  "during-or-after": "DURING OR AFTER",
} as const;

/** A condition; parts of others are in parentheses. */
export function printFilter(filter: Filter): string {
  const value = printExpression;
  switch (filter.type) {
    case "include":
    case "exclude":
      return filter.type.toUpperCase();
    case "and":
    case "or":
      return filter.filters.map((part) => `(${printFilter(part)})`).join(` ${filter.type} `);
    case "not":
      return `NOT (${printFilter(filter.filter)})`;
    case "compare":
      return `${value(filter.left)} ${filter.operator} ${value(filter.right)}`;
    case "between":
      return `${value(filter.value)} BETWEEN ${value(filter.low)} AND ${value(filter.high)}`;
    case "like":
      return `${value(filter.value)} ${filter.ignoreCase ? "I" : ""}LIKE ${quoted(filter.pattern)}`;
    case "in":
      return `${value(filter.value)} IN ${list(filter.options.map(value))}`;
    case "is-null":
      return `${value(filter.value)} IS NULL`;
    case "exists":
      return `${named(filter.attribute)} EXISTS`;
    case "ids":
      return `IN ${list(filter.ids.map(quoted))}`;
    case "temporal": {
      const { from, to } = filter.time;
      const isInstant = filter.relation === "equals";
      const period = isInstant ? time(from) : `${time(from)}/${time(to)}`;
      return `${value(filter.value)} ${TEMPORAL[filter.relation]} ${period}`;
    }
    case "spatial":
      return `${filter.relation}${list([filter.left, filter.right].map(value))}`;
    case "relate":
      return `RELATE${list([value(filter.left), value(filter.right), filter.pattern])}`;
    case "distance": {
      const name = filter.relation === "within" ? "DWITHIN" : "BEYOND";
      const operands = [value(filter.left), value(filter.right)];
      return `${name}${list([...operands, String(filter.distance), filter.unit])}`;
    }
    case "predicate":
      return value(filter.call);
  }
  throw new Error("no such condition");
}
