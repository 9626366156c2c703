/** What is worth a warning in styles: what nobody reads, what never draws, images that are not there. */
import type { FindingType, NamedImage } from "../../../lint/finding.ts";
import { formatAddress } from "../../../model/address.ts";
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

/** Styles that are looked through together: a server is asked for images of one while others are read. */
const TOGETHER = 32;

/** From this many images of one folder on, the folder is listed: one that holds many styles is a long list. */
const LIST_FROM = 8;

/** Warnings about styles, and errors about what the server at hand refuses. What stock servers refuse is no matter for others. */
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
  const found: (readonly Diagnostic[])[] = [];
  const left = entriesOf(styles);
  const lintOthers = async () => {
    // Where one fails, the loop ends the generator, so that no other style is begun.
    for (const [index, style] of left) found[index] = await lintStyle(style, all);
  };
  await Promise.all(Array.from({ length: TOGETHER }, lintOthers));
  return found.flat();
}

function* entriesOf<One>(all: readonly One[]): Generator<readonly [number, One]> {
  yield* all.entries();
}

/** Whether an image is there, by its path in the folder of the styles of a scope. */
type ImagesThere = (path: string, workspace: string | null) => Promise<boolean>;

/** What is asked for all styles together. */
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

/** What a server may refuse, or take without drawing it; what it is sure to refuse harms nobody. */
function isDoubtful({ type, severity }: CheckedFinding): boolean {
  return type === "refused" && severity !== "error";
}

/** A stock server takes a style that it cannot draw, and then fails over it where nobody asked for it. */
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

/**
 * Images that a style names and nobody brings. They are looked for beside the style, in the folder that
 * the styles of a scope share. A single file brings none: only the server shows whether it has them.
 */
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
 * Whether a server has an image; so it is where it does not show its files. However many styles name one
 * image, it is asked for once. Undefined without a server.
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

/** What a server does not let us see may be there. */
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
