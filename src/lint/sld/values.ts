/** Values that servers ignore: malformed numbers, unknown shapes, duplicates. */
import { nearest } from "../../model/nearest.ts";
import { attributeNamed, type XmlElement } from "../../wire/xml-document.ts";
import { withInner, type ElementFinding, type ReadElement } from "./walk.ts";

const NUMBERS: ReadonlySet<string> = new Set(
  (
    "stroke-width stroke-opacity stroke-dashoffset fill-opacity font-size " +
    "Opacity Size Rotation Radius PerpendicularOffset AnchorPointX AnchorPointY DisplacementX " +
    "DisplacementY GammaValue InitialGap Gap MinScaleDenominator MaxScaleDenominator"
  ).split(" "),
);

/** As servers read numbers; lengths may have a unit. */
const NUMBER = /^[+-]?(?:Infinity|NaN|\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[df]?(?:px|m|ft)?$/i;

/** Shapes without a scheme; case does not count. */
const SHAPES = ["square", "circle", "triangle", "star", "cross", "x", "arrow", "hatch"];

/** Values and parts of rules that no server reads. */
export function passedOver(root: ReadElement): readonly ElementFinding[] {
  return [...withInner(root)].flatMap((one) => {
    const found = one.name === "Rule" ? filterProblem(one) : valueProblem(one);
    return found === undefined ? [] : [{ type: "unread", at: one.at, ...found } as const];
  });
}

type Problem = Omit<ElementFinding, "type" | "at"> & { readonly at?: number };

function valueProblem(one: ReadElement): Problem | undefined {
  const { name, element } = one;
  if (name === "Literal") return literalProblem(element.content, one);
  if (name === "ColorMapEntry") return entryProblem(element);
  const isParameter = name === "CssParameter" || name === "SvgParameter";
  const what = isParameter ? attributeNamed(element, "name")?.toLowerCase() : name;
  const check = what === "WellKnownName" ? shapeProblem : numberProblem;
  if (what === undefined || !(NUMBERS.has(what) || check === shapeProblem)) return undefined;
  const text = plainText(one);
  return text === undefined ? undefined : unlessComputed(text, what, check);
}

/** A text with an expression gets its value when drawn. */
function unlessComputed(
  text: string,
  what: string,
  check: (text: string, what: string) => Problem | undefined,
): Problem | undefined {
  return text === "" || text.includes("${") ? undefined : check(text, what);
}

function entryProblem(element: XmlElement): Problem | undefined {
  const problems = ["quantity", "opacity"].map((name) =>
    unlessComputed(
      attributeNamed(element, name)?.trim() ?? "",
      `The ${name} of ColorMapEntry`,
      numberProblem,
    ),
  );
  return problems.find((one) => one !== undefined);
}

function numberProblem(text: string, what: string): Problem | undefined {
  if (NUMBER.test(text)) return undefined;
  const written = text.replace(",", ".");
  const message = `${what} is ${JSON.stringify(text)}, which is no number; servers refuse it or pass over it`;
  return NUMBER.test(written) ? { message, hint: `Write ${written}.` } : { message };
}

/** The text of an element or of its only literal; undefined for other expressions. */
function plainText({ element, children }: ReadElement): string | undefined {
  const [only, ...others] = children;
  if (only === undefined) return element.content.trim();
  if (only.name !== "Literal" || others.length > 0 || only.children.length > 0) return undefined;
  return element.content.trim();
}

function shapeProblem(name: string): Problem | undefined {
  // Addresses may name shapes that are added to a server.
  if (name.includes(":") || SHAPES.includes(name.toLowerCase())) return undefined;
  const meant = nearest(name, SHAPES);
  const message = `No server knows a shape ${name}; a square is drawn in its place`;
  return meant === undefined ? { message } : { message, hint: `Did you mean ${meant}?` };
}

function literalProblem(text: string, { children }: ReadElement): Problem | undefined {
  const bare = text.trim();
  if (children.length > 0 || bare === "" || Number.isFinite(Number(bare))) return undefined;
  if (!text.split(bare).some((end) => end.includes("\n"))) return undefined;
  const message =
    "The Literal has line breaks around its text, and servers compare them with the values, too";
  return { message, hint: "Write it on one line." };
}

function filterProblem({ children }: ReadElement): Problem | undefined {
  const [first, second] = children.filter(({ name }) => /^(?:Else)?Filter$/.test(name));
  if (first === undefined || second === undefined) return undefined;
  const message =
    first.name === second.name
      ? `The rule has more than one ${first.name}, and servers read one of them`
      : "The rule has a Filter and an ElseFilter, and servers read one of them";
  return { message, hint: "Join conditions by And or Or.", at: second.at };
}
