/**
 * GeoServer's rule files, such as `security/layers.properties`: Java properties with a line
 * `workspace.layer.mode=role,role` per rule. REST rules have semicolons in place of colons, and are
 * evaluated in their order.
 */
import { stringify } from "dot-properties";
import { parseRoles, type RuleSet } from "../model/access-rule.ts";
import { ruleGrammars, type RuleDomain } from "../model/rule-domain.ts";
import { withoutEnd } from "../model/trim.ts";
import { propertyIn, propertyLines, readProperties, type Property } from "./mosaic/properties.ts";

/** Path of the file in the data directory. */
export function rulesFile(domain: RuleDomain): string {
  return `security/${domain}.properties`;
}

/** Keys of layers.properties that are no rules. */
const SETTINGS = new Set(["mode", "filesystemsandbox"]);

export interface RulesInFile {
  /** Roles by canonical key, or by the text of an invalid key; no roles deny all access. */
  readonly rules: RuleSet;
  /** Lines that repeat a rule in another spelling of its key. */
  readonly repeated: readonly Property[];
}

/** Never fails: every text is a valid properties file. */
export function rulesInFile(bytes: Uint8Array, domain: RuleDomain): RulesInFile {
  // The last line of a key wins, at the position of the first.
  const lines = new Map(propertyLines(bytes).map((line) => [line.key, line]));
  const rules = new Map<string, readonly string[]>();
  const repeated: Property[] = [];
  for (const line of lines.values()) {
    if (domain === "layers" && SETTINGS.has(line.key.toLowerCase())) continue;
    const key = keyIn(line.key, domain);
    if (rules.has(key)) repeated.push(line);
    else rules.set(key, parseRoles(line.value));
  }
  return { rules, repeated };
}

function keyIn(written: string, domain: RuleDomain): string {
  const key = domain === "rest" ? written.replaceAll(";", ":") : written;
  return ruleGrammars[domain].canonical(key);
}

/** The catalog mode in the layer rules file. */
export function modeInFile(bytes: Uint8Array): string | undefined {
  return propertyIn(readProperties(bytes), "mode");
}

/** Renders a layer rules file. */
export function renderRulesFile(rules: RuleSet, mode: string): Uint8Array {
  const { compare } = ruleGrammars.layers;
  const sorted = [...rules].toSorted(([a], [b]) => compare(a, b));
  const lines = sorted.map(([key, roles]): [string, string] => [key, roles.join(",")]);
  return Buffer.from(`${propertiesText([["mode", mode], ...lines])}\n`, "latin1");
}

/** Escapes characters beyond Latin-1, and folds no lines. */
function propertiesText(pairs: [string, string][]): string {
  return stringify(pairs, { latin1: true, keySep: "=", lineWidth: null });
}

/** Roles by rule key; undefined deletes the rule. */
export type RuleEdits = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * Keeps all other lines. Undefined if nothing changes, and for files with continued lines. `text`
 * is bytes as Latin-1.
 */
export function editedRules(
  text: string,
  domain: RuleDomain,
  edits: RuleEdits,
): string | undefined {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  if (lines.some(goesOn)) return undefined;
  const keys = new Set([...edits.keys()].map((key) => keyIn(key, domain)));
  const kept = lines.filter((line) => {
    const written = keyOf(line);
    return written === undefined || !keys.has(keyIn(written, domain));
  });
  const set = [...edits].flatMap(([key, roles]): [string, string][] =>
    roles === undefined ? [] : [[key, roles.join(",")]],
  );
  if (set.length === 0 && kept.length === lines.length) return undefined;
  const before = kept.join("");
  if (set.length === 0) return before;
  return `${before}${/[^\r\n]$/.test(before) ? "\n" : ""}${propertiesText(set)}\n`;
}

function goesOn(line: string): boolean {
  const text = line.replace(/\r?\n?$/, "");
  return (text.length - withoutEnd(text, "\\").length) % 2 === 1;
}

/** The unescaped key of a line; undefined for comments and empty lines. */
function keyOf(line: string): string | undefined {
  return propertyLines(Buffer.from(line, "latin1"))[0]?.key;
}
