/** Manifests of blob stores: settings of their type; keys and passwords by reference. */
import { z } from "zod";
import {
  blobSettings,
  blobStoreTypes,
  settingsOfType,
  typesWith,
  type BlobStoreType,
} from "../../../model/blob-store.ts";
import type { Part } from "../../../model/schema.ts";
import { fault, type Diagnostic } from "../../../model/diagnostic.ts";
import { madeOnce } from "../../lazy.ts";
import type { ArtefactSource, Manifest } from "../../kind.ts";
import { entriesSpec } from "../fields/entries.ts";
import { partSpec } from "../fields/part-specs.ts";
import { keptSecret, readSecrets, type Secrets } from "../secrets/reference.ts";

const types = Object.keys(blobStoreTypes) as [BlobStoreType, ...BlobStoreType[]];

function specOf(name: string, setting: Part): z.ZodType {
  const type = setting.type === "text" ? "filled-word" : setting.type;
  const spec = partSpec({ ...setting, type, least: 0 }).optional();
  return spec.describe(`${setting.means} Of ${typesWith(name).join(", ")}.`);
}

const entries = Object.entries(blobSettings);
const open = entries.filter(([, setting]) => setting.isSecret !== true);
const secretSettings = entries.flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));

export const openSettings: readonly string[] = open.map(([name]) => name);

export const blobStoreSpec = madeOnce(() =>
  z.strictObject({
    type: z.enum(types).describe("Type of the store."),
    default: z
      .boolean()
      .optional()
      .describe("Whether tile layers that name no store keep their tiles here; one store at most."),
    enabled: z.boolean().optional().describe("Whether tiles are kept; a new store is enabled."),
    secrets: entriesSpec(keptSecret())
      .optional()
      .describe(
        `Keys and passwords by reference: fromEnv names an environment variable, fromFile a file beside the manifest. There are ${secretSettings.map((name) => `${name} (${typesWith(name).join(", ")})`).join(", ")}.`,
      ),
    ...Object.fromEntries(open.map(([name, setting]) => [name, specOf(name, setting)])),
  }),
);

/** Whether a manifest accepts the value; a placeholder is only a text. */
export function isDeclarable(name: string, value: unknown): boolean {
  const setting = blobSettings[name];
  return setting !== undefined && specOf(name, setting).safeParse(value).success;
}

export type BlobStoreSpec = z.infer<ReturnType<typeof blobStoreSpec>>;

export interface DeclaredBlobStore {
  readonly type: BlobStoreType;
  readonly isDefault: boolean | undefined;
  readonly enabled: boolean | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  readonly bodyLater: ArtefactSource["bodyLater"];
}

/** Reads a manifest; reports settings that its type does not have. */
export async function readBlobStore(
  manifest: Manifest<BlobStoreSpec>,
  files: ArtefactSource,
): Promise<{ readonly declared: DeclaredBlobStore; readonly diagnostics: readonly Diagnostic[] }> {
  const { spec, locate } = manifest;
  const { type, default: isDefault, enabled, secrets: references = {} } = spec;
  const said = spec as Readonly<Record<string, unknown>>;
  const own = openSettings.filter((name) => said[name] !== undefined);
  const known = settingsOfType(type);
  const given = Object.entries(references);
  const foreign = [
    ...own.filter((name) => known[name] === undefined).map((name) => ["spec", name]),
    ...given.flatMap(([name]) => (known[name]?.isSecret ? [] : [["spec", "secrets", name]])),
  ];
  const problems = foreign.map((place): Diagnostic => {
    const message = `A blob store of type ${type} has no ${foreignText(place)}`;
    return fault("manifest-invalid", message, { where: locate(place) });
  });
  const path = ["spec", "secrets"];
  const { secrets, diagnostics } = await readSecrets(new Map(given), { manifest, files, path });
  const settings = Object.fromEntries(own.map((name) => [name, String(said[name])]));
  const { bodyLater } = files;
  return {
    declared: { type, isDefault, enabled, settings, secrets, bodyLater },
    diagnostics: [...problems, ...diagnostics],
  };
}

function foreignText(place: readonly string[]): string {
  const name = place.at(-1) ?? "";
  if (place.includes("secrets") && openSettings.includes(name))
    return `secret ${name}; it is no secret: write it beside the type`;
  return `${name}; ${typesWith(name).join(", ") || "none"} has it`;
}
