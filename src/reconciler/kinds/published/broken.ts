/**
 * Reports objects that a server cannot show (docs/compatibility.md, "Plumbline against a stock
 * server"): layers and groups with a missing style, which are written again where declared, and
 * objects whose table, view or database cannot be opened.
 */
import type { Broken } from "../../../wire/answered-document.ts";
import { formatAddress, type Address } from "../../../model/address.ts";
import type { KindContext } from "../../kind.ts";

export function reportBroken(
  report: KindContext["report"],
  address: Address,
  reason: string | undefined,
): void {
  if (reason === undefined) return;
  const key = formatAddress(address);
  const [because, hint] = REASONS[address.kind] ?? NO_SOURCE;
  report?.({
    code: "object-broken",
    severity: "warning",
    message: `${key} is broken: the server cannot show it, nor draw it ("${reason}"), because ${because}`,
    hint,
    address: key,
  });
}

const NO_STYLE = "it refers to a style that is not there";

const REASONS: Readonly<Record<string, readonly [because: string, hint: string]>> = {
  Layer: [
    NO_STYLE,
    "Declare its defaultStyle and its styles, and apply: that gives it its styles again. What else is set of it cannot be seen until then.",
  ],
  LayerGroup: [
    NO_STYLE,
    "Declare it, and apply: that gives its members their styles again. What else is set of it cannot be seen until then.",
  ],
};

const NO_SOURCE = [
  "its table, view or database cannot be opened",
  "Look at the database. What is declared is applied all the same; what cannot be seen is taken for what was last applied.",
] as const;

export function brokenNote({ element, message }: Broken): string {
  return `its ${element}, which the server cannot show ("${message}"), because ${NO_SOURCE[0]}`;
}

export function brokenReason(reason: string): string {
  return `It is broken: the server cannot show it ("${reason}"), because ${NO_STYLE}`;
}
