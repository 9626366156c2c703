/** The content of a style as text. */
import { element } from "./element.ts";
import type { Rest } from "./reading.ts";
import { xmlText } from "./xml-text.ts";

/** Displayed characters. */
const SHOWN = 200_000;

export function isStyle(path: string): boolean {
  return /\/styles\/[^/]+$/.test(path);
}

/** The content of a style in its own format. */
export async function styleText(rest: Rest, path: string, document: unknown): Promise<HTMLElement> {
  const text = xmlText(await rest.bytes(`${path}.${formatOf(document)}`));
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text;
  return element(
    "pre",
    { class: "style", tabindex: "0", role: "group", "aria-label": "Content of the style" },
    shown,
  );
}

function formatOf(document: unknown): string {
  const { style } = (document ?? {}) as { readonly style?: { readonly format?: unknown } };
  return typeof style?.format === "string" ? style.format : "sld";
}
