/**
 * Folds objects of one kind, workspace and action with the same text, and their requests, into one
 * entry with a count. Destructive changes are never folded. Pure.
 */
import { parseAddress } from "../../model/address.ts";
import { report as limits } from "../../model/limits.ts";

/** Says how far output is folded. */
export interface Folding {
  readonly all?: boolean | undefined;
  /** Says how to see every object. */
  readonly hint?: string | undefined;
}

/** A single object, or several with the same text. */
export interface Folded<One> {
  readonly first: One;
  /** Or the common pattern, such as `Style/roads:*`. */
  readonly address: string;
  readonly members: readonly One[];
}

/**
 * The pattern for all addresses of a kind and workspace; the text itself if it is not an address.
 */
function patternOf(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) return text;
  const { kind, workspace } = address;
  return `${kind}/${workspace === null ? "" : `${workspace}:`}*`;
}

/** Folds objects with equal keys at the position of the first. Objects without a key stay alone. */
export function foldAlike<One extends { readonly address: string }>(
  things: readonly One[],
  keyOf: (one: One) => string | undefined,
  { all = false }: Folding,
): readonly Folded<One>[] {
  const alone = (first: One) => ({ first, address: first.address, members: [first] });
  if (all || things.length <= limits.foldFrom) return things.map(alone);
  const keys = things.map((one) => {
    const key = keyOf(one);
    return key === undefined ? undefined : `${patternOf(one.address)} ${key}`;
  });
  const groups = Map.groupBy(things, (_one, index) => keys[index]);
  return things.flatMap((one, index): readonly Folded<One>[] => {
    const key = keys[index];
    const members = groups.get(key) ?? [];
    if (key === undefined || members.length <= limits.foldFrom) return [alone(one)];
    return members[0] === one ? [{ first: one, address: patternOf(one.address), members }] : [];
  });
}

/** The number of folded objects with the hint; empty for a single object. */
export function foldNote({ members }: Folded<unknown>, { hint }: Folding): string {
  if (members.length === 1) return "";
  return `  (${members.length} objects${hint === undefined ? "" : `; ${hint}`})`;
}

export function patternsIn(
  folded: readonly Folded<{ readonly address: string }>[],
): ReadonlyMap<string, string> {
  return new Map(
    folded
      .filter(({ members }) => members.length > 1)
      .flatMap(({ members, address: pattern }) =>
        members.map(({ address }) => [address, pattern] as const),
      ),
  );
}

export interface Row<One> {
  readonly from: number;
  readonly members: readonly [One, ...One[]];
}

/** Joins long runs of consecutive items with equal keys. An item without a key stays alone. */
export function foldRows<One>(
  things: readonly One[],
  keyOf: (one: One) => string | undefined,
): readonly Row<One>[] {
  const rows: { from: number; members: [One, ...One[]]; key: string | undefined }[] = [];
  for (const [from, one] of things.entries()) {
    const key = keyOf(one);
    const last = rows.at(-1);
    if (key !== undefined && last?.key === key) last.members.push(one);
    else rows.push({ from, members: [one], key });
  }
  return rows.flatMap(({ from, members }): readonly Row<One>[] =>
    members.length > limits.foldFrom
      ? [{ from, members }]
      : members.map((one, index) => ({ from: from + index, members: [one] })),
  );
}

interface Request {
  readonly method: string;
  readonly path: string;
  /** Addresses of objects. */
  readonly serves: readonly string[];
}

export function servedAlone({ serves }: Pick<Request, "serves">): string | undefined {
  return serves.length === 1 ? serves[0] : undefined;
}

/** Above this number of templates, only the number of requests is shown. */
const TEMPLATES = 3;

/**
 * The template of folded requests, such as `POST /styles?name=*`; several templates have counts.
 */
export function templatesOf(requests: readonly Request[]): string {
  const templates = requests.map((request) => {
    const name = parseAddress(servedAlone(request) ?? "")?.name;
    return `${request.method} ${name === undefined ? request.path : withoutName(request.path, name)}`;
  });
  const distinct = [...Map.groupBy(templates, (one) => one)];
  if (distinct.length > TEMPLATES) return `${requests.length} requests`;
  if (distinct.length === 1) return templates[0] ?? "";
  return distinct.map(([template, same]) => `${template} (${same.length})`).join(", ");
}

/** Names that need no encoding in a path or query. */
const PLAIN = /^[\w.-]*$/;

/** Puts `*` in place of each path segment or query value that is the name. */
function withoutName(path: string, name: string): string {
  const spellings = PLAIN.test(name)
    ? [name]
    : [encodeURIComponent(name), new URLSearchParams({ name }).toString().slice(5)];
  return path
    .split(/([/?&=:]|\.(?=[a-z]+(?:$|[/?])))/)
    .map((part) => (spellings.includes(part) ? "*" : part))
    .join("");
}
