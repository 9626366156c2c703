/**
 * Settings of tile layers, which a stock server keeps beside its catalog: a layer that is recreated gets
 * a tile layer by itself, with the usual settings. Others are found here and stop a plan.
 */
import { getIfThere } from "../../../wire/reading.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { bodyText } from "../../../wire/request.ts";
import { asList, member, memberText, textOf, type Tree } from "../../../wire/tree.ts";
import { parseXml } from "../../../wire/xml.ts";
import { sameFact, type KindContext } from "../../kind.ts";

/** What of layers' tile layers is not as the server makes it, in words; `names` are `workspace:name`. */
export async function tileWords(
  context: KindContext,
  names: readonly string[],
): Promise<readonly string[]> {
  if (context.server.software !== "geoserver" || names.length === 0) return [];
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `/gwc/rest/layers/${encodeURIComponent(name)}.xml`;
      const response = await getIfThere(context.read, path);
      return response === undefined ? [] : [[name, parseXml(bodyText(response)).content] as const];
    }),
  );
  const tiles = found.flat();
  if (tiles.length === 0) return [];
  const usual = await usualTiles(context);
  return tiles.flatMap(([name, document]) =>
    isUsual(document, usual) ? [] : [`the tile layer settings of ${name}`],
  );
}

/** What the server gives to new tile layers. */
interface Usual {
  readonly formats: readonly (readonly string[])[];
  readonly gridSets: readonly string[];
  readonly metaTiles: readonly string[];
  readonly gutter: string;
}

/** As a server has it where nobody set anything else. */
const NEVER_SHOWN: Usual = {
  formats: [["image/png", "image/jpeg"], ["image/png"], ["image/jpeg"]],
  gridSets: ["EPSG:4326", "EPSG:900913"],
  metaTiles: ["4", "4"],
  gutter: "0",
};

async function usualTiles({ read, server }: KindContext): Promise<Usual> {
  const response = server.resources
    ? await getIfThere(read, resourcePath("gwc-gs.xml"))
    : undefined;
  if (response === undefined) return NEVER_SHOWN;
  const document = parseXml(bodyText(response)).content;
  const texts = (name: string) => stringsIn(document, name);
  return {
    formats: ["Vector", "Coverage", "Other"].map((what) => texts(`default${what}CacheFormats`)),
    gridSets: texts("defaultCachingGridSetIds"),
    metaTiles: ["X", "Y"].map((side) => memberText(document, `metaTiling${side}`) ?? "4"),
    gutter: memberText(document, "gutter") ?? "0",
  };
}

function stringsIn(document: Tree, name: string): readonly string[] {
  return asList(member(member(document, name), "string")).map((one) => textOf(one) ?? "");
}

function isUsual(document: Tree, usual: Usual): boolean {
  const text = (name: string) => memberText(document, name) ?? "";
  const subsets = asList(member(member(document, "gridSubsets"), "gridSubset"));
  const gridSets = subsets.map((subset) => memberText(subset, "gridSetName") ?? "");
  const isWhole = subsets.every((subset) =>
    ["zoomStart", "zoomStop", "minCachedLevel", "maxCachedLevel"].every(
      (name) => member(subset, name) === undefined,
    ),
  );
  const metaTiles = asList(member(member(document, "metaWidthHeight"), "int"));
  return [
    text("enabled") === "true",
    text("blobStoreId") === "",
    usual.formats.some((formats) => sameFact(formats, stringsIn(document, "mimeFormats"))),
    sameFact(usual.gridSets, gridSets) && isWhole,
    metaTiles.map((one) => textOf(one)).join() === usual.metaTiles.join(),
    text("expireCache") === "0" && text("expireClients") === "0",
    asList(member(document, "expireCacheList")).length === 0,
    text("gutter") === usual.gutter,
    hasUsualFilters(member(document, "parameterFilters")),
    text("cacheWarningSkips") === "",
  ].every(Boolean);
}

/** A tile layer follows the styles of its layer, or has no filter at all, as those of groups. */
function hasUsualFilters(filters: Tree | undefined): boolean {
  if (filters === undefined || filters === "" || filters === null) return true;
  if (typeof filters !== "object" || Array.isArray(filters)) return false;
  const names = Object.keys(filters).filter((name) => !name.startsWith("@"));
  const styles = asList(member(filters, "styleParameterFilter"));
  const isPlain = styles.every(
    (filter) =>
      member(filter, "allowedStyles") === undefined &&
      (memberText(filter, "defaultValue") ?? "") === "",
  );
  return names.every((name) => name === "styleParameterFilter") && isPlain;
}
