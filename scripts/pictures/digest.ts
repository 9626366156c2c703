/** Digests of what is in pictures. */
import { createHash } from "node:crypto";

/** A digest that is short enough for people to see that it is another one. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** A text with one space wherever there is any. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
