/** Looks through styles in SLD for what is worth a warning. */
import { lint as limits } from "../model/limits.ts";
import { inspectSld } from "../wire/sld.ts";
import { startTags } from "../wire/start-tags.ts";
import { withXmlDocument, type XmlElement } from "../wire/xml-document.ts";
import { encodingFindings } from "./encoding.ts";
import { inPlace, together, type StyleLint } from "./finding.ts";
import { imagesOf } from "./sld/images.ts";
import { leftOut } from "./sld/left-out.ts";
import { refused } from "./sld/refused.ts";
import { undrawn } from "./sld/undrawn.ts";
import { passedOver } from "./sld/values.ts";
import { walkStyle } from "./sld/walk.ts";

/** Looks through an SLD. Throws WireError for a document that cannot be read. */
export function lintSld(bytes: Uint8Array): StyleLint {
  return withXmlDocument(bytes, (root) => lintSldRoot(root, bytes));
}

/** The same for one that is read already, from its root; `bytes` are its own. Throws WireError. */
export function lintSldRoot(root: XmlElement, bytes: Uint8Array): StyleLint {
  const { version } = inspectSld(root);
  const walked = walkStyle(root, version);
  const { findings: unread, root: read } = walked;
  const findings = [...unread, ...passedOver(read), ...undrawn(read), ...refused(read, version)];
  const images = imagesOf(walked.root);
  const reported = together(findings.toSorted((a, b) => a.at - b.at)).slice(0, limits.findings);
  // Images are as many as a document holds, which is more than a call takes.
  const last = [...reported, ...images].reduce((most, { at }) => Math.max(most, at), -1);
  const places = last < 0 ? [] : startTags(bytes, last);
  const placed = <Found extends { readonly at: number }>({ at, ...found }: Found) => ({
    ...found,
    ...(places[at] ?? { line: 1, column: 1 }),
  });
  const beside = [...encodingFindings(bytes), ...leftOut(bytes)];
  const all = inPlace([...beside, ...reported.map(placed)]);
  return { findings: all.slice(0, limits.findings), images: images.map(placed) };
}
