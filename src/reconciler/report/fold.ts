/**
 * What repeats in a long plan, reported once with its number: objects of one kind, workspace and action of
 * which the same is to be said, and the requests for them. What destroys is always named. Pure.
 */
import { parseAddress } from "../../model/address.ts";
import { report as limits } from "../../model/limits.ts";

/** How much of a plan is reported one by one. */
export interface Folding {
  /** Whether everything is. */
  readonly all?: boolean | undefined;
  /** How to see each, in words, where there is a way. */
  readonly hint?: string | undefined;
}

/** A thing that is reported alone, or several of which the same is to be said. */
export interface Folded<One> {
  /** The first of them. */
  readonly first: One;
  /** Its address, or the pattern of all of them, such as `Style/roads:*`. */
  readonly address: string;
  readonly members: readonly One[];
}

/** The pattern of all addresses of a kind and workspace; the text itself where it is no address. */
function patternOf(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) return text;
  const { kind, workspace } = address;
  return `${kind}/${workspace === null ? "" : `${workspace}:`}*`;
}

/**
 * Folds things with equal keys, where the first of them stands; those without a key are never folded.
 */
export function foldAlike<One extends { readonly address: string }>(
  things: readonly One[],
  keyOf: (one: One) => string | undefined,
  { all = false }: Folding,
): readonly Folded<One>[] {
  const keys = things.map((one) => {
    const key = keyOf(one);
    return key === undefined ? undefined : `${patternOf(one.address)} ${key}`;
  });
  const groups = Map.groupBy(things, (_one, index) => keys[index]);
  return things.flatMap((one, index): readonly Folded<One>[] => {
    const key = keys[index];
    const members = groups.get(key) ?? [];
    const { address } = one;
    if (all || key === undefined || members.length <= limits.foldFrom)
      return [{ first: one, address, members: [one] }];
    return members[0] === one ? [{ first: one, address: patternOf(address), members }] : [];
  });
}

/** How many are reported together, and how to see each; nothing where it is one. */
export function foldNote({ members }: Folded<unknown>, { hint }: Folding): string {
  if (members.length === 1) return "";
  return `  (${members.length} objects${hint === undefined ? "" : `; ${hint}`})`;
}

/** The patterns that objects are reported by, by their addresses, for those that are reported together. */
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

/** Things that follow each other and are reported together. */
export interface Row<One> {
  /** Index of the first. */
  readonly from: number;
  readonly members: readonly [One, ...One[]];
}

/** Things in order, with long rows of equal keys together; what has no key is reported alone. */
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

/** A request as it is reported. */
interface Request {
  readonly method: string;
  readonly path: string;
  /** Whom it serves. */
  readonly serves: readonly string[];
}

/** The only object that a request serves. */
export function servedAlone({ serves }: Pick<Request, "serves">): string | undefined {
  return serves.length === 1 ? serves[0] : undefined;
}

/** Requests of more sorts are reported by their number alone. */
const TEMPLATES = 3;

/** Requests that are reported together: `POST /styles?name=*`, with numbers where they are of several sorts. */
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

/** What is written the same wherever it stands. */
const PLAIN = /^[\w.-]*$/;

/** A path with a star in place of a name, wherever it stands between the signs that divide paths. */
function withoutName(path: string, name: string): string {
  const spellings = PLAIN.test(name)
    ? [name]
    : [encodeURIComponent(name), new URLSearchParams({ name }).toString().slice(5)];
  return path
    .split(/([/?&=:]|\.(?=[a-z]+(?:$|[/?])))/)
    .map((part) => (spellings.includes(part) ? "*" : part))
    .join("");
}
