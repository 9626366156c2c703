/** Side files of a raster: world files, CRS, statistics, overviews and masks. */
import { isGranulePath } from "./granule-path.ts";

/**
 * World file extensions of a raster, most specific first; for `.jpg`: `jgw`, `jpw`, `jpgw`, `wld`,
 * then the same in capitals.
 */
export function worldExtensions(extension: string): readonly string[] {
  const own = extension.slice(1).toLowerCase();
  const short = own.length < 3 ? [] : [`${own[0]}${own.at(-1)}w`, `${own[0]}${own[1]}w`];
  const small = [...short, `${own}w`, "wld"];
  return [...small, ...small.map((one) => one.toUpperCase())];
}

/**
 * Existing side files of these rasters and of no others; paths are relative to one folder. A file
 * is left out while a raster of the same name with another extension may need it.
 */
export function sideFilesOf(
  rasters: readonly string[],
  there: ReadonlySet<string>,
): readonly string[] {
  const going = new Set(rasters);
  const beside = new Set(rasters.flatMap((path) => namesBeside(path)));
  const needed = new Set<string>();
  for (const path of there)
    if (!going.has(path) && isGranulePath(path)) needed.add(stemOf(path).stem);
  return [...beside].filter(
    (path) => there.has(path) && !going.has(path) && !needed.has(stemOf(path).stem),
  );
}

const AFTER_NAME = [".aux.xml", ".ovr", ".msk", ".msk.ovr"];

function namesBeside(path: string): readonly string[] {
  const { stem, extension } = stemOf(path);
  const world = worldExtensions(extension).map((one) => `${stem}.${one}`);
  const crs = [`${stem}.prj`, `${stem}.PRJ`];
  return [...world, ...crs, ...AFTER_NAME.map((suffix) => `${path}${suffix}`)];
}

function stemOf(path: string): { readonly stem: string; readonly extension: string } {
  const dot = path.lastIndexOf(".");
  if (dot <= path.lastIndexOf("/")) return { stem: path, extension: "" };
  return { stem: path.slice(0, dot), extension: path.slice(dot) };
}
