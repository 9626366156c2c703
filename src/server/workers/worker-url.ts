/** Where the modules are that threads of the server run. */

/** A module that threads are started with; each is an entry of the bundle (scripts/build.ts). */
type ThreadModule = "parsing/worker" | "rasters/read-granules" | "storage/sqlite-thread";

/** URL of such a module: among the sources, or in the bundle. */
export function workerUrl(name: ThreadModule): string {
  const isSource = import.meta.url.endsWith(".ts");
  return new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url).href;
}
