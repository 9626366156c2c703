/** Encoding names that are read here, but unknown to the XML parser of stock servers. */
import type { Finding } from "./finding.ts";

const DECLARED =
  /^(?:\xef\xbb\xbf)?<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']((?:utf|ucs)_?\d[\w-]*|iso\d[\w-]*|(?:cp[_-]?|windows_?|win[_-]?)125\d)["']/i;

export function encodingFindings(bytes: Uint8Array): readonly Finding[] {
  const begin = Buffer.from(bytes.subarray(0, 300)).toString("latin1");
  const [, name] = DECLARED.exec(begin) ?? [];
  if (name === undefined) return [];
  const message = `A stock server knows no encoding of the name ${name}`;
  const [, family = "", number = ""] = /^([a-z]+)[_-]?(.*)/i.exec(name) ?? [];
  const known = `${/^(?:cp|win)$/i.test(family) ? "WINDOWS" : family.toUpperCase()}-${number.toUpperCase()}`;
  const hint = `Write ${known.replace(/^ISO-8859_?(?=\d)/, "ISO-8859-")}.`;
  // It was not tested whether their parsers know names of code pages.
  const sure = known.startsWith("WINDOWS") ? {} : { isSure: true as const };
  return [{ type: "refused", ...sure, message, hint, line: 1, column: 1 }];
}
