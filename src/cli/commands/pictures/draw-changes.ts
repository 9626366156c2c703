/** Pictures of changed styles, before and after, for the HTML report. */
import { parseAddress } from "../../../model/address.ts";
import { byAddress } from "../../../model/address-map.ts";
import { count } from "../../../model/count.ts";
import { report as limits } from "../../../model/limits.ts";
import { compareVersions } from "../../../painter/page/beside.ts";
import { partOf, partsOf, type Part } from "../../../painter/page/sheet.ts";
import { moreWords, shortTitle, unreadWords } from "../../../painter/page/titles.ts";
import type { TilePair } from "../../../painter/pairs.ts";
import type { Change } from "../../../reconciler/engine/plan/plan.ts";
import type { Resource } from "../../../reconciler/kind.ts";
import type { PicturesOf } from "../../../reconciler/report/page/pictures.ts";
import { withoutPasswords } from "../../../wire/difference.ts";
import { DRAWN, type MetStyles } from "./met-styles.ts";
import { versionsOf, type Versions, type VersionOrReason } from "./versions.ts";

type Picture = NonNullable<ReturnType<PicturesOf["get"]>>[number];

export interface Drawable {
  /** From the live to the declared state. */
  readonly changes: readonly Change[];
  readonly resources: readonly Resource[];
  readonly met: MetStyles;
}

/**
 * Draws changed styles in order, new ones last; styles beyond the limit get an empty list.
 * `isTurned` swaps the versions: with drift the declared version came first.
 */
export async function drawChanges(
  { changes, resources, met }: Drawable,
  order: readonly string[],
  isTurned = false,
): Promise<PicturesOf> {
  const seen = byAddress(changes.filter(isDrawn));
  const listed = order.flatMap((text) => {
    const address = parseAddress(text);
    const change = address && seen.get(address);
    return change === undefined ? [] : [{ text, change, isNew: change.action === "create" }];
  });
  const declared = byAddress(resources);
  const drawn = new Map<string, readonly Picture[]>();
  let left = { styles: limits.pagePictures as number, rules: limits.pageRules as number };
  for (const { text, change } of listed.toSorted((a, b) => Number(a.isNew) - Number(b.isNew))) {
    if (left.styles <= 0 || left.rules <= 0) {
      drawn.set(text, []);
      continue;
    }
    const versions = await versionsOf(change, { resources: declared, met });
    if (versions === undefined) continue;
    const { rules, pictures } = pictureOf(isTurned ? turned(versions) : versions);
    drawn.set(
      text,
      pictures.map((one) => ({ ...one, caption: withoutPasswords(one.caption) })),
    );
    left = { styles: left.styles - 1, rules: left.rules - rules };
  }
  return drawn;
}

function turned({ before, after }: Versions): Versions {
  return before === undefined ? { before, after } : { before: after, after: before };
}

/** Fields that affect a picture. */
const SHOWN: ReadonlySet<string> = new Set(["format", "content", "images"]);

function isDrawn({ address, action, fields }: Change): boolean {
  if (address.kind !== DRAWN) return false;
  const isMade = action === "create" || action === "replace";
  return isMade || (action === "update" && fields.some(({ field }) => SHOWN.has(field)));
}

interface Drawn {
  readonly pictures: readonly Picture[];
  readonly rules: number;
}

/** Draws both versions, or one, rule by rule; the first caption says what is missing. */
export function pictureOf({ before, after }: Versions): Drawn {
  if (before === undefined) return oneOf(after, "New");
  if (typeof before === "string") return oneOf(after, "After", `The version before: ${before}`);
  if (typeof after === "string") return oneOf(before, "Before", `The version after: ${after}`);
  const { pairs, more } = compareVersions(before, after);
  const differing = pairs.filter(isDifferent);
  const most = limits.pictureRules;
  const wanted = (pairs.length <= most ? pairs : differing).slice(0, most);
  const shown = fitting(wanted.map(pairPart));
  const left = pairs.filter((pair) => !wanted.slice(0, shown.length).includes(pair));
  const unlike = left.filter(isDifferent).length;
  const caption = sentences(
    captionOf(pairs.length, differing),
    unlike > 0 && `${unlike} more rules that differ are not shown`,
    left.length > unlike && `${left.length - unlike} rules that draw the same are not shown`,
    more > 0 && moreWords(more),
  );
  return { pictures: [{ caption }, ...shown], rules: pairs.length };
}

function oneOf(version: VersionOrReason, what: string, reason?: string): Drawn {
  const other = reason !== undefined && `${reason}, so it is not drawn`;
  if (typeof version === "string") {
    const caption = sentences(`${what}, not drawn: ${version}`, other);
    return { pictures: [{ caption }], rules: 0 };
  }
  const { styling, findImage } = version;
  const { parts, tiles, more } = partsOf(styling, findImage);
  const shown = fitting(parts);
  const left = parts.length - shown.length;
  const caption = sentences(
    `${what}: ${count(tiles.length, "rule")}`,
    ...unreadWords(styling),
    left > 0 && `${count(left, "picture")} more would be too large`,
    more > 0 && moreWords(more),
    other,
  );
  return { pictures: [{ caption }, ...shown], rules: tiles.length };
}

function sentences(...texts: readonly (string | false)[]): string {
  return texts.filter((one) => one !== false).join(". ");
}

/** The first parts, of limited size in all. */
function fitting(parts: readonly Part[]): readonly Part[] {
  let left: number = limits.pictureBytes;
  return parts.filter(({ svg }) => (left -= svg.length) >= 0);
}

function isDifferent({ change }: TilePair): boolean {
  return change !== "none";
}

/** What draws the same is drawn once. */
function pairPart(pair: TilePair): Part {
  const tiles = isDifferent(pair) ? [pair.before, pair.after] : [pair.after];
  return partOf(
    tiles.filter((one) => one !== undefined),
    namedPair(pair),
  );
}

function namedPair({ before, after, change }: TilePair): string {
  const name = `“${shortTitle(after ?? before ?? { title: "" })}”`;
  return change === "none" ? name : `${name} ${change}`;
}

/** Rules in a caption. */
const NAMED = 8;

function captionOf(all: number, differing: readonly TilePair[]): string {
  if (differing.length === 0)
    return "Before and after: every rule draws the same, and what differs is not to be seen";
  const more = differing.length - NAMED;
  const named = differing.slice(0, NAMED).map(namedPair);
  const names = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  const verb = differing.length === 1 ? "differs" : "differ";
  return `Before and after: ${differing.length} of ${count(all, "rule")} ${verb}: ${names}`;
}
