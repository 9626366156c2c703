/** Dates of catalog documents, for example `2026-11-20 18:56:35.9 UTC`. */

/** Renders an instant given as ISO 8601 text; the fraction loses its trailing zeros. */
export function renderDate(iso: string): string {
  const [day = "", time = ""] = new Date(iso).toISOString().split("T");
  const seconds = time.replace("Z", "").replace(/0+$/, "").replace(/\.$/, ".0");
  return `${day} ${seconds} UTC`;
}
