/** Finds parts of a style that can never draw. */
import { attributeNamed, trimmedText } from "../../wire/xml-document.ts";
import { isNeverMet } from "./conditions.ts";
import { withInner, type ElementFinding, type ReadElement } from "./walk.ts";

const SYMBOLIZER = /^(?:Point|Line|Polygon|Text|Raster)Symbolizer$/;

/** Rules that never draw, and a style without a symbolizer. */
export function undrawn(root: ReadElement): readonly ElementFinding[] {
  const styles = [...withInner(root)].filter(
    (one) => one.name === "FeatureTypeStyle" && one !== root,
  );
  const rules = styles.flatMap((style) => childrenNamed(style, "Rule"));
  const drawing = rules.filter((rule) => symbolizersOf(rule).length > 0);
  const idle = drawing.length > 0 ? styles.flatMap(idleRules) : drawsNothing(root);
  return [...drawing.flatMap(impossible), ...idle];
}

function drawsNothing(root: ReadElement): readonly ElementFinding[] {
  // An unread part is the likelier mistake, and is reported. A named style draws elsewhere.
  if (withInner(root).some(({ isPartly, name }) => isPartly || name === "NamedStyle")) return [];
  return [
    {
      type: "undrawn",
      message: "The style draws nothing: there is no symbolizer in it",
      at: root.at,
    },
  ];
}

/**
 * Rules without a symbolizer. They hide features where only the first match draws, or where an
 * ElseFilter exists. A title, legend or option is a purpose, too: titles alone are headings of
 * legends.
 */
function idleRules(style: ReadElement): readonly ElementFinding[] {
  const rules = childrenNamed(style, "Rule");
  const isFirstOnly = childrenNamed(style, "VendorOption").some(
    ({ element }) =>
      attributeNamed(element, "name") === "ruleEvaluation" && trimmedText(element) === "first",
  );
  if (isFirstOnly || rules.some((rule) => childrenNamed(rule, "ElseFilter").length > 0)) return [];
  return rules.flatMap((rule): readonly ElementFinding[] => {
    const isThereForMore = rule.children.some(({ name }) => THERE_FOR_MORE.has(name));
    if (symbolizersOf(rule).length > 0 || isThereForMore || rule.isPartly) return [];
    return [
      { type: "undrawn", message: "The rule draws nothing: it has no symbolizer", at: rule.at },
    ];
  });
}

const THERE_FOR_MORE: ReadonlySet<string> = new Set([
  "LegendGraphic",
  "VendorOption",
  "Title",
  "Description",
]);

/** A rule for no scale, or for no feature. */
function impossible(rule: ReadElement): readonly ElementFinding[] {
  const [min, max] = [denominator(rule, "Min"), denominator(rule, "Max")];
  const found: ElementFinding[] = [];
  if (min !== undefined && max !== undefined && min >= max) {
    const message = `The rule draws at no scale: its MinScaleDenominator ${min} is not below its MaxScaleDenominator ${max}`;
    found.push({ type: "undrawn", message, at: rule.at });
  }
  for (const filter of childrenNamed(rule, "Filter")) {
    if (filter.isPartly || !isNeverMet(filter.element)) continue;
    const message = "The rule draws nothing: no feature can meet its filter";
    found.push({ type: "undrawn", message, at: filter.at });
  }
  return found;
}

function denominator(rule: ReadElement, which: "Min" | "Max"): number | undefined {
  const [found] = childrenNamed(rule, `${which}ScaleDenominator`);
  const text = trimmedText(found?.element);
  return text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
}

function symbolizersOf(rule: ReadElement): readonly ReadElement[] {
  return rule.children.filter(({ name }) => SYMBOLIZER.test(name));
}

function childrenNamed(parent: ReadElement, wanted: string): readonly ReadElement[] {
  return parent.children.filter(({ name }) => name === wanted);
}
