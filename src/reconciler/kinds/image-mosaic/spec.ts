/** The manifest format of image mosaics. */
import { z } from "zod";
import { madeOnce } from "../../lazy.ts";
import { variablesSpec } from "../artefact/variables.ts";
import { dimensionsSpec } from "../published/dimensions.ts";
import { replacePolicy } from "../published/replace-policy.ts";
import { storeSpec } from "../published/store-settings.ts";

const coverage = madeOnce(() =>
  z.strictObject({
    name: z.string().min(1).describe("Name it is published under."),
    nativeName: z
      .string()
      .min(1)
      .optional()
      .describe("Name inside the mosaic; the same as name when absent."),
    title: z.string().min(1).optional(),
    dimensions: dimensionsSpec()
      .optional()
      .describe(
        "Every dimension that is enabled: time, elevation, or one of the definition's own. When absent, dimensions are left as they are.",
      ),
  }),
);

const granules = madeOnce(() =>
  z.strictObject({
    sources: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe(
        "Files and folders on the server, as file: addresses or absolute paths, folders with / at the end; and files elsewhere that the server reads by address (https:, s3:, gs:).",
      ),
    local: z
      .string()
      .min(1)
      .optional()
      .describe("A folder beside the manifest whose granules are uploaded."),
    policy: z
      .enum(["add-only", "mirror"])
      .default("add-only")
      .describe(
        "add-only brings granules and removes none; mirror also removes those that are not listed or in the local folder any more.",
      ),
    revision: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Any text; change it to have the same granules brought again, after another definition for example.",
      ),
    window: z
      .strictObject({
        attribute: z.string().min(1).describe("Attribute of the index with the time of a granule."),
        last: z.string().min(1).describe("An ISO 8601 duration, for example P30D."),
      })
      .optional()
      .describe(
        "Only granules of this last stretch of time are looked at; others stay as they are.",
      ),
    purge: z
      .enum(["none", "metadata", "all"])
      .default("none")
      .describe(
        "What a mirror removes in addition to rows of the index: side files, or the files too.",
      ),
  }),
);

export const mosaicSpec = madeOnce(() =>
  z.strictObject({
    definition: z
      .string()
      .min(1)
      .describe(
        "The definition: a folder or .zip with the indexer, datastore.properties and what they name.",
      ),
    variables: variablesSpec().describe(
      "Values for ${{ var.NAME }} in the definition's .properties and .xml files; secrets by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
    ),
    configure: z
      .enum(["afterHarvest", "onUpload"])
      .default("afterHarvest")
      .describe(
        "afterHarvest: upload the definition, harvest, then publish the coverages; onUpload: one upload with the local granules that publishes all there is.",
      ),
    coverages: z
      .array(coverage())
      .optional()
      .describe("Every coverage that is published; when absent, coverages are left as they are."),
    granules: granules().optional(),
    ...storeSpec(),
    replacePolicy,
  }),
);

export type MosaicSpec = z.infer<ReturnType<typeof mosaicSpec>>;

export type CoverageSpec = z.infer<ReturnType<typeof coverage>>;
