/**
 * Style sheets made from the grammar of the language, with seeds: selectors with conditions and scales, nested
 * rules, blocks of symbols, lists of values, labels, rasters, modes, metadata.
 */

/** A rule that is made up. */
export interface MadeRule {
  readonly comment: string;
  readonly selector: string;
  readonly properties: readonly string[];
  readonly nested: readonly MadeRule[];
}

/** A sheet that is made up. */
export interface MadeSheet {
  readonly directives: readonly string[];
  readonly rules: readonly MadeRule[];
}

type Random = () => number;

function pick<Element>(random: Random, all: readonly Element[]): Element {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

function some<Element>(random: Random, most: number, make: () => Element): readonly Element[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make);
}

const conditions = (
  "[a = 1]|[a > 2]|[a >= 2]|[a < 1]|[a <= 1]|[a <> 1]|[s = 'x']|[s <> 'x']|[s LIKE 'a%']|[s ILIKE '%b_']|[s NOT LIKE 'a%']|" +
  "[a IS NULL]|[s IS NOT NULL]|[a BETWEEN 1 AND 3]|[a NOT BETWEEN 1 AND 3]|[s IN ('x', 'y')]|[s NOT IN ('x', 'y')]|[NOT (a = 1)]|" +
  "[a = 1 AND s = 'x']|[a = 1 OR a = 2]|[a > 1 AND a < 4]|[strToUpperCase(s) = 'X']|[a = 1.0]|[a = '1']|[b = true]|" +
  "[a + 1 > 3]|[a * 2 = 4]|[s = \"t\"]|[dimension(the_geom) = 1]|[a > -1]|[a = b]|[s = 'it''s']|[a >= 1 AND a <= 1]|[x IS NULL OR x = 3]"
).split("|");
const scales =
  "[@sd > 1000]|[@sd < 5k]|[@sd >= 1M]|[@sd <= 20000]|[@scale < 1000]|[@scale > 2.5k]|[@sd > 500]|[@z > 5]|[@z < 10]|[@z = 7]|[@z >= 3]|[@z <= 12]".split(
    "|",
  );

function conjunction(random: Random): string {
  const roll = random();
  if (roll < 0.18) return "*";
  if (roll < 0.24) return "#t.1";
  if (roll < 0.6) return pick(random, conditions);
  if (roll < 0.75) return pick(random, scales);
  return `${pick(random, conditions)} ${pick(random, [...conditions, ...scales, ...scales])}`;
}

function selector(random: Random): string {
  const own = conjunction(random);
  return random() < 0.15 ? `${own}, ${conjunction(random)}` : own;
}

const colours = [
  "red",
  "#abc",
  "#AABBCC",
  "[c]",
  "rgb(1, 20, 255)",
  "gray",
  "@tint(#102030)",
  "[if_then_else(a > 1, 'red', 'blue')]",
  "[Interpolate(a, 0, '#ff0000', 10, '#0000ff', 'color')]",
];
const numbers = [
  "1",
  "2.5",
  "3px",
  "0",
  "10m",
  "2ft",
  "[a]",
  "[a * 2 + 1]",
  "@w(3)",
  "[Recode(s, 'x', 1, 'y', 2)]",
  "12.0",
  "-4",
];
const opacities = ["0.5", "50%", "1", "[o]", "0.25"];
const symbols = [
  "symbol(circle)",
  "symbol('square')",
  "symbol('shape://slash')",
  "url('a.png')",
  "url(http://example.org/b.svg)",
  "symbol('ttf://Sans#0x41')",
  'symbol("triangle")',
];
const pairs = ["0 1", "0.5 0.5", "3 -2", "[a] 1", "2px 4px"];

type Values = readonly string[];

const families: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  fill: {
    "fill!": [...colours, ...symbols],
    "fill-opacity": opacities,
    "fill-size": numbers,
    "fill-rotation": ["45", "30deg", "[r]"],
    "fill-geometry": ["[buffer(the_geom, 2)]", "[the_geom]"],
    "fill-label-obstacle": ["true"],
    "fill-composite": ["multiply"],
    "graphic-margin": ["4", "1 2 3 4"],
    "fill-random": ["grid", "free"],
    "fill-random-seed": ["5"],
    "fill-random-symbol-count": ["20"],
    "fill-anchor": pairs,
    "fill-offset": pairs,
  },
  stroke: {
    "stroke!": [...colours, ...symbols],
    "stroke-width": numbers,
    "stroke-opacity": opacities,
    "stroke-linecap": ["round", "butt", "[cap]"],
    "stroke-linejoin": ["bevel", "mitre", "round"],
    "stroke-dasharray": ["5 2", "1 2 3 4", "[a] 5", "[d]"],
    "stroke-dashoffset": numbers,
    "stroke-offset": ["1", "[a]", "-4"],
    "stroke-repeat": ["repeat", "stipple"],
    "stroke-size": numbers,
    "stroke-rotation": ["90"],
    "stroke-geometry": ["[boundary(the_geom)]"],
    "stroke-label-obstacle": ["true"],
    "stroke-composite": ["screen"],
  },
  mark: {
    "mark!": symbols,
    "mark-size": numbers,
    "mark-rotation": ["45", "[r]", "@rot(30)"],
    "mark-opacity": opacities,
    "mark-geometry": ["[centroid(the_geom)]"],
    "mark-anchor": pairs,
    "mark-offset": pairs,
    "mark-label-obstacle": ["true"],
    "mark-mime": ["'image/png'"],
    "mark-composite": ["xor"],
  },
  label: {
    "label!": ["[name]", "'text'", "[name] ' km'", "[strToUpperCase(name)]"],
    "label-anchor": pairs,
    "label-offset": [...pairs, "5"],
    "label-priority": ["[p]", "10"],
    "label-geometry": ["[centroid(the_geom)]"],
    "font-family": ["Sans", "'DejaVu Sans'", "[f]"],
    "font-fill": colours,
    "font-size": numbers,
    "font-style": ["italic", "normal"],
    "font-weight": ["bold", "normal"],
    "font-opacity": opacities,
    "halo-radius!": numbers,
    "halo-color": colours,
    "halo-opacity": opacities,
    shield: symbols,
    "shield-size": numbers,
    "label-padding": ["5"],
    "label-group": ["true"],
    "label-max-displacement": ["30"],
    "label-auto-wrap": ["100"],
    "label-follow-line": ["true"],
    "label-repeat": ["200"],
    "label-remove-overlaps": ["true"],
    "label-conflict-resolution": ["false"],
    "label-fit-goodness": ["0.3"],
    "label-polygon-align": ["mbr"],
    "shield-resize": ["stretch"],
    "shield-margin": ["2 3"],
    "label-z-index": ["4"],
    "label-underline-text": ["true"],
    "label-char-spacing": ["2"],
    "font-shrink-size-min": ["6"],
    "-gt-label-group": ["true"],
  },
  raster: {
    "raster-channels!": ["auto", "1", "0"],
    "raster-geometry": ["[the_geom]"],
    "raster-opacity": opacities,
    "raster-contrast-enhancement": ["normalize", "histogram", "none", "exponential"],
    "rce-algorithm": ["StretchToMinimumMaximum"],
    "rce-min": ["10"],
    "rce-max": ["200"],
    "raster-gamma": ["1.5", "0.5"],
    "raster-color-map": [
      "color-map-entry(black, 0) color-map-entry(white, 100)",
      "color-map-entry(#ff0000, 0, 0.5, 'low') color-map-entry(#00ff00, 5.5, 1)",
    ],
    "raster-color-map-type": ["ramp", "intervals", "values"],
    "raster-color-map-extended": ["true"],
    "raster-composite": ["multiply"],
    "raster-z-index": ["2"],
  },
};

const anyFamily = [
  "z-index: 1",
  "z-index: 5",
  "composite: multiply",
  "composite-base: true",
  "sort-by: 'a'",
  "sort-by: 'a D, b A'",
  "sort-by-group: 'g'",
];

function propertiesOf(random: Random, name: string): readonly string[] {
  const family = families[name] ?? {};
  // Several values are several symbolizers.
  const count = random() < 0.12 ? 2 : 1;
  return Object.entries(family).flatMap(([property, values]) => {
    const isMain = property.endsWith("!");
    if (!isMain && random() > 2.2 / Math.max(8, Object.keys(family).length)) return [];
    if (isMain && (random() < 0.06 || (property.startsWith("halo") && random() < 0.7))) return [];
    const several = isMain ? count : count === 2 && random() < 0.5 ? 2 : 1;
    const written = Array.from({ length: several }, () => pick(random, values)).join(", ");
    return [`${property.replace("!", "")}: ${random() < 0.03 ? "none" : written}`];
  });
}

function symbolBlock(random: Random): MadeRule {
  const type = pick(random, ["mark", "fill", "stroke", "symbol", "shield"]);
  const nth = random() < 0.25 ? `:nth-${type}(${pick(random, ["1", "2"])})` : `:${type}`;
  const properties = [
    ...(random() < 0.8 ? [`fill: ${pick(random, colours)}`] : []),
    ...(random() < 0.5 ? [`stroke: ${pick(random, colours)}`] : []),
    ...(random() < 0.3 ? [`stroke-width: ${pick(random, numbers)}`] : []),
    ...(random() < 0.3 ? [`size: ${pick(random, numbers)}`] : []),
    ...(random() < 0.2 ? [`rotation: ${pick(random, ["45", "[r]"])}`] : []),
    ...(random() < 0.2 ? [`fill-opacity: ${pick(random, opacities)}`] : []),
  ];
  const condition = random() < 0.15 ? `${pick(random, conditions)} ` : "";
  return { comment: "", selector: `${condition}${nth}`, properties, nested: [] };
}

function comment(random: Random): string {
  const roll = random();
  if (roll > 0.25) return "";
  if (roll > 0.15) return "/* @title A title */";
  if (roll > 0.08) return "/* @title Two\n * @abstract Some words */";
  return roll > 0.04 ? "/* a remark */" : "/* @title en\n @title:de Anders */".replace(":de", "");
}

function rule(random: Random, depth: number, isRaster: boolean): MadeRule {
  const names = isRaster
    ? ["raster"]
    : [
        ...new Set([
          pick(random, ["fill", "stroke", "mark", "label"]),
          ...some(random, 1, () => pick(random, ["fill", "stroke", "mark", "label"])),
        ]),
      ];
  const properties = [
    ...names.flatMap((name) => propertiesOf(random, name)),
    ...(random() < 0.12 ? [pick(random, anyFamily)] : []),
  ];
  const nested = [
    ...(depth < 2
      ? some(random, random() < 0.35 ? 2 : 0, () => rule(random, depth + 1, isRaster))
      : []),
    ...(isRaster ? [] : some(random, random() < 0.3 ? 2 : 0, () => symbolBlock(random))),
  ];
  return { comment: comment(random), selector: selector(random), properties, nested };
}

const directives = [
  "@styleName 'n';",
  "@styleTitle 'T';",
  "@styleAbstract 'A';",
  "@autoRuleNames 'true';",
  "@tileMatrixSet 'EPSG:4326';",
];

/** A sheet; modes come in turn. */
export function madeSheet(random: Random): MadeSheet {
  const mode = pick(random, [
    "",
    "",
    "@mode 'Flat';",
    "@mode 'Simple';",
    "@mode 'Exclusive';",
    "@mode 'Auto';",
  ]);
  const isRaster = random() < 0.12;
  const count = 1 + Math.floor(random() * 3);
  return {
    directives: [
      ...(mode === "" ? [] : [mode]),
      ...(random() < 0.1 ? [pick(random, directives)] : []),
    ],
    rules: Array.from({ length: count }, () => rule(random, 0, isRaster)),
  };
}

/** The sheet as text. */
export function sheetText({ directives: own, rules }: MadeSheet): string {
  return [...own, ...rules.map((one) => ruleText(one, ""))].join("\n");
}

function ruleText(
  { comment: remark, selector: own, properties, nested }: MadeRule,
  indent: string,
): string {
  const inner = [
    ...properties.map((property) => `${indent}  ${property};`),
    ...nested.map((one) => `${ruleText(one, `${indent}  `)};`),
  ];
  const remarks = remark === "" ? [] : [`${indent}${remark}`];
  return [...remarks, `${indent}${own} {`, ...inner, `${indent}}`].join("\n");
}
