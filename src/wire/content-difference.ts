/** How two contents of one file differ, in words; and as texts to compare, without their passwords. */
import { parse as parseProperties } from "dot-properties";
import { isSecretParameter } from "../model/connection-parameters.ts";
import { hasMeaning } from "../model/object-digest.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";
import { withoutPasswords, xmlDifferences, type Difference } from "./xml-difference.ts";

/** Differences of contents that are not the same; `path` says by its extension what they are. */
export function contentDifferences(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
): readonly Difference[] {
  try {
    if (hasMeaning(path, Math.max(before.byteLength, after.byteLength)))
      return xmlDifferences(before, after);
    if (PROPERTIES.test(path)) return propertyDifferences(before, after);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
  return [{ place: [], what: isText(path) ? "its text differs" : "its bytes differ" }];
}

const SECRET = "(secret), changed";

const PROPERTIES = /\.properties$/i;

/** Whether a file is one that people read. */
function isText(path: string): boolean {
  return /\.(?:appschema|css|csv|ftl|json|properties|sld|svg|txt|xml|xsd|ya?ml)$/i.test(path);
}

function propertyDifferences(given: Uint8Array, wanted: Uint8Array): readonly Difference[] {
  const [old, now] = [propertiesIn(given), propertiesIn(wanted)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): readonly Difference[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was === is) return [];
    if (was === undefined) return [{ place: [key], what: "is added" }];
    if (is === undefined) return [{ place: [key], what: "is removed" }];
    const [before, after] = [was, is].map((one) => JSON.stringify(withoutPasswords(one)));
    const isSecret = isSecretParameter(key) || before === after;
    return [{ place: [key], what: isSecret ? SECRET : `${before} → ${after}` }];
  });
}

function propertiesIn(bytes: Uint8Array): ReadonlyMap<string, string> {
  const text = Buffer.from(bytes).toString("latin1");
  return new Map(Object.entries(parseProperties(text) as Record<string, string>));
}

/** A content as lines for people, passwords masked; undefined for what nobody reads. */
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

const PARAMETER = /<((?:[\w.-]+:)?Parameter)(?=[\s>])[\s\S]*?<\/\1\s*>/g;
const NAME = /<(?:[\w.-]+:)?name(?:\s[^<>]*)?>([^<>]*)</;
const VALUE = /(<((?:[\w.-]+:)?value)(?:\s[^<>]*)?>)[\s\S]*?(<\/\2\s*>)/g;
const ENTRY = /(<entry\s+key\s*=\s*["']([^"'<>]*)["'][^<>]*>)[\s\S]*?(<\/entry\s*>)/g;

/** Values of parameters with a secret's name, as mappings and documents of stores write them. */
function maskParameters(text: string): string {
  return text
    .replaceAll(PARAMETER, (parameter) =>
      isSecretParameter(NAME.exec(parameter)?.[1] ?? "")
        ? parameter.replaceAll(VALUE, "$1(secret)$3")
        : parameter,
    )
    .replaceAll(ENTRY, (entry, open: string, key: string, close: string) =>
      isSecretParameter(key) ? `${open}(secret)${close}` : entry,
    );
}
