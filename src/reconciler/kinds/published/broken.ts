/**
 * What a server cannot show any more (docs/compatibility.md, "Plumbline against a stock server"): layers and layer groups that
 * refer to a style that is not there, which are written again where they are declared, and what is made of a table, a
 * view or a database that the server cannot open. It is reported.
 */
import type { Broken } from "../../../wire/answered-document.ts";
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

/** Why objects of a kind are broken, and what helps. */
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

/** What an import says of a part that nobody can see. */
export function brokenNote({ element, message }: Broken): string {
  return `its ${element}, which the server cannot show ("${message}"), because ${NO_SOURCE[0]}`;
}

/** Why no manifest is written for it. */
export function brokenReason(reason: string): string {
  return `It is broken: the server cannot show it ("${reason}"), because ${NO_STYLE}`;
}
