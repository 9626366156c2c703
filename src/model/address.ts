/**
 * Identities of objects: kind, workspace, name. Only this file formats, parses and compares them.
 * It is independent of kinds.
 */
import { fillsGaps } from "./gaps.ts";

/** `workspace` is null for global objects. */
export interface Address {
  readonly kind: string;
  readonly workspace: string | null;
  readonly name: string;
}

/**
 * Text form, `Kind/name` or `Kind/workspace:name` (docs/opinions.md, "Addresses"). A global name
 * with a colon, such as a CRS's, gets a colon in front.
 */
export function formatAddress({ kind, workspace, name }: Address): string {
  const isAmbiguous = name.includes(":") && !name.startsWith("/");
  const scope = workspace === null ? (isAmbiguous ? ":" : "") : `${workspace}:`;
  return `${kind}/${scope}${name}`;
}

/**
 * Parses the text form. A name with a leading slash (a rule on requests) is global and may contain
 * slashes and colons. Other names (of files) may contain inner slashes.
 */
export function parseAddress(text: string): Address | undefined {
  const end = text.indexOf("/");
  // Fast path: most addresses are global.
  if (!text.includes(":") && text.indexOf("/", end + 1) === -1 && /^[A-Za-z]+\/./.test(text))
    return { kind: text.slice(0, end), workspace: null, name: text.slice(end + 1) };
  const match = /^([A-Za-z]+)\/(?:(\/.*)|:([^/]+)|(?:([^:/]+):)?([^:/][^:]*))$/.exec(text);
  const [, kind, path, outside, workspace, name = outside ?? path] = match ?? [];
  if (kind === undefined || name === undefined) return undefined;
  return { kind, workspace: workspace ?? null, name };
}

/** Whether a pattern with `*` matches an address's text form (docs/reference.md, `--only`). */
export function coversAddress(pattern: string, address: Address): boolean {
  return fillsGaps(formatAddress(address), pattern.split("*"));
}

/** Whether two addresses are equal. */
export function isSameAddress(a: Address, b: Address): boolean {
  return a.kind === b.kind && a.workspace === b.workspace && a.name === b.name;
}

/** Stable order by workspace, kind and name, global first, independent of the locale. */
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
