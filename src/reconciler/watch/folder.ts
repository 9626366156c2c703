/** Hears of changes under folders. The only importer of chokidar. */
import { resolve } from "node:path";
import { watch } from "chokidar";
import { isPassing } from "./tree.ts";

/** Folders and files that are listened to. */
export interface FolderWatch {
  /** Resolves when everything is listened to. */
  readonly ready: Promise<void>;
  /** Listens to these too. */
  readonly add: (paths: Iterable<string>) => void;
  readonly close: () => Promise<void>;
}

/**
 * Listens to some paths and everything below them, new folders included; `onError` hears when the
 * system cannot listen, to which looking now and then is the answer.
 */
export function openFolderWatch(
  paths: readonly string[],
  { onChange, onError }: { onChange: () => void; onError: (error: Error) => void },
): FolderWatch {
  const given = new Set(paths.map((path) => resolve(path)));
  // What is named by the user is listened to whatever it is called.
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
