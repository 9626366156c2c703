/** What differs in a file of the server from the wanted one, in words. Pure, but for the wanted one, which it loads. */
import { concealed } from "../../../wire/difference.ts";
import { contentDifferences } from "../../../wire/content-difference.ts";
import { HOLE } from "../../artefact.ts";
import type { Artefact, StoredFile, UnlikeFile } from "../../kind.ts";

/** The differences of a file that is not the wanted one. Of what holds secrets only the places are named. */
export async function unlikeFile(
  { field, path, bytes }: StoredFile,
  artefact: Artefact,
): Promise<UnlikeFile> {
  const { load, peek = load, isSecret } = artefact;
  const sides = { hole: HOLE, isShown: true };
  const found = contentDifferences(nameOf(path, artefact), bytes, await peek(), sides);
  const differences = isSecret === true ? found.map(concealed) : found;
  return { field, path, state: "changed", differences };
}

/** A path whose end says what the file is: that of its source, where it has no other name. */
export function nameOf(path: string, artefact: Pick<Artefact, "path">): string {
  return /\.\w+$/.test(path) ? path : artefact.path;
}
