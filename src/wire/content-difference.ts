/** Differences of two file contents, and readable texts without passwords. */
import { isSecretParameter } from "../model/connection-parameters.ts";
import { withoutPasswords, type Difference } from "./difference.ts";
import { propertyDifferences, type Sides } from "./property-difference.ts";
import { textDifferences } from "./text-difference.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";
import { xmlDifferences } from "./xml-difference.ts";

/** Differences of unequal contents by the extension of `path`. Layout changes are listed, too. */
export function contentDifferences(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  sides: Sides = {},
): readonly Difference[] {
  const found = differencesIn(path, before, after, sides);
  return found.length > 0 ? found : [unexplained("differs in layout only")];
}

function differencesIn(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  sides: Sides,
): readonly Difference[] {
  try {
    if (XML.test(path)) return xmlDifferences(before, after, sides);
    if (PROPERTIES.test(path)) return propertyDifferences(before, after, sides);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
  const [one, other] = [before, after].map((content) => readableText(path, content));
  if (one === undefined || other === undefined) return [unexplained("its bytes differ")];
  if (one === other) return [{ place: [], sort: "secret" }];
  return textDifferences(one, other) ?? [unexplained("its text differs")];
}

function unexplained(after: string): Difference {
  return { place: [], sort: "unexplained", after };
}

const PROPERTIES = /\.properties$/i;
const XML = /\.(?:appschema|sld|svg|xml|xsd)$/i;

function isText(path: string): boolean {
  return /\.(?:appschema|css|csv|ftl|json|mbstyle|properties|sld|svg|txt|xml|xsd|ya?ml|ysld)$/i.test(
    path,
  );
}

/** A text with masked passwords; undefined for binary files. */
export function readableText(path: string, bytes: Uint8Array): string | undefined {
  if (!isText(path)) return undefined;
  try {
    const text = PROPERTIES.test(path) ? Buffer.from(bytes).toString("latin1") : decodeText(bytes);
    const plain = withoutPasswords(text);
    return PROPERTIES.test(path) ? maskProperties(plain) : maskParameters(plain);
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function maskProperties(text: string): string {
  return text.replaceAll(/^([ \t]*)([^\s=:#!]+)([ \t]*[=: ][ \t]*)(.*)$/gm, (line, ...parts) => {
    const [indent, key, sign] = parts as [string, string, string];
    return isSecretParameter(key) ? `${indent}${key}${sign}(secret)` : line;
  });
}

const PARAMETER = /<(?:[\w.-]+:)?Parameter(?=[\s>])[^]*?(?:<\/(?:[\w.-]+:)?Parameter\s*>|$)/g;
const NAME = /<(?:[\w.-]+:)?name(?:\s[^<>]*)?>([^<>]*)</;
const VALUE = /(<(?:[\w.-]+:)?value(?:\s[^<>]*)?>)[^]*?(<\/(?:[\w.-]+:)?value\s*>|$)/g;
const ENTRY = /(<entry\s+key\s*=\s*["']([^"'<>]*)["'][^<>]*>)[^]*?(<\/entry\s*>|$)/g;

/**
 * Masks secrets in mappings and store documents. An unclosed element extends to the end of the
 * text: no value leaks and the scan stays linear.
 */
function maskParameters(text: string): string {
  return text
    .replaceAll(PARAMETER, (parameter) =>
      isSecretParameter(NAME.exec(parameter)?.[1] ?? "")
        ? parameter.replaceAll(VALUE, "$1(secret)$2")
        : parameter,
    )
    .replaceAll(ENTRY, (entry, open: string, key: string, close: string) =>
      isSecretParameter(key) ? `${open}(secret)${close}` : entry,
    );
}
