/** The languages of styles, each in a file of its own name. */
import { styleFormats } from "../../../model/style.ts";
import type { Languages } from "../../capability.ts";
import { lazy } from "../../lazy.ts";
import { contentPath } from "./source.ts";

/** Files of the images of a package are in none. */
export const styleLanguages: Languages = {
  has: (path) => Object.keys(styleFormats).some((format) => path === contentPath(format)),
  inOne: lazy(async () => (await import("./in-one-language.ts")).inOneLanguage),
};
