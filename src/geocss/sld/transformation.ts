/** Rendering transformations. */
import type { XmlElementNode } from "../../wire/xml.ts";
import type { Property, Value } from "../value.ts";
import { functionNode, literalNode } from "./expression.ts";
import { sld } from "./nodes.ts";
import { valueNode } from "./value.ts";

/** Names of input parameters other than `data`. */
const inputs: Readonly<Record<string, string>> = {
  BandMerge: "coverages",
  BandSelect: "coverage",
  Bounds: "features",
  BufferFeatureCollection: "features",
  Centroid: "features",
  Clip: "features",
  CropCoverage: "coverage",
  Jiffle: "coverage",
  Query: "features",
  Reproject: "features",
  ScaleCoverage: "coverage",
  Simplify: "features",
  Transform: "features",
  Unique: "features",
};

/** Undefined when the property names no process. */
export function transformationNode({ values }: Property): XmlElementNode | undefined {
  const value = values.find(({ type }) => type === "transform" || type === "function");
  const call = value === undefined ? undefined : callOf(value);
  return call === undefined ? undefined : sld("Transformation", call);
}

/** A parameter is also a function of its name and its values. */
function callOf(value: Value): XmlElementNode | undefined {
  if (value.type === "function" && value.args.length === 0) return callOf(asTransform(value.name));
  if (value.type === "function") return valueNode(value);
  if (value.type !== "transform") return undefined;
  const given = value.parameters.map(({ name, values }) =>
    functionNode("parameter", [literalNode(name), ...values.map((one) => valueNode(one))]),
  );
  // A parameter without a value is the input: the layer that is drawn.
  const namesInput = value.parameters.some(({ values }) => values.length === 0);
  const process = value.name.slice(value.name.indexOf(":") + 1);
  const input = functionNode("parameter", [literalNode(inputs[process] ?? "data")]);
  return functionNode(value.name, namesInput ? given : [input, ...given]);
}

function asTransform(name: string): Value {
  return { type: "transform", name, parameters: [] };
}
