/**
 * Real sheets with the SLD that a stock server made of each: what we make is equal as a model, but
 * for the tables below, which hold in both directions: an entry that is not needed fails.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { translateSheet } from "../../src/geocss/translate.ts";
import { inspectStyle } from "../../src/wire/sld.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";
import {
  compareStyles,
  differenceOfDrawing,
  type Allowances,
} from "../support/styles/sld-compare.ts";
import { readSld } from "../support/styles/sld-model.ts";
import { schemaCheck, schemaFolder } from "../support/styles/sld-schema.ts";

/** Not the same rules, but the same symbolizers on every feature and at every scale. */
const sameMeaning: Readonly<Record<string, string>> = {
  "ne_10m_roads.sld": "two rules for neighbouring scales that draw the same are one",
};

const OLDER = "made by an older translator, without ruleEvaluation";
for (const name of [
  "osm_ne_10m_admin_0_boundary_lines_land",
  "osm_ne_10m_admin_0_map_units",
  "osm_ne_10m_populated_places",
  "osm_ne_10m_populated_places_all",
  "planet_osm_point",
])
  Object.assign(sameMeaning, { [`${name}.sld`]: `${OLDER}: the rules exclude each other instead` });

/** What is drawn differs; the allowances are the whole difference. */
const exceptions: Readonly<Record<string, { readonly reason: string } & Allowances>> = {
  "osm_water_polygons.sld": {
    reason: `${OLDER}, which made lines of outlines`,
    outlines: true,
  },
  "planet_osm_line.sld": {
    reason:
      `${OLDER}, which drew a single value on the first of several levels only (ne_10m_roads.sld has ` +
      "it on all), chose among the values of all rules together by level (now each rule by its own " +
      "z-index), and let the earlier of two equally specific rules win (planet_polygon.sld: the later)",
    repeats: true,
    except: (feature, scale) => {
      const highway = feature.get("highway");
      const isMinor = highway === "residential" || highway === "unclassified";
      const isRail = feature.get("railway") === "rail";
      return (isMinor && scale < 20_000) || (isRail && highway !== undefined);
    },
  },
  "planet_osm_line_labels.sld": {
    reason: `${OLDER}, which drew a single value on the first of several levels only`,
    repeats: true,
  },
};

interface Pair {
  readonly folder: string;
  readonly name: string;
  readonly css: string;
  readonly sld: string;
}

const folders = existsSync(sample("css"))
  ? readdirSync(sample("css")).map((folder) => join(sample("css"), folder))
  : [];

/** `x.sld` is made of `x.css` as it is, `x-first.sld` as if its mode were Simple; by any Java. */
const pairs: readonly Pair[] = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sld"))
    .map((name) => {
      const [, base = "", isSimple] = /^(.*?)(-first)?(?:_java\d+)?\.sld$/.exec(name) ?? [];
      const css = readFileSync(join(folder, `${base}.css`), "utf8");
      return {
        folder: basename(folder),
        name,
        css: isSimple === undefined ? css : `@mode 'Simple';\n${css}`,
        sld: readFileSync(join(folder, name), "utf8"),
      };
    }),
);

function translated(css: string): string {
  const { sld, problems } = translateSheet(css);
  if (problems !== undefined) throw new Error(JSON.stringify(problems));
  return sld;
}

describeSamples("sheets and the SLD that a stock server made of them", () => {
  test.for(pairs)("$folder: $name", ({ name, css, sld }) => {
    const [actual, expected] = [readSld(translated(css)), readSld(sld)];
    const likeness = compareStyles(actual, expected);
    const exception = exceptions[name];
    if (exception === undefined) {
      const wanted = name in sameMeaning ? "meaning" : "equal";
      expect(likeness.kind, JSON.stringify(likeness)).toBe(wanted);
    } else {
      expect(likeness.kind, "is no exception any more").toBe("different");
      expect(differenceOfDrawing(actual, expected, exception)).toBeUndefined();
    }
  });

  test("there are all of them, and few exceptions", () => {
    const names = new Set(pairs.map(({ name }) => name));
    expect(pairs.length).toBeGreaterThanOrEqual(132);
    const listed = [...Object.keys(sameMeaning), ...Object.keys(exceptions)];
    expect(listed.filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(pairs.length / 10);
  });
});

/** A document with one of its leaves changed: texts that say something, but not names. */
function changed(sld: string, random: number): string {
  const leaves = [...sld.matchAll(/<([\w:]+)[^<>/]*>([^<>\s][^<>]*)<\//g)].filter(
    ([, element = ""]) => !/(?:^|:)Name$/.test(element),
  );
  const leaf = leaves[Math.floor(random * leaves.length)];
  if (leaf?.[2] === undefined) return sld.replace("</sld:Rule>", "<LineSymbolizer/></sld:Rule>");
  const at = leaf.index + leaf[0].length - 2;
  return `${sld.slice(0, at)}7${sld.slice(at)}`;
}

describeSamples("the comparison", () => {
  test("notices a change anywhere in a document", () => {
    const tries = scale({ test: 3, proof: 50 });
    for (const { name, sld } of pairs) {
      const expected = readSld(sld);
      expect(compareStyles(expected, expected).kind, name).toBe("equal");
      for (let at = 0; at < tries; at += 1) {
        const document = changed(sld, ((at + 1) * 0.618) % 1);
        expect(compareStyles(readSld(document), expected).kind, document).not.toBe("equal");
      }
    }
  });
});

/** Sheets of styles; the data directory of one server holds those of its web pages too. */
const sheets: readonly (readonly [name: string, css: string])[] = [
  ...folders,
  ...["ne-styles/workspaces/ne/styles", "ott-trimet/workspaces/ott/styles"]
    .map((folder) => sample(`datadirs/${folder}`))
    .filter((folder) => existsSync(folder)),
].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".css"))
    .map(
      (name) => [`${basename(folder)}/${name}`, readFileSync(join(folder, name), "utf8")] as const,
    ),
);

describeSamples("every real sheet", () => {
  test.for(sheets)("%s becomes an SLD that our own reader reads", ([, css]) => {
    const style = inspectStyle(new TextEncoder().encode(translated(css)), "sld");
    expect(style).toEqual({
      format: "sld",
      version: "1.0.0",
      name: "Default Styler",
      layers: ["Default Styler"],
    });
  });

  test.for(sheets)("%s draws the same in every mode of the cascade", ([, css]) => {
    const inMode = (mode: string) =>
      readSld(translated(`@mode '${mode}';\n${css.replace(/@mode [^;]*;/, "")}`));
    const exclusive = inMode("Exclusive");
    // What is not at most 2 is more than 2 to a stock server, even if it is missing.
    const except: Allowances["except"] = (feature) => !feature.has("scalerank");
    const allowances = css.includes("[scalerank <=2 ]") ? { except } : {};
    for (const mode of ["Simple", "Auto"])
      expect(differenceOfDrawing(inMode(mode), exclusive, allowances), mode).toBeUndefined();
  });

  test("what is no style sheet of maps has a problem with its place", () => {
    const css = readFileSync(
      sample("datadirs/ott-trimet/www/openlayers/theme/default/style.css"),
      "utf8",
    );
    const { problems = [] } = translateSheet(css);
    expect(problems.length).toBeGreaterThan(0);
    const lines = css.split("\n");
    for (const { place, message } of problems) {
      expect(message).not.toBe("");
      expect(place.column).toBeLessThanOrEqual((lines[place.line - 1] ?? "").length + 1);
    }
  });

  const validates = schemaFolder !== undefined;
  if (!validates)
    process.stderr.write(
      "SKIPPED, PLUMBLINE_OGC_SCHEMAS names no folder: SLD against the schemas\n",
    );
  describe.runIf(validates)("is valid, but for extensions", () => {
    const check = schemaFolder === undefined ? undefined : schemaCheck(schemaFolder);
    test.for(sheets)("%s", ([, css]) => {
      expect(check?.(translated(css))).toEqual([]);
    });
  });
});
