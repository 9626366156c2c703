/** Style languages, recognized by the name of the content file. */
import { styleFormats } from "../../../model/style.ts";
import type { Languages } from "../../capability.ts";
import { lazy } from "../../lazy.ts";
import { contentPath } from "./source.ts";

/** Image files of a package have no language. */
export const styleLanguages: Languages = {
  has: (path) => Object.keys(styleFormats).some((format) => path === contentPath(format)),
  inOne: lazy(async () => (await import("./in-one-language.ts")).inOneLanguage),
};
