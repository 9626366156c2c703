/** The pictures as they are kept in `docs/pictures/`, each with a note of what was in it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, textOf } from "../../test/support/project/sources.ts";
import type { Contents } from "./contents.ts";
import type { PictureName, Shot } from "./shots.ts";

/** What is written down beside a picture. */
export interface Note {
  readonly madeBy: "npm run pictures";
  readonly contents: Contents;
  /** The lines of its page. */
  readonly words: readonly string[];
}

/** The file of a picture, or of its note, below the root of the project. */
function fileOf(name: PictureName, ending: "png" | "json"): string {
  return `docs/pictures/${name}.${ending}`;
}

/** Reads the kept picture. */
export function keptPicture(name: PictureName): Buffer {
  return readFileSync(join(root, fileOf(name, "png")));
}

/** Reads the note of a kept picture. */
export function keptNote(name: PictureName): Note {
  return JSON.parse(textOf(fileOf(name, "json"))) as Note;
}

/** Keeps a picture with a note of its contents; gives the paths of both. */
export function keep(name: PictureName, { png, words }: Shot, contents: Contents) {
  const note: Note = { madeBy: "npm run pictures", contents, words };
  const files = { png: fileOf(name, "png"), json: fileOf(name, "json") };
  writeFileSync(join(root, files.png), png);
  writeFileSync(join(root, files.json), `${JSON.stringify(note, null, 2)}\n`);
  return files;
}
