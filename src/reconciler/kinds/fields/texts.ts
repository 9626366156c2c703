/** Specs of texts and numbers. */
import { z } from "zod";
import { writableText } from "../../../model/writable.ts";

/** The highest number that servers can hold. */
export const MOST = 2 ** 31 - 1;

/** A text without control characters, which XML cannot hold. */
export const documentText = z
  .string()
  .refine((text) => writableText(text) === text, "holds a character that XML cannot write");

/** A text that is not blank. */
export const statedText = documentText.min(1).refine((text) => text.trim() !== "", "is empty");

/** Used for a name, a choice, or a part of a text that is compared as one. */
export const trimmedText = documentText.transform((text) => text.trim());

export const filledText = trimmedText.pipe(z.string().min(1));
