/** Facts of grid sets. Servers recompute numbers, so nearly equal numbers count as equal. */
import {
  areSameNumbers,
  resolutionsOf,
  type GridSet,
  type GridSetInput,
} from "../../../model/grid-set.ts";
import { isSet, type Facts, type FactValue, type FieldRule } from "../../kind.ts";

export const gridSetFields = {
  description: { onChange: "update" },
  srs: { onChange: "update" },
  extent: { onChange: "update" },
  levels: { onChange: "update", label: "resolutions" },
  scaleNames: { onChange: "update" },
  metersPerUnit: { onChange: "update" },
  pixelSize: { onChange: "update" },
  tileSize: { onChange: "update" },
  alignTopLeft: { onChange: "update" },
  yCoordinateFirst: { onChange: "update" },
} as const satisfies Readonly<Record<string, FieldRule>>;

/** Significant digits in plans; servers compute with more. */
const DIGITS = 12;

type Field = keyof typeof gridSetFields;

/** Changes of these keep existing tiles valid. */
const HARMLESS: ReadonlySet<string> = new Set(["description"]);

function factsOf(set: GridSet): Readonly<Record<Field, FactValue>> {
  return {
    description: (set.description ?? "").trim(),
    srs: set.srs,
    extent: set.extent.join(" "),
    levels: resolutionsOf(set).map((one) => String(Number(one.toPrecision(DIGITS)))),
    scaleNames: set.scaleNames.map((name, at) => `${at} ${name.trim()}`),
    metersPerUnit: set.metersPerUnit,
    pixelSize: set.pixelSize,
    tileSize: `${set.tileWidth} ${set.tileHeight}`,
    alignTopLeft: set.alignTopLeft,
    yCoordinateFirst: set.yCoordinateFirst,
  };
}

export function declaredFacts(said: GridSetInput, whole: GridSet): Facts {
  const all = Object.entries(factsOf(whole));
  const isSaid = (name: string) => {
    if (name === "levels") return true;
    if (name === "tileSize") return said.tileWidth !== undefined;
    return (said as Readonly<Record<string, unknown>>)[name] !== undefined;
  };
  return Object.fromEntries(all.filter(([name]) => isSaid(name)));
}

/** The wanted text where both mean the same. */
export function shownFacts(set: GridSet, wanted: Facts | undefined): Facts {
  const all: Facts = factsOf(set);
  const names = wanted === undefined ? Object.keys(all) : Object.keys(wanted);
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = all[name];
      if (found === undefined) return [];
      const asked = wanted?.[name];
      return [[name, asked !== undefined && meansSame(found, asked) ? asked : found] as const];
    }),
  );
}

function meansSame(a: FactValue, b: FactValue): boolean {
  const [one, other] = [numbersIn(a), numbersIn(b)];
  return one !== undefined && other !== undefined && areSameNumbers(one, other);
}

function numbersIn(fact: FactValue): readonly number[] | undefined {
  const texts = isSet(fact) ? fact : String(fact).split(" ");
  const numbers = texts.map((text) => (text === "" ? Number.NaN : Number(text)));
  return numbers.every((one) => Number.isFinite(one)) ? numbers : undefined;
}

export function differingGrid(before: Facts, after: Facts): readonly string[] {
  return Object.entries(gridSetFields)
    .filter(([name]) => !HARMLESS.has(name) && after[name] !== undefined)
    .filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(([name]) => name);
}
