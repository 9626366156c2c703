/** The languages of styles: SLD and CSS, each in a file of its own name. */
import type { Languages } from "../../capability.ts";
import { lazy } from "../../lazy.ts";
import { contentPath } from "./source.ts";

/** Files of the images of a package are in none. */
export const styleLanguages: Languages = {
  has: (path) => path === contentPath("sld") || path === contentPath("css"),
  inOne: lazy(async () => (await import("./in-one-language.ts")).inOneLanguage),
};
