/** Dates of catalog documents, for example `2026-11-20 18:56:35.9 UTC`. */
import { optional, value, type Fields } from "./document.ts";
import { withoutEnd } from "../model/trim.ts";

/** The dates that nearly every document ends with. */
export function dateFields(of: {
  readonly created: string;
  readonly modified: string | null;
}): Fields {
  return [
    ["dateCreated", value(renderDate(of.created))],
    ["dateModified", optional(of.modified && renderDate(of.modified))],
  ];
}

/** Renders an instant given as ISO 8601 text; the fraction loses its trailing zeros. */
export function renderDate(iso: string): string {
  const [day = "", time = ""] = new Date(iso).toISOString().split("T");
  const seconds = withoutEnd(time.replace("Z", ""), "0").replace(/\.$/, ".0");
  return `${day} ${seconds} UTC`;
}
