/** A second way to judge rules, written on its own: of all rules the one that says most is taken. */

/** Rules as keys with their roles. */
export type Rules = readonly (readonly [key: string, roles: readonly string[]])[];
/** What is asked for. */
export type Mode = "r" | "w" | "a";

/** How much a rule says about a target: 0 everything, 1 its workspace, 2 itself; -1 nothing. */
function weight(
  key: string,
  [workspace, name]: readonly [string | null, string],
  mode: Mode,
): number {
  const parts = key.split(".");
  if (parts.at(-1) !== mode) return -1;
  if (parts.length === 2) return workspace === null && parts[0] === name ? 2 : -1;
  if (parts[0] === "*") return 0;
  if (parts[0] !== workspace) return -1;
  if (parts[1] === "*") return 1;
  return parts[1] === name ? 2 : -1;
}

/** Whether roles give access to a target: by the list, without a tree. */
export function oracle(
  rules: Rules,
  roles: readonly string[],
  target: readonly [string | null, string],
  mode: Mode,
): boolean {
  const said = (asked: Mode) =>
    rules
      .map(([key, granted]) => ({ granted, weight: weight(key, target, asked) }))
      .filter((candidate) => candidate.weight >= 0)
      .toSorted((one, other) => other.weight - one.weight)[0]?.granted;
  const mine = (granted: readonly string[]) =>
    granted.includes("*") || granted.some((role) => roles.includes(role));
  const administers = mine(said("a") ?? []);
  if (mode === "a") return administers;
  const granted = said(mode);
  return administers || granted === undefined || mine(granted);
}
