/**
 * Layers and layer groups that a server cannot show any more, since they refer to a style that is not there
 * (docs/compatibility.md, "Plumbline against a stock server"): reported, and written again where they are declared.
 */
import { formatAddress, type Address } from "../../../model/address.ts";
import type { KindContext } from "../../kind.ts";

/** Reports that an object is broken, in the server's words; nothing where it is not. */
export function reportBroken(
  report: KindContext["report"],
  address: Address,
  reason: string | undefined,
): void {
  if (reason === undefined) return;
  const key = formatAddress(address);
  const isLayer = address.kind === "Layer";
  report?.({
    code: "object-broken",
    severity: "warning",
    message: `${key} is broken: the server cannot show it, nor draw it ("${reason}"), because it refers to a style that is not there`,
    hint: isLayer
      ? "Declare its defaultStyle and its styles, and apply: that gives it its styles again. What else is set of it cannot be seen until then."
      : "Declare it, and apply: that gives its members their styles again. What else is set of it cannot be seen until then.",
    address: key,
  });
}

/** Why no manifest is written for it. */
export function brokenReason(reason: string): string {
  return `It is broken: the server cannot show it ("${reason}"), because it refers to a style that is not there`;
}
