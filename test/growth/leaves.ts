/** The places in files and bodies where users write texts, each once for all files that have it. */
import { extname } from "node:path";
import { isMap, isScalar, parseAllDocuments, visit, type Node } from "yaml";

/** A place where a text stands. */
export interface Leaf {
  /** The same for the same field of any file. */
  readonly name: string;
  /** The whole with another text in that place. */
  readonly with: (text: string) => string;
}

/** The leaves of a file, by its extension; none of what is no text. */
export function leavesOf(path: string, content: string): readonly Leaf[] {
  const extension = extname(path);
  const raw = [leafAt(`${extension} as a whole`, content, [content.length, content.length])];
  if (extension === ".yaml") return [...yamlLeaves(content), ...raw];
  if (extension === ".properties") return [...propertyLeaves(content), ...raw];
  if (/^\.(?:sld|xml|appschema|svg|xsd)$/.test(extension)) return [...xmlLeaves(content), ...raw];
  return /^\.(?:css|ftl|json|txt)$/.test(extension) ? raw : [];
}

function leafAt(
  name: string,
  content: string,
  [start, end]: readonly [number, number],
  quoted: (text: string) => string = (text) => text,
): Leaf {
  return { name, with: (text) => content.slice(0, start) + quoted(text) + content.slice(end) };
}

function yamlLeaves(content: string): readonly Leaf[] {
  return parseAllDocuments(content).flatMap((document) => {
    const kind = String(isMap(document.contents) ? document.get("kind") : "");
    const leaves: Leaf[] = [];
    visit(document, {
      Scalar: (key, { range, value }, path) => {
        if (key === "key" || typeof value !== "string" || range == null) return;
        const keys = path.flatMap((one) =>
          "key" in one && isScalar((one as { key: Node }).key)
            ? String((one.key as { value: unknown }).value)
            : [],
        );
        const [start, end] = range;
        leaves.push(leafAt(`${kind} ${keys.join(".")}`, content, [start, end], JSON.stringify));
      },
    });
    return leaves;
  });
}

function propertyLeaves(content: string): readonly Leaf[] {
  return [...content.matchAll(/^([^=\n]+)=([^\n]*)/gm)].map(
    ({ 1: key = "", 2: value = "", index }) => {
      const start = index + key.length + 1;
      return leafAt(`property ${key}`, content, [start, start + value.length]);
    },
  );
}

/** Texts and attributes of a document. */
export function xmlLeaves(content: string): readonly Leaf[] {
  const texts = [...content.matchAll(/<([\w:.-]+)[^<>]*>([^<>]+)</g)].map(
    ({ 0: all, 1: tag = "", 2: text = "", index }) => {
      const start = index + all.length - 1 - text.length;
      return leafAt(`<${tag}>`, content, [start, start + text.length], escaped);
    },
  );
  const attributes = [...content.matchAll(/\s([\w:.-]+)="([^"]*)"/g)].map(
    ({ 0: all, 1: name = "", 2: text = "", index }) => {
      const start = index + all.length - 1 - text.length;
      return leafAt(`attribute ${name}`, content, [start, start + text.length], escaped);
    },
  );
  return [...texts, ...attributes];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
