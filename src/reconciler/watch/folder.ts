/** Watches folders for changes. The only importer of chokidar. */
import { resolve } from "node:path";
import { watch } from "chokidar";
import { isPassing } from "./tree.ts";

export interface FolderWatch {
  readonly ready: Promise<void>;
  readonly add: (paths: Iterable<string>) => void;
  readonly close: () => Promise<void>;
}

/** Watches paths and all below, new folders included. After `onError`, polling covers changes. */
export function openFolderWatch(
  paths: readonly string[],
  { onChange, onError }: { onChange: () => void; onError: (error: Error) => void },
): FolderWatch {
  const given = new Set(paths.map((path) => resolve(path)));
  // Paths that the user names are watched whatever their name.
  const ignored = (path: string) => !given.has(path) && isPassing(path);
  const watcher = watch([...given], { ignored, ignoreInitial: true, ignorePermissionErrors: true });
  watcher.on("all", onChange).on("error", (error) => onError(error as Error));
  return {
    ready: new Promise((resolve) => void watcher.once("ready", resolve)),
    add: (more) => {
      const fresh = [...more].map((path) => resolve(path)).filter((path) => !given.has(path));
      for (const path of fresh) given.add(path);
      if (fresh.length > 0) watcher.add(fresh);
    },
    close: () => watcher.close(),
  };
}
