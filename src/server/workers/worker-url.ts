/** URLs of thread modules. */

/** Each is an entry point of the bundle (scripts/build.ts). */
type ThreadModule = "parsing/worker" | "rasters/read-granules" | "storage/sqlite-thread";

/** In the sources or in the bundle. */
export function workerUrl(name: ThreadModule): string {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url).href;
}
