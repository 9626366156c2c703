/** Parses the body of a harvest request without accessing the disk (docs/interface.md, 4.3). */
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { harvest } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";

export interface NamedPath {
  /** Absolute, without dots; links are not resolved. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly isRelative: boolean;
  readonly text: string;
}

/** Parses a `file:` URL, decoded once, or a path. Throws too-large or harvest-invalid. */
export function readHarvestText(body: string, dataFolder: string): NamedPath {
  const bytes = Buffer.byteLength(body);
  if (bytes > harvest.requestBytes) {
    const message = `The body has ${bytes} bytes; the limit is ${harvest.requestBytes}`;
    throw new CatalogError("too-large", message);
  }
  const text = body.replace(/\r?\n$/, "");
  if (/[\r\n]/.test(text)) throw invalid("has several lines; send one");
  if (text.trim() === "") throw invalid("is empty");
  checkCharacters(text);
  const isUrl = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text);
  const written = isUrl ? pathOfUrl(text.trim(), dataFolder) : text;
  const isRelative = isUrl ? !/^\s*file:\//i.test(text) : !isAbsolute(text);
  const isFolder = /(?:^|\/)\.{0,2}$/.test(written);
  return { path: resolve(dataFolder, written), isFolder, isRelative, text };
}

function pathOfUrl(text: string, dataFolder: string): string {
  if (!/^file:/i.test(text)) throw invalid("is no file: URL; nothing is fetched by address");
  if (/[?#]/.test(text)) throw invalid("has a query or a fragment; write them as %3F and %23");
  if (/%(?:2f|5c)/i.test(text)) throw invalid("has an encoded slash in a name");
  if (/^file:(?:\/\/)?$/i.test(text)) throw invalid("names no file");
  const url = URL.parse(text, pathToFileURL(`${dataFolder}/`).href);
  if (url === null || url.host !== "") {
    throw invalid("names another host; the files have to be on the server");
  }
  const path = decode(url);
  checkCharacters(path);
  return path;
}

function decode(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw invalid("has a percent sign that encodes nothing; write it as %25");
  }
}

function checkCharacters(text: string): void {
  if (/[\u0000-\u001f\u007f]/.test(text)) throw invalid("holds a control character");
  if (text.includes("\\")) throw invalid("has a backslash");
  if (text.includes("\ufffd")) throw invalid("is not UTF-8");
}

function invalid(problem: string): CatalogError {
  return new CatalogError("harvest-invalid", `The body, which names what to harvest, ${problem}`);
}
