/** State documents as files of a folder beside the manifests, for catalogs that keep no files. */
import { reasonOf } from "../../model/failure.ts";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StateError, type StateStore } from "./state-store.ts";

/** The state in a folder, which is made when it is missing. It knows no conditions. */
export function localState(folder: string): StateStore {
  const place = (name: string) => join(folder, name);
  return {
    place,
    load: async (name) => {
      try {
        return { text: await readFile(place(name), "utf8"), etag: undefined };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        const reason = `cannot be read: ${reasonOf(error)}`;
        throw new StateError(place(name), reason, { cause: error });
      }
    },
    save: (name, text) => replace(folder, name, text),
    remove: (name) => rm(place(name), { force: true }),
  };
}

async function replace(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const staged = `${file}.new`;
  await writeFile(staged, text, { mode: 0o600, flush: true });
  await rename(staged, file);
  // The new name is on disk with its folder only.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
