/**
 * Contents, kept by their digest and compared with it when they are read: damage is reported, never
 * served. What was found sound is not looked at again for as long as the process runs.
 */
import type { Kysely, Transaction } from "kysely";
import { digestOf } from "../../model/digest.ts";
import { storage as limits } from "../../model/limits.ts";
import { recent } from "../../model/recent.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { StoredFile } from "../catalog/unit-of-work.ts";
import { WHAT_TO_DO } from "./database-error.ts";
import type { FrequentQueries } from "./frequent-queries.ts";
import type { Tables } from "./schema.ts";

/** Digests of contents that were found to be what they say, so many of the latest. */
export interface SoundContents {
  readonly has: (digest: string) => boolean;
  readonly add: (digest: string) => void;
}

/** None yet. */
export function soundContents(most: number = limits.soundContents): SoundContents {
  const known = recent<true>(most);
  return { has: known.has, add: (digest) => known.keep(digest, true) };
}

/** The content of a file. Refuses with content-damaged. */
export async function readContent(
  database: Kysely<Tables>,
  { sound, queries }: { readonly sound: SoundContents; readonly queries: FrequentQueries },
  { path, digest }: Pick<StoredFile, "path" | "digest">,
): Promise<Uint8Array> {
  const [row] = await queries.content(database, digest);
  const content = row?.content;
  const problem =
    content === undefined
      ? "is missing"
      : isSound(sound, digest, content)
        ? undefined
        : "is damaged";
  if (content !== undefined && problem === undefined) return content;
  throw new CatalogError(
    "content-damaged",
    `The content of ${path} ${problem} in the catalog's database; send it again, or else ${WHAT_TO_DO}`,
    { cause: new Error(`the content ${digest} of ${path} ${problem}`) },
  );
}

/** Keeps content under its digest. What is there already may be damaged, and is replaced unless it is known to be sound. */
export async function keepContent(
  unit: {
    readonly transaction: Transaction<Tables>;
    readonly queries: FrequentQueries;
  },
  sound: SoundContents,
  { digest, content }: { readonly digest: string; readonly content: Uint8Array },
): Promise<void> {
  const { transaction, queries } = unit;
  const { addContent, putContent } = queries.changes;
  await (sound.has(digest) ? addContent : putContent)(transaction, digest, content);
}

function isSound(sound: SoundContents, digest: string, content: Uint8Array): boolean {
  if (sound.has(digest)) return true;
  if (digestOf(content) !== digest) return false;
  sound.add(digest);
  return true;
}
