/**
 * The identity of everything Plumbline declares, observes or plans: kind, workspace, name.
 * This is the only place that formats, parses and compares identities. It knows no kind.
 */
import { fillsGaps } from "./gaps.ts";

/** Identity of a declared resource and of the object it becomes; `workspace` is null when global. */
export interface Address {
  readonly kind: string;
  readonly workspace: string | null;
  readonly name: string;
}

/**
 * Text form, `Kind/name` or `Kind/workspace:name` (docs/opinions.md, "Addresses"). A name with a colon that is
 * in no workspace, as those of reference systems, has a colon in front.
 */
export function formatAddress({ kind, workspace, name }: Address): string {
  const isAmbiguous = name.includes(":") && !name.startsWith("/");
  const scope = workspace === null ? (isAmbiguous ? ":" : "") : `${workspace}:`;
  return `${kind}/${scope}${name}`;
}

/**
 * Reads the text form; undefined when the text is no address. A name that starts with a slash, as
 * those of rules on requests do, is in no workspace and may hold slashes and colons. Other names may hold slashes
 * inside, as those of files do.
 */
export function parseAddress(text: string): Address | undefined {
  const end = text.indexOf("/");
  // Most are of objects outside of workspaces, and need no second look.
  if (!text.includes(":") && text.indexOf("/", end + 1) === -1 && /^[A-Za-z]+\/./.test(text))
    return { kind: text.slice(0, end), workspace: null, name: text.slice(end + 1) };
  const match = /^([A-Za-z]+)\/(?:(\/.*)|:([^/]+)|(?:([^:/]+):)?([^:/][^:]*))$/.exec(text);
  const [, kind, path, outside, workspace, name = outside ?? path] = match ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return { kind, workspace: workspace ?? null, name };
}

/**
 * Whether a pattern covers an address: its text form, `*` for any characters, also none
 * (docs/reference.md, `--only`).
 */
export function coversAddress(pattern: string, address: Address): boolean {
  return fillsGaps(formatAddress(address), pattern.split("*"));
}

/** Whether two addresses say the same. */
export function isSameAddress(a: Address, b: Address): boolean {
  return a.kind === b.kind && a.workspace === b.workspace && a.name === b.name;
}

/** A stable order by workspace, kind and name, the global scope first. Locale plays no part. */
export function compareAddresses(a: Address, b: Address): number {
  return (
    compareText(a.workspace ?? "", b.workspace ?? "") ||
    compareText(a.kind, b.kind) ||
    compareText(a.name, b.name)
  );
}

/** Code-unit order, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
