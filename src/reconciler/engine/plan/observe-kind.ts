/**
 * Reads objects of one kind. The kind reads; whether a file is the wanted one, or an object as its digest says, it is
 * reported. GET only.
 */
import type { AnyKind, KindContext, Live, StoredFile, Wanted } from "../../kind.ts";
import { readByDigest } from "./by-digest.ts";

/** What of it is there, with further objects that the kind brings along. Rejects when a read fails. */
export async function observeKind(
  kind: AnyKind,
  context: KindContext,
  wanted: readonly Wanted[],
): Promise<readonly Live[]> {
  const { lives, rest } = await readByDigest(kind, context, wanted);
  // Who asks for nothing gets what the kind brings by itself.
  if (rest.length === 0 && wanted.length > 0) return lives;
  const read = await kind.observe(
    context,
    rest.map((one) => withFiles(kind, one)),
  );
  return [...lives, ...read];
}

function withFiles({ files, fields }: AnyKind, wanted: Wanted): Wanted {
  if (files === undefined || wanted.payload === undefined) return wanted;
  const own = files(wanted.payload);
  const isSameFile = async (file: StoredFile) => {
    const [artefact, rule] = [own.get(file.path), fields[file.field]];
    if (artefact === undefined || rule === undefined) return false;
    return (await import("./same-file.ts")).isSameFile(file, artefact, rule);
  };
  return { ...wanted, isSameFile };
}
