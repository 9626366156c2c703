/** Pictures of changed styles, before and after, for the HTML report. */
import { parseAddress } from "../../../model/address.ts";
import { byAddress } from "../../../model/address-map.ts";
import { count } from "../../../model/count.ts";
import { report as limits } from "../../../model/limits.ts";
import { besideSheet, compareVersions, type Compared } from "../../../painter/page/beside.ts";
import { sheetOf } from "../../../painter/page/sheet.ts";
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
    const { rules, ...picture } = pictureOf(isTurned ? turned(versions) : versions);
    drawn.set(text, [{ ...picture, caption: withoutPasswords(picture.caption) }]);
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

type Drawn = Picture & { readonly rules: number };

/** Draws both versions side by side, or one; the caption says why a picture is missing. */
export function pictureOf({ before, after }: Versions): Drawn {
  if (before === undefined) return oneOf(after, "New");
  if (typeof before === "string")
    return besideNothing(oneOf(after, "After"), `The version before: ${before}`);
  if (typeof after === "string")
    return besideNothing(oneOf(before, "Before"), `The version after: ${after}`);
  const compared = compareVersions(before, after);
  const rules = compared.pairs.length;
  for (let most: number = limits.pictureRules; most > 0; most = Math.floor(most / 2)) {
    const { svg } = besideSheet(compared, most);
    if (svg.length <= limits.pictureBytes) return { caption: captionOf(compared), svg, rules };
  }
  return { caption: `${captionOf(compared)}. ${TOO_LARGE}`, rules };
}

const TOO_LARGE = "Not drawn, because the picture would be too large";

function besideNothing({ caption, ...drawn }: Drawn, reason: string): Drawn {
  return { ...drawn, caption: `${caption}. ${reason}, so it is not drawn` };
}

function oneOf(version: VersionOrReason, what: string): Drawn {
  if (typeof version === "string") return { caption: `${what}, not drawn: ${version}`, rules: 0 };
  const { svg, tiles } = sheetOf(version.styling, version.findImage);
  const rules = tiles.length;
  const caption = `${what}: ${count(rules, "rule")}`;
  return svg.length <= limits.pictureBytes
    ? { caption, svg, rules }
    : { caption: `${caption}. ${TOO_LARGE}`, rules };
}

/** Rules in a caption, and characters of each title. */
const [NAMED, LETTERS] = [8, 60];

function captionOf({ pairs }: Compared): string {
  const differing = pairs.filter(({ change }) => change !== "none");
  if (differing.length === 0)
    return "Before and after: every rule draws the same, and what differs is not to be seen";
  const named = differing.slice(0, NAMED).map(({ before, after, change }) => {
    const { title = "" } = after ?? before ?? {};
    const name = title.length > LETTERS ? `${title.slice(0, LETTERS)}…` : title;
    return `“${name}” ${change}`;
  });
  const more = differing.length - named.length;
  const names = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
  const verb = differing.length === 1 ? "differs" : "differ";
  return `Before and after: ${differing.length} of ${count(pairs.length, "rule")} ${verb}: ${names}`;
}
