/** Warnings about styles: unread parts, parts that never draw, missing images. */
import type { FindingType, NamedImage } from "../../../lint/finding.ts";
import { formatAddress } from "../../../model/address.ts";
import { each } from "../../../model/each.ts";
import type { Diagnostic, DiagnosticCode } from "../../../model/diagnostic.ts";
import { ReadError } from "../../../wire/reading.ts";
import type { Around, KindContext, Resource } from "../../kind.ts";
import { isFileThere } from "./files-there.ts";
import { lintOf } from "./reading.ts";
import { checkedBy, type CheckedFinding } from "./refusals.ts";
import type { StylePayload } from "./source.ts";

type Style = Resource<StylePayload>;

const codes: Readonly<Record<FindingType, DiagnosticCode>> = {
  unread: "passed-over",
  undrawn: "draws-nothing",
  refused: "stock-refuses",
};

/** Images of one style are requested while others are read. */
const TOGETHER = 32;

/** A folder is listed from this number of images on; folders with many styles have long lists. */
const LIST_FROM = 8;

/** Refusals of stock servers are not reported on other servers. */
export async function lintStyles(
  styles: readonly Style[],
  around: Around<StylePayload>,
): Promise<readonly Diagnostic[]> {
  const all = {
    context: around.context,
    images: imagesThere(around.context),
    brought: Map.groupBy(
      around.declared.filter(({ payload }) => payload.images.size > 0),
      ({ address }) => address.workspace,
    ),
  };
  return (await each(styles, (style) => lintStyle(style, all), TOGETHER)).flat();
}

type ImagesThere = (path: string, workspace: string | null) => Promise<boolean>;

interface Surroundings {
  readonly context: KindContext | undefined;
  readonly images: ImagesThere | undefined;
  /** Styles that bring images, by workspace. */
  readonly brought: ReadonlyMap<string | null, readonly Style[]>;
}

async function lintStyle(style: Style, around: Surroundings): Promise<readonly Diagnostic[]> {
  const { context } = around;
  const { content, format } = style.payload;
  const { findings, images } = await lintOf(content, format, context?.kept);
  const isElsewhere = context !== undefined && context.server.software !== "geoserver";
  const reported = findings.filter(({ type }) => !(isElsewhere && type === "refused"));
  const missing = await missingImages(style, images, around);
  const checked = context === undefined ? reported : await checkedBy(context, style, reported);
  const isOfStock = context?.server.software === "geoserver";
  const harmed = isOfStock ? checked.find(isDoubtful) : undefined;
  return [
    ...checked.map((finding) => asDiagnostic(style, finding)),
    ...(harmed === undefined ? [] : [harmOf(style, harmed)]),
    ...missing,
  ];
}

/** What a server may refuse, or accept without drawing it. A sure refusal harms no other object. */
function isDoubtful({ type, severity }: CheckedFinding): boolean {
  return type === "refused" && severity !== "error";
}

/** A stock server accepts a style that it cannot draw, and later fails in unrelated requests. */
function harmOf(style: Style, finding: CheckedFinding): Diagnostic {
  return {
    code: "harms-others",
    severity: "warning",
    message:
      "If the server cannot draw with this style, its WMTS capabilities fail for all layers as soon as a layer with a tile layer has it",
    ...placeIn(style, finding),
  };
}

function asDiagnostic(style: Style, finding: CheckedFinding): Diagnostic {
  const { type, severity = "warning", message, hint } = finding;
  return {
    code: codes[type],
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...placeIn(style, finding),
  };
}

/** The styles of a scope share a folder. A single file brings no images; only a server can tell. */
async function missingImages(
  style: Style,
  named: readonly NamedImage[],
  { brought, images }: Surroundings,
): Promise<readonly Diagnostic[]> {
  const { address, payload } = style;
  if (images === undefined && !payload.isPackage) return [];
  const first = new Map(named.toReversed().map((image) => [image.path, image]));
  const others = brought.get(address.workspace) ?? [];
  const unknown = [...first.values()]
    .toReversed()
    .filter(
      ({ path, isOutside }) =>
        isOutside !== true && !others.some(({ payload: { images: own } }) => own.has(path)),
    );
  const missing = await Promise.all(
    unknown.map(async (image) =>
      (await images?.(image.path, address.workspace)) === true
        ? []
        : [missingImage(style, image, images !== undefined)],
    ),
  );
  return missing.flat();
}

/**
 * Returns true where a server does not show its files, and undefined without a server. Each image
 * is requested once.
 */
function imagesThere(context: KindContext | undefined): ImagesThere | undefined {
  if (context === undefined) return undefined;
  if (!context.server.resources) return async () => true;
  const answers = new Map<string, Promise<boolean>>();
  return (path, workspace) => {
    const place = JSON.stringify([workspace, path]);
    const answer =
      answers.get(place) ?? isFileThere(context, workspace, path, LIST_FROM).catch(unlessRefused);
    answers.set(place, answer);
    return answer;
  };
}

/** A file that a server does not show may exist. */
function unlessRefused(error: unknown): true {
  if (error instanceof ReadError) return true;
  throw error;
}

function missingImage(style: Style, image: NamedImage, isPlan: boolean): Diagnostic {
  const { isPackage } = style.payload;
  const { path } = image;
  const nobody = isPackage ? "it is not in the package" : "a single file is sent without images";
  const server = isPlan ? ", and the server does not have it" : "";
  return {
    code: "style-image",
    severity: "warning",
    message: `The style names the image ${path}; ${nobody}${server}`,
    hint: isPackage
      ? "Put it beside the SLD."
      : "Make the source a folder with the SLD and its images.",
    ...placeIn(style, image),
  };
}

function placeIn(
  { address, payload: { content } }: Style,
  { line, column }: Pick<NamedImage, "line" | "column">,
): Pick<Diagnostic, "where" | "address"> {
  return { where: { file: content.path, line, column }, address: formatAddress(address) };
}
