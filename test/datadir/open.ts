/** Opens data directories for tests, and asks them as a client does. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDataDirectory, type DataDirectory } from "../../src/datadir/open.ts";
import { bodyText } from "../../src/wire/request.ts";
import { member, type Tree } from "../../src/wire/tree.ts";
import { parseXml } from "../../src/wire/xml.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { entriesOf, tarOf } from "./tar-of.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Opens what lies at a path until the test ends. */
export async function opened(path: string): Promise<DataDirectory> {
  const directory = await openDataDirectory(path);
  onTestFinished(directory.close);
  return directory;
}

/** Opens an archive with these files, which is one file to write. */
export async function openedFiles(files: Files): Promise<DataDirectory> {
  const archive = join(temporaryFolder(), "data_dir");
  writeFileSync(archive, tarOf(entriesOf(files)));
  return opened(archive);
}

/** The content of the XML document at a path; undefined where there is none. */
export async function documentAt(
  { read }: DataDirectory,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Tree | undefined> {
  const response = await read({ method: "GET", path, query });
  return response.status === 200 ? parseXml(bodyText(response)).content : undefined;
}

/** A part of a document by the names on the way to it. */
export function part(document: Tree | undefined, path: string): Tree | undefined {
  return path.split("/").reduce<Tree | undefined>((tree, name) => member(tree, name), document);
}

/** Messages of notes by the file that they are about, below the directory. */
export function remarksOf({ notes: remarks }: DataDirectory): readonly string[] {
  return remarks.map(({ where, message }) => {
    const file = (where?.file ?? "").replace(/^.*?data_dir\/?/, "");
    return `${file}: ${message}`;
  });
}
