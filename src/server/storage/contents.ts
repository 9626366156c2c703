/**
 * Contents by digest, verified on reading unless this process has verified them lately: damage is
 * reported, never served.
 */
import { digestOf } from "../../model/digest.ts";
import { storage as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { StoredFile } from "../catalog/unit-of-work.ts";
import { WHAT_TO_DO } from "./database-error.ts";
import type { Ask } from "./statements.ts";

export interface SoundContents {
  readonly has: (digest: string) => boolean;
  readonly add: (digest: string) => void;
}

export function soundContents(most: number = limits.soundContents): SoundContents {
  const known = recent<true>(most);
  return { has: known.has, add: (digest) => known.keep(digest, true) };
}

/** Refuses with content-damaged. */
export async function readContent(
  { sound, ask }: { readonly sound: SoundContents; readonly ask: Ask },
  { path, digest }: Pick<StoredFile, "path" | "digest">,
): Promise<Uint8Array> {
  const [{ content } = {}] = await ask("content", digest);
  if (content !== undefined && isSound(sound, digest, content)) return content;
  const problem = content === undefined ? "is missing" : "is damaged";
  throw new CatalogError(
    "content-damaged",
    `The content of ${path} ${problem} in the catalog's database; send it again, or else ${WHAT_TO_DO}`,
    { cause: new Error(`the content ${digest} of ${path} ${problem}`) },
  );
}

function isSound(sound: SoundContents, digest: string, content: Uint8Array): boolean {
  if (sound.has(digest)) return true;
  if (digestOf(content) !== digest) return false;
  sound.add(digest);
  return true;
}
