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
  sound: SoundContents,
  { path, digest }: Pick<StoredFile, "path" | "digest">,
): Promise<Uint8Array> {
  const content = await contentOf(database, digest);
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

/** Keeps content under its digest. What is there already is looked at, and replaced when it is damaged. */
export async function keepContent(
  transaction: Transaction<Tables>,
  sound: SoundContents,
  { digest, content }: { readonly digest: string; readonly content: Uint8Array },
): Promise<void> {
  if (!sound.has(digest)) {
    const there = await contentOf(transaction, digest);
    if (there !== undefined && !isSound(sound, digest, there))
      await transaction.deleteFrom("blobs").where("digest", "=", digest).execute();
  }
  await transaction
    .insertInto("blobs")
    .values({ digest, content })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
}

async function contentOf(
  database: Kysely<Tables>,
  digest: string,
): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom("blobs")
    .select("content")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row?.content;
}

function isSound(sound: SoundContents, digest: string, content: Uint8Array): boolean {
  if (sound.has(digest)) return true;
  if (digestOf(content) !== digest) return false;
  sound.add(digest);
  return true;
}
