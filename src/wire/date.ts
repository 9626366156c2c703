/** Dates of catalog documents, for example `2026-11-20 18:56:35.9 UTC`. */
import { optional, value, type Fields } from "./document.ts";
import { withoutEnd } from "../model/trim.ts";

/** The dates at the end of most documents. */
export function dateFields(of: {
  readonly created: string;
  readonly modified: string | null;
}): Fields {
  return [
    ["dateCreated", value(renderDate(of.created))],
    ["dateModified", optional(of.modified && renderDate(of.modified))],
  ];
}

/** The input is ISO 8601; the fraction loses its trailing zeros. */
export function renderDate(iso: string): string {
  const [day = "", time = ""] = new Date(iso).toISOString().split("T");
  const seconds = withoutEnd(time.replace("Z", ""), "0").replace(/\.$/, ".0");
  return `${day} ${seconds} UTC`;
}
