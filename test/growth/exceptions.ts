/** Regular expressions that no checker is asked about, or that it finds slow, and why no text of a user makes them so. */
import { expressionsOf } from "../support/project/expressions.ts";
import { filesBelow } from "../support/project/sources.ts";

/** An expression as a literal in ASCII. */
export function literalText({
  source,
  flags,
}: {
  readonly source: string;
  readonly flags: string;
}): string {
  const code = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0");
  return `/${source.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${code(unit)}`)}/${flags}`;
}

const SECRETS =
  "Made from secrets of whoever runs it, signs one after the other; what repeats ends with the next sign.";

/** Those that are made while the program runs, by file and call. */
export const made: Readonly<Record<string, string>> = {
  'src/geocss/sheet-grammar.js: new RegExp("[\\\\p{C}\\\\p{Mn}\\\\p{Mc}]", "gu")':
    "One character of a message.",
  'src/wire/filter-grammar.js: new RegExp("[\\\\p{C}\\\\p{Mn}\\\\p{Mc}]", "gu")':
    "One character of a message.",
  "src/model/java-pattern.ts: RegExp(plain)":
    "A user's, which is made to see whether it can be, and never looks at a text.",
  "src/model/mosaic/pattern-source.ts: new RegExp(source, flags)":
    "A user's, for names of files: its length, the length of names and the ways to try it are bounded before it is used (pattern-cost.ts).",
  'src/model/writable.ts: new RegExp(UNWRITABLE, "gu")': "One character.",
  "src/painter/image.ts: new RegExp(`\\\\s${name}\\\\s*=\\\\s*[\"']([^\"']*)[\"']`)":
    "The name is ours; what follows it ends with the next quotation mark.",
  'src/reconciler/kinds/document/attributes.ts: new RegExp(`, (?:${[...facets()].join("|")})=`, "u")':
    "Words of ours, none repeated.",
  'src/reconciler/upgrade/changes.ts: new RegExp(`^(?:${FORGOTTEN})(?=[=.])`, "gim")':
    "Words of ours, none repeated.",
  'src/rehearsal/beside.ts: new RegExp(`^(?:${PATHS.join("|")})\\\\b`)':
    "Constant paths, one after the other.",
  'src/wire/masking.ts: new RegExp(patterns.join("|"), "gi")': SECRETS,
  'src/wire/masking.ts: new RegExp(secrets.map((one) => spelled(one)).join("|"), "gi")': SECRETS,
  'src/wire/masking.ts: new RegExp(secrets.flatMap(partsOf).join("|"), "i")': SECRETS,
  'src/wire/xml-document.ts: new RegExp(`${sign}((?:[\\\\w.-]+:)?${escaped(name)})(?=[\\\\s/>]|$)`, "g")':
    "The prefix begins behind < and holds none; the name is taken as it is.",
  'src/wire/xml-name.ts: new RegExp(`[${LETTERS}]`, "u")': "One character.",
  'src/wire/xml-name.ts: new RegExp(`[${LETTERS}0-9.\\\\-\\\\xB7\\\\u0300-\\\\u036F\\\\u203F\\\\u2040]`, "u")':
    "One character.",
};

/** Libraries of which no expression ever looks at a text here, with the folder of their code. */
const unused: Readonly<Record<string, string>> = {
  "node_modules/is-unsafe/src":
    "fast-xml-parser asks it about entities that a DOCTYPE declares, and documents with one are refused before (wire/xml.ts).",
};

/** Others in the bundle that are slow in texts which nothing here gives them. */
export const slow: Readonly<Record<string, string>> = {
  "/urn:(x-)?ogc:def:crs:EPSG:(.*:)?(\\w+)$/":
    "OpenLayers reads codes of systems; the page gives it EPSG:4326 and no other.",
  "/(\\u0020+)$/u": "undici reads data: addresses, which no request of ours has.",
  "/^[\\t ]+|[\\t ]+$/g": "undici compares origins of its cache, which is not used.",
  "/[\\t ]+$/": "undici reads what a cache may keep, which is not used.",
  "/^([\\-\\+])?(0*)([0-9]*(\\.[0-9]*)?)$/":
    "strnum reads numbers; ours are read as texts (wire/xml.ts).",
  "/^([-+])?(0*)(\\d*(\\.\\d*)?[eE][-\\+]?\\d+)$/":
    "strnum reads numbers; ours are read as texts (wire/xml.ts).",
  "/^-+|-+$/g": "zod makes slugs, which no schema here asks for.",
  "/000000\\d*$/": "yaml writes times of YAML 1.1; documents here are of 1.2.",
  "/[\\n\\r]+$/":
    "yaml shows lines with its errors, which is switched off (manifest/load.ts) or reads what is free of them.",
  "/[ \\t]+$/": "yaml, where an engine knows no (?<!…); this one does.",
  "/^[ \\t]+|[ \\t]+$/g": "yaml, where an engine knows no (?<!…); this one does.",
  "/[^\\n]+$/": "postcss writes sheets; here it reads them.",
  "/^(?:([\\w+\\-.]+):)?\\/\\/(?:(\\w+:\\w+)@)?([\\w.-]*)(?::(\\d+))?(.*)$/":
    "source-map-js reads maps of sheets, which is switched off (geocss/sheet/read-blocks.ts).",
  "/^data:.+\\,.+$/":
    "source-map-js reads maps of sheets, which is switched off (geocss/sheet/read-blocks.ts).",
  "/^(\\s*)([^]*\\S)(\\s*)$/":
    "postcss asks it of comments that hold more than white space, where it is fast.",
  "/\\/+$/":
    "source-map-js reads maps of sheets, which is switched off (geocss/sheet/read-blocks.ts).",
  "/[\\u{1F1E6}-\\u{1F1FF}]{2}|\\u{1F3F4}[\\u{E0061}-\\u{E007A}]{2}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,3}\\u{E007F}|(?:\\p{Emoji}\\uFE0F\\u20E3?|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|\\p{Emoji_Presentation})(?:\\u200D(?:\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}?|\\p{Emoji_Presentation}|\\p{Emoji}\\uFE0F\\u20E3?))*/uy":
    "Prompts measure their lines; nothing has to follow a match, so that no part of it is tried again.",
  "/[?*]|[+@!]\\(.*?\\)|\\[|\\]/":
    "archiver matches names of files by patterns, which nothing here gives it.",
  "/(=.+)?(\\s*)$/":
    "async, in archiver, reads the code of functions that ask for others by name, which none here does.",
  '/^(?:<[^>]*>)(?:\\s*;\\s*[^;"\\s]+(?:=(")?[^;"\\s]*\\1)?)*$/':
    "readable-stream, in archiver, checks Link headers of early hints, which nothing here sends.",
  "/[\\s]*[^\\s]+/g": "commander breaks lines of its help, which are ours.",
};

/** Expressions of libraries that may be slow, as literals, with the reason. */
export function ofLibraries(): ReadonlyMap<string, string> {
  const whole = Object.entries(unused).flatMap(([folder, why]) =>
    filesBelow(folder, /\.js$/)
      .flatMap((file) => expressionsOf(file).literals)
      .map((one) => [literalText(one), why] as const),
  );
  return new Map([...whole, ...Object.entries(slow)]);
}
