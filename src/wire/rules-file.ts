/**
 * The files in which a stock server keeps rules, `security/layers.properties` and its like: a line of a Java
 * properties file for each, `workspace.layer.mode=role,role`. Keys of rules on requests have a semicolon for each
 * colon there, and their order is that in which they are tried.
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

/** Keys in the file of rules on layers that are no rules. */
const SETTINGS = new Set(["mode", "filesystemsandbox"]);

/** What a file says. */
export interface RulesInFile {
  /** Roles by the canonical key, or by the text that is no key; none where the rule is for nobody. */
  readonly rules: RuleSet;
  /** Lines whose rule an earlier line says in another spelling of its key. */
  readonly repeated: readonly Property[];
}

/** Reads a file. Everything is readable in some way, so nothing is refused. */
export function rulesInFile(bytes: Uint8Array, domain: RuleDomain): RulesInFile {
  // Of one key the last line counts, in the place of the first.
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

/** The catalog mode that the file of rules on layers says; undefined where it says none. */
export function modeInFile(bytes: Uint8Array): string | undefined {
  return propertyIn(readProperties(bytes), "mode");
}

/** The file of rules on layers with these rules. */
export function renderRulesFile(rules: RuleSet, mode: string): Uint8Array {
  const { compare } = ruleGrammars.layers;
  const sorted = [...rules].toSorted(([a], [b]) => compare(a, b));
  const lines = sorted.map(([key, roles]): [string, string] => [key, roles.join(",")]);
  return Buffer.from(`${propertiesText([["mode", mode], ...lines])}\n`, "latin1");
}

/** Characters beyond Latin-1 become escapes, and no line is folded. */
function propertiesText(pairs: [string, string][]): string {
  return stringify(pairs, { latin1: true, keySep: "=", lineWidth: null });
}

/** What to change in a file: rules by their keys, undefined for those that go. */
export type RuleEdits = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * The file after a change, all other lines as they were; undefined when nothing changes, or lines go on where they
 * should end. The text is bytes as Latin-1.
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

/** The key of a line, its escapes read; undefined for comments and empty lines. */
function keyOf(line: string): string | undefined {
  return propertyLines(Buffer.from(line, "latin1"))[0]?.key;
}
