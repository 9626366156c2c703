/**
 * Titles of layers. A server shows for a layer the title of the feature type or coverage behind it, so
 * a title is read and changed there (docs/compatibility.md, "Plumbline against a stock server").
 */
import type { Address } from "../../../model/address.ts";
import { qualifiedName, splitQualifiedName } from "../../../model/layer.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { keptWords, type KeptSettings } from "../../../wire/kept-settings.ts";
import { bodyText } from "../../../wire/request.ts";
import { member, memberText, referenceName, type Tree } from "../../../wire/tree.ts";
import { parseXml, renderXml } from "../../../wire/xml.ts";
import type { KindContext, Step } from "../../kind.ts";

/** What a layer shows, as far as the path of a request names it. */
export interface Home {
  readonly noun: "feature type" | "coverage";
  readonly store: string;
}

type LayerName = Pick<Address, "workspace" | "name">;

/** A title, and where it stands. */
export interface FoundTitle {
  readonly title: string;
  readonly store: string;
  /** Whether it is what a new feature type or coverage has when nobody gives it a title. */
  readonly isUsual: boolean;
  /** The whole document that the title is in. */
  readonly document: Tree;
}

/** The title of a layer; undefined when there is nothing of the noun under the name. */
export async function readTitle(
  { read }: KindContext,
  { workspace, name }: LayerName,
  noun: Home["noun"],
): Promise<FoundTitle | undefined> {
  const place = { workspace: workspace ?? "", featureType: name, coverage: name };
  const path = pathTo(noun === "coverage" ? "coverage" : "featureType", place, "xml");
  const response = await getIfThere(read, path);
  if (response === undefined) return undefined;
  const document = parseXml(bodyText(response)).content;
  const title = memberText(document, "title") ?? "";
  const native = ["nativeName", "nativeCoverageName"].map((one) => memberText(document, one));
  const store = splitQualifiedName(referenceName(member(document, "store")) ?? "").name;
  return { title, store, isUsual: ["", name, ...native].includes(title), document };
}

/** What is set of a feature type or coverage: a title, and what somebody had set before. */
export interface Behind {
  readonly title?: string | undefined;
  readonly kept?: KeptSettings | undefined;
  readonly verb: string;
}

/** Gives a layer a title, and what is behind it its settings. */
export function behindStep(
  { workspace, name }: LayerName,
  { noun, store }: Home,
  { title, kept = {}, verb }: Behind,
): Step {
  const place = { workspace: workspace ?? "", store, featureType: name, coverage: name };
  const isCoverage = noun === "coverage";
  const layer = qualifiedName(workspace, name);
  const words = keptWords(kept).join(", ");
  const titled = title === undefined ? {} : { title };
  return {
    summary:
      words === ""
        ? `${verb} the title of layer ${layer}`
        : `${verb} what was set of ${noun} ${layer}: ${title === undefined ? "" : "title, "}${words}`,
    request: {
      method: "PUT",
      path: pathTo(isCoverage ? "storeCoverage" : "storeFeatureType", place),
      mediaType: mediaTypes.xml,
      body: {
        kind: "text",
        text: renderXml(isCoverage ? "coverage" : "featureType", { ...titled, ...kept }),
      },
    },
  };
}

/** That a manifest sets the title of a layer, for `Resource.sets`. */
export function titleSet(
  { workspace, name }: LayerName,
  where: Position,
): readonly [string, Position] {
  return [`title of layer ${qualifiedName(workspace, name)}`, where];
}
