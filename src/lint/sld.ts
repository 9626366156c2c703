/** Looks through styles in SLD for what is worth a warning. */
import { lint as limits } from "../model/limits.ts";
import { inspectSld } from "../wire/sld.ts";
import { startTags } from "../wire/start-tags.ts";
import { withXmlDocument } from "../wire/xml-document.ts";
import { together, type StyleLint } from "./finding.ts";
import { imagesOf } from "./sld/images.ts";
import { undrawn } from "./sld/undrawn.ts";
import { walkStyle, type ElementFinding } from "./sld/walk.ts";

/** Looks through an SLD. Throws WireError for a document that cannot be read. */
export function lintSld(bytes: Uint8Array): StyleLint {
  const { findings, images } = withXmlDocument(bytes, (root) => {
    const { version, layers } = inspectSld(root);
    const walked = walkStyle(root, version);
    return {
      findings: [
        ...rootAlone(root.name),
        ...walked.findings,
        ...undrawn(walked.root),
        ...severalLayers(layers),
      ],
      images: imagesOf(walked.root),
    };
  });
  const told = together(findings.toSorted((a, b) => a.at - b.at)).slice(0, limits.findings);
  // Images are as many as a document holds, which is more than a call takes.
  const last = [...told, ...images].reduce((most, { at }) => Math.max(most, at), -1);
  const places = last < 0 ? [] : startTags(bytes, last);
  const placed = <Found extends { readonly at: number }>({ at, ...found }: Found) => ({
    ...found,
    ...(places[at] ?? { line: 1, column: 1 }),
  });
  return { findings: told.map(placed), images: images.map(placed) };
}

/** A stock server reads several layers as a group of layers that it has. */
function severalLayers(layers: readonly string[]): readonly ElementFinding[] {
  if (layers.length < 2) return [];
  const message = `There are ${layers.length} named layers in the style; a stock server refuses it unless it has a layer of each name`;
  return [{ sort: "refused", message, at: 0 }];
}

function rootAlone(root: string): readonly ElementFinding[] {
  if (root === "StyledLayerDescriptor") return [];
  const message = `A stock server refuses a style with the root ${root}`;
  const hint = "Put it into NamedLayer, and that into StyledLayerDescriptor.";
  return [{ sort: "refused", message, hint, at: 0 }];
}
