/** A small estate that is edited in every way that may deceive who only looks at sizes and times. */
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../run/folders.ts";

const NAMES = Array.from({ length: 6 }, (_unused, index) => `s${index}`);

/** Times of access and change that most files have, whatever is in them. */
const TIMES = [1_000_000_000, 1_000_000_000] as const;

/** What one letter stands in for, so that files of another content have the same size. */
type Letter = "a" | "b" | "c" | "d";

function sheet(letter: Letter): string {
  return `* { stroke: #00${letter}${letter}00; }`;
}

/** What manifests say beside their name and their source. */
const more: Readonly<Record<Letter, { readonly said?: string; readonly spec?: string }>> = {
  a: {},
  b: { said: ", lifecycle: protect" },
  c: { spec: ", legend: null" },
  d: { said: ", previousName: before" },
};

function manifest(name: string, letter: Letter, source = `./${name}.css`): string {
  const { said = "", spec = "" } = more[letter];
  const metadata = `metadata: { name: ${name}, labels: { is: ${letter} }${said} }`.padEnd(90);
  const line = `spec: { source: ${source}${spec} }`.padEnd(60);
  return `apiVersion: plumbline/v1\nkind: Style\n${metadata}\n${line}\n`;
}

/** Writes the estate: styles of one file each, one in a folder of its own, and files of a folder. */
export function writeKeptEstate(folder: string): void {
  const styles = NAMES.flatMap((name) => [
    [`${name}.yaml`, manifest(name, "a")] as const,
    [`${name}.css`, sheet("a")] as const,
  ]);
  writeFiles(folder, {
    ...Object.fromEntries(styles),
    "inner/list.yaml": ["x", "y"].map((name) => manifest(name, "b", "../s0.css")).join("---\n"),
    "files.yaml":
      "apiVersion: plumbline/v1\nkind: File\nmetadata: { name: data }\nspec: { source: ./data }\n",
    "data/one.txt": "a",
    "data/two.txt": "b",
  });
  for (const [file] of styles) utimesSync(join(folder, file), ...TIMES);
}

/** One edit; `random` gives numbers from 0 to 1. Returns what it did, in words. */
export function edit(folder: string, random: () => number): string {
  const pick = <Element>(elements: readonly Element[]): Element =>
    elements[Math.floor(random() * elements.length)] as Element;
  const letter = pick(["a", "b", "c", "d"] as const);
  const name = pick(NAMES);
  const isSheet = random() < 0.5;
  const file = join(folder, isSheet ? `${name}.css` : `${name}.yaml`);
  const content = isSheet ? sheet(letter) : manifest(name, letter);
  const other = join(folder, `${pick(NAMES)}.${isSheet ? "css" : "yaml"}`);
  const [word, work] = pick(Object.entries(edits));
  work({ file, other, content, folder });
  const isDated = random() < 0.6 && existsSync(file);
  if (isDated) utimesSync(file, ...TIMES);
  return `${word} ${file} ${other}${isDated ? ", dated" : ""}`;
}

interface Edited {
  readonly file: string;
  readonly other: string;
  readonly content: string;
  readonly folder: string;
}

/** Writes to the file itself, whatever it is linked to. */
function write(file: string, content: string): void {
  if (existsSync(file)) writeFileSync(file, content);
  else replace(file, content);
}

function replace(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

const edits: Readonly<Record<string, (edited: Edited) => void>> = {
  "same size in": ({ file, content }) => write(file, content),
  replace: ({ file, content }) => replace(file, content),
  grow: ({ file, content }) => write(file, `${content}\n`),
  "restore the times of": ({ file, content }) => {
    if (!existsSync(file)) return;
    const { atime, mtime } = statSync(file);
    writeFileSync(file, content);
    utimesSync(file, atime, mtime);
  },
  "replace with the times of": ({ file, content }) => {
    const times = existsSync(file) ? statSync(file) : undefined;
    replace(file, content);
    if (times !== undefined) utimesSync(file, times.atime, times.mtime);
  },
  swap: ({ file, other }) => {
    if (!existsSync(file) || !existsSync(other)) return;
    renameSync(file, `${file}.swap`);
    if (file !== other) renameSync(other, file);
    renameSync(`${file}.swap`, other);
  },
  rename: ({ file, other }) => {
    if (existsSync(file)) renameSync(file, other);
  },
  link: ({ file, other }) => {
    if (file === other || !existsSync(other)) return;
    rmSync(file, { force: true });
    linkSync(other, file);
  },
  "link by name": ({ file, other }) => {
    if (file === other) return;
    rmSync(file, { force: true });
    symlinkSync(other, file);
  },
  remove: ({ file }) => rmSync(file, { force: true }),
  break: ({ file }) => write(file, "kind: [\n"),
  empty: ({ file }) => write(file, ""),
  "make a conflict in": ({ file, content }) =>
    write(file, `<<<<<<< a\n${content}\n=======\n${content}\n>>>>>>> b\n`),
  "add to the folder of": ({ folder, content }) =>
    writeFileSync(join(folder, "data", `${content.length % 7}.txt`), content),
  "take from the folder of": ({ folder, content }) =>
    rmSync(join(folder, "data", `${content.length % 7}.txt`), { force: true }),
  "write the same to": ({ file }) => {
    if (existsSync(file)) writeFileSync(file, readFileSync(file));
  },
};
