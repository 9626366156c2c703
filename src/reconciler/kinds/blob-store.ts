/**
 * Blob stores of the tile cache. A stock server shows keys and passwords to administrators; nothing
 * shows them here (docs/compatibility.md, "Tile cache").
 */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { defined } from "../../model/defined.ts";
import type { Address } from "../../model/address.ts";
import {
  blobSettings,
  blobStore,
  blobStoreTypes,
  settingsOfType,
  typesWith,
  type BlobStore,
  type BlobStoreType,
} from "../../model/blob-store.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import type { Part } from "../../model/schema.ts";
import { reveal } from "../../model/secret.ts";
import { blobValue, parseBlobStore, renderBlobStoreInput } from "../../wire/blob-store.ts";
import { confidentialIf, type WireRequest } from "../../wire/request.ts";
import {
  bindKind,
  type ArtefactSource,
  type Danger,
  type DangerousChange,
  type DeclaredSecret,
  type Facts,
  type FieldRule,
  type GuardFinding,
  type Manifest,
  type Resource,
  type SetChange,
} from "../kind.ts";
import { keepSecret } from "./declare/secrets.ts";
import { shownFingerprints } from "./document/connection.ts";
import { entriesSpec } from "./fields/entries.ts";
import { partSpec } from "./fields/part-specs.ts";
import { keptSecret, readSecrets, type Secrets } from "./secrets/reference.ts";
import { tileLayersText, usersAfter } from "./tile-cache/users.ts";
import { wholeKind } from "./tile-cache/whole-kind.ts";

const types = Object.keys(blobStoreTypes) as [BlobStoreType, ...BlobStoreType[]];

function specOf(name: string, setting: Part): z.ZodType {
  const type = setting.type === "text" ? "filled-word" : setting.type;
  const spec = partSpec({ ...setting, type, least: 0 }).optional();
  return spec.describe(`${setting.means} Of ${typesWith(name).join(", ")}.`);
}

const openSettings = Object.keys(blobSettings).filter((name) => !blobSettings[name]?.isSecret);

const spec = madeOnce(() => {
  const entries = Object.entries(blobSettings);
  const secret = entries.filter(([, { isSecret }]) => isSecret).map(([name]) => name);
  const open = entries.filter(([, { isSecret }]) => !isSecret);
  return z.strictObject({
    type: z.enum(types).describe("Type of the store."),
    default: z
      .boolean()
      .optional()
      .describe("Whether tile layers that name no store keep their tiles here; one store at most."),
    enabled: z.boolean().optional().describe("Whether tiles are kept; a new store is enabled."),
    secrets: entriesSpec(keptSecret())
      .optional()
      .describe(
        `Keys and passwords by reference: fromEnv names an environment variable, fromFile a file beside the manifest. There are ${secret.map((name) => `${name} (${typesWith(name).join(", ")})`).join(", ")}.`,
      ),
    ...Object.fromEntries(open.map(([name, setting]) => [name, specOf(name, setting)])),
  });
});

/** Whether a manifest accepts the value; a placeholder is only a text. */
function isDeclarable(name: string, value: unknown): boolean {
  const setting = blobSettings[name];
  return setting !== undefined && specOf(name, setting).safeParse(value).success;
}

type Spec = z.infer<ReturnType<typeof spec>>;

interface DeclaredBlobStore {
  readonly type: BlobStoreType;
  readonly isDefault: boolean | undefined;
  readonly enabled: boolean | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  readonly bodyLater: ArtefactSource["bodyLater"];
}

const fields: Readonly<Record<string, FieldRule>> = {
  type: { onChange: "replace" },
  default: { onChange: "update" },
  enabled: { onChange: "update" },
  ...Object.fromEntries(openSettings.map((name) => [name, { onChange: "update" }] as const)),
  secrets: { onChange: "update", isSealed: true },
};

const kind = wholeKind<Spec, DeclaredBlobStore, BlobStore>({
  record: "blob-store",
  noun: blobStore,
  manifest: {
    description: "A blob store of the tile cache: where tiles are kept.",
    spec,
    example: {
      metadata: { name: "s3" },
      spec: { type: "S3", bucket: "tiles", secrets: { awsSecretKey: { fromEnv: "AWS_SECRET" } } },
    },
  },
  fields,
  read: async (manifest, files) => {
    const { declared, diagnostics } = await readBlobStore(manifest, files);
    const facts = declaredFacts(declared);
    const { assumed, notGiven } = declared.secrets;
    return { said: { facts, payload: declared, assumed, notGiven }, diagnostics };
  },
  parse: (_name, response) => parseBlobStore(response),
  shown: shownFacts,
  decisive: ["type"],
  isUsedBy: ({ blobStore }, name) => blobStore === name,
  body: bodyOf,
  declare,
  removal: "; tiles stay where they are",
  access: {
    // Another store that becomes the default takes the flag from this one, so this goes first.
    turn: (before, after) =>
      before?.["default"] === true && after?.["default"] === false ? "first" : "ordinary",
    dangers,
    hardGuard: async (changes) => keepDefault(changes("BlobStore")),
  },
});

/** Reads a manifest; reports settings that its type does not have. */
async function readBlobStore(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<{ readonly declared: DeclaredBlobStore; readonly diagnostics: readonly Diagnostic[] }> {
  const { spec: written, locate } = manifest;
  const { type, default: isDefault, enabled, secrets: references = {} } = written;
  const said: Readonly<Record<string, unknown>> = written;
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

function declaredFacts(declared: DeclaredBlobStore): Facts {
  const { type, isDefault, enabled, settings, secrets } = declared;
  return {
    type,
    ...defined({ default: isDefault, enabled }),
    ...settings,
    ...(secrets.fingerprints.length === 0 ? {} : { secrets: secrets.fingerprints }),
  };
}

function shownFacts(address: Address, store: BlobStore, wanted: Facts = {}): Facts {
  const asked = Object.keys(wanted).filter((name) => openSettings.includes(name));
  const { secrets: sealed } = wanted;
  const find = (name: string) => store.settings[name];
  const secrets = sealed && shownFingerprints(find, { address, wanted: sealed }, String);
  return {
    type: store.type,
    default: store.isDefault,
    enabled: store.enabled,
    ...Object.fromEntries(asked.map((name) => [name, (store.settings[name] ?? "").trim()])),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

/** Declared values, and else the present ones. */
function bodyOf(
  { address, facts, payload }: Resource<DeclaredBlobStore>,
  before: BlobStore | undefined,
): Pick<WireRequest, "body" | "confidential"> {
  const { type, isDefault, enabled, settings, secrets, bodyLater } = payload;
  const known = settingsOfType(type);
  const isSecret = (key: string) => known[key]?.isSecret === true;
  const write = (manner: "written" | "masked") => {
    const kept = Object.entries(before?.settings ?? {}).map(
      ([key, text]) => [key, manner === "masked" && isSecret(key) ? "(kept)" : text] as const,
    );
    const own = [...secrets.values].map(
      ([key, value]) => [key, manner === "masked" ? String(value) : reveal(value)] as const,
    );
    return renderBlobStoreInput(address.name, {
      type,
      isDefault: isDefault ?? before?.isDefault ?? false,
      enabled: enabled ?? before?.enabled ?? true,
      settings: { ...Object.fromEntries(kept), ...settings, ...Object.fromEntries(own) },
    });
  };
  const masked = write("masked");
  const keeps = Object.keys(before?.settings ?? {}).some(isSecret);
  const body = bodyLater({ address, masked, facts }, () => write("written"));
  return { body, ...confidentialIf(keeps || secrets.values.size > 0, before === undefined) };
}

function declare(address: Address, store: BlobStore) {
  const known = settingsOfType(store.type);
  const secrets: DeclaredSecret[] = [];
  const references: Record<string, unknown> = {};
  const plain: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const [name, text] of Object.entries(store.settings)) {
    const setting = known[name];
    if (setting?.isSecret === true) {
      const { reference, secret: kept } = keepSecret(address, name);
      references[name] = reference;
      secrets.push(kept);
      continue;
    }
    const value = blobValue(setting, text);
    if (isDeclarable(name, value)) plain[name] = value;
    else notes.push(name);
  }
  const spec = {
    type: store.type,
    ...(store.isDefault ? { default: true } : {}),
    ...(store.enabled ? {} : { enabled: false }),
    ...plain,
    ...(secrets.length === 0 ? {} : { secrets: references }),
  };
  return { ...address, spec, secrets, notes };
}

function dangers(change: DangerousChange): readonly Danger[] {
  const { action, address, after } = change;
  const users = usersAfter(change, ({ blobStore = address.name }) => blobStore === address.name);
  if (users.length === 0 || (action !== "delete" && action !== "replace")) return [];
  const them = tileLayersText(users);
  const verb = after === undefined ? "Deleting" : "Recreating";
  const message = `${verb} the blob store ${address.name} leaves ${them} without the place of their tiles`;
  return [{ name: "blob-store-in-use", message }];
}

/** Refuses to delete the default store: a stock server fails, but the store is gone anyway. */
function keepDefault({ before, after, recreated }: SetChange): readonly GuardFinding[] {
  return [...before].flatMap(([name, facts]) => {
    const isKept = after.get(name)?.["type"] === facts["type"] && recreated?.has(name) !== true;
    if (facts["default"] !== true || isKept) return [];
    const message = `BlobStore/${name} is the default blob store, which cannot be deleted`;
    const hint = "Apply first that another one is the default, or none: default: false.";
    return [{ message, hint }];
  });
}

export const blobStoreKind = bindKind(kind);
