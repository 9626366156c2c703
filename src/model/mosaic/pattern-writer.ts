/** Writes pattern trees in JavaScript syntax, and maps Java's group numbers. */
import { PatternError, unread } from "./pattern-source.ts";
import { modifier, type PatternNode, type PatternOption } from "./pattern-tree.ts";

/** JavaScript source, and numbers of the original groups. */
export function writePattern(options: readonly PatternOption[]): {
  readonly source: string;
  readonly groups: readonly number[];
} {
  const naming: Naming = { javaGroups: [], names: new Map(), next: 1 };
  for (const option of options) nameGroups(option, naming);
  const source = writeOptions(options, { naming, next: 1, behind: false });
  return { source, groups: naming.javaGroups };
}

interface Naming {
  /** Written number of each group, by Java's number minus one. */
  readonly javaGroups: number[];
  readonly names: Map<string, number>;
  next: number;
}

function isAtomic(node: PatternNode): boolean {
  return node.type === "repeat" ? node.manner === "possessive" : false;
}

/** Assigns written numbers; atomic parts need an additional group. */
function nameGroups(nodes: PatternOption, naming: Naming): void {
  for (const node of nodes) {
    if (isAtomic(node)) naming.next++;
    if (node.type === "repeat") nameGroups([node.body], naming);
    if (node.type !== "group") continue;
    if (node.kind === "atomic") naming.next++;
    if (node.kind === "capture") {
      if (node.name !== undefined) naming.names.set(node.name, naming.next);
      naming.javaGroups.push(naming.next++);
    }
    for (const option of node.options) nameGroups(option, naming);
  }
}

interface Writing {
  readonly naming: Naming;
  next: number;
  behind: boolean;
}

function writeOptions(options: readonly PatternOption[], writing: Writing): string {
  // Flags apply to the end of the group, including later alternatives.
  let flags: Flags = { on: "", off: "" };
  const written: string[] = [];
  for (const option of options) {
    const heads = [flagsHead(flags)];
    let source = "";
    for (const node of option) {
      if (node.type === "flags") {
        flags = followed(flags, node);
        source += flagsHead(flags);
        heads.push(flagsHead(flags));
      } else {
        source += writeNode(node, writing);
      }
    }
    written.push(
      (heads[0] ?? "") + source + ")".repeat(heads.filter((head) => head !== "").length),
    );
  }
  return written.join("|");
}

interface Flags {
  readonly on: string;
  readonly off: string;
}

function followed(before: Flags, { on, off }: Flags): Flags {
  const without = (letters: string, others: string) =>
    [...new Set(letters)].filter((letter) => !others.includes(letter)).join("");
  return {
    on: without(before.on + on, off),
    off: without(before.off, on) + without(off, before.off),
  };
}

function flagsHead({ on, off }: Flags): string {
  const text = modifier(on, off);
  return text === "" ? "" : `(?${text}:`;
}

function writeNode(node: Exclude<PatternNode, { type: "flags" }>, writing: Writing): string {
  if (node.type === "atom") return node.source;
  if (node.type === "repeat") return writeRepeat(node, writing);
  if (node.type === "group") return writeGroup(node, writing);
  return `(?:\\${groupNumber(node.group, writing.naming)})`;
}

function groupNumber(group: number | string, { javaGroups, names }: Naming): number {
  const number = typeof group === "string" ? names.get(group) : javaGroups[group - 1];
  if (number === undefined) throw new PatternError(`there is no group ${group}`);
  return number;
}

function writeRepeat(node: PatternNode & { type: "repeat" }, writing: Writing): string {
  const most = node.max === Infinity ? "" : String(node.max);
  const count = node.min === node.max ? `{${node.min}}` : `{${node.min},${most}}`;
  const write = () => {
    if (node.body.type === "flags") return "";
    // Only Java can repeat an assertion, so the body is wrapped in a group.
    return `(?:${writeNode(node.body, writing)})${count}`;
  };
  if (node.manner === "possessive") return writeAtomic(write, writing);
  return write() + (node.manner === "lazy" ? "?" : "");
}

function writeGroup(node: PatternNode & { type: "group" }, writing: Writing): string {
  if (node.kind === "atomic") {
    return writeAtomic(() => `(?:${writeOptions(node.options, writing)})`, writing);
  }
  if (node.kind === "capture") writing.next++;
  const heads = {
    capture: "",
    plain: `?${node.flags ?? ""}:`,
    ahead: "?=",
    "not-ahead": "?!",
    behind: "?<=",
    "not-behind": "?<!",
  } as const;
  const wasBehind = writing.behind;
  if (node.kind === "behind" || node.kind === "not-behind") writing.behind = true;
  const source = `(${heads[node.kind]}${writeOptions(node.options, writing)})`;
  writing.behind = wasBehind;
  return source;
}

/** An atomic group is a lookahead and a back reference to its match. */
function writeAtomic(write: () => string, writing: Writing): string {
  if (writing.behind) {
    throw unread("possessive and atomic parts are not supported in a look behind");
  }
  const number = writing.next++;
  return `(?=(${write()}))(?:\\${number})`;
}
