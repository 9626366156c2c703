/** Keeps the content of a template that a deletion removes as a fact, to write it again. */
import { mediaTypes } from "../../../wire/media.ts";
import { resourcePath } from "../../../wire/paths.ts";
import type { FactValue, Step } from "../../kind.ts";

/** Name of the fact: the bytes in base64. */
export const HELD = "held";

export function heldFact(bytes: Uint8Array): Readonly<Record<string, string>> {
  return { [HELD]: Buffer.from(bytes).toString("base64") };
}

export function writingHeld(file: string, held: FactValue | undefined): readonly Step[] {
  if (typeof held !== "string") return [];
  return [
    {
      summary: `write the file ${file} again, as it was`,
      request: {
        method: "PUT",
        path: resourcePath(file),
        mediaType: mediaTypes.binary,
        body: { kind: "base64", text: held },
      },
    },
  ];
}
