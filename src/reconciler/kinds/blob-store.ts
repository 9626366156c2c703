/**
 * Blob stores of the tile cache. A stock server shows keys and passwords to administrators; nothing
 * shows them here (docs/compatibility.md, "Tile cache").
 */
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import { defined } from "../../model/defined.ts";
import type { Address } from "../../model/address.ts";
import {
  blobStore,
  blobStoreTypes,
  type BlobStore,
  type BlobStoreType,
} from "../../model/blob-store.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { secretsOf, type Parts } from "../../model/schema.ts";
import { typedValue } from "../../wire/cache-documents.ts";
import {
  bindKind,
  type ArtefactSource,
  type Danger,
  type DangerousChange,
  type Facts,
  type GuardFinding,
  type Manifest,
  type Resource,
  type SetChange,
} from "../kind.ts";
import { entriesSpec } from "./fields/entries.ts";
import { partSpec, partsSpec } from "./fields/part-specs.ts";
import { updateRules } from "./fields/parts.ts";
import type { Manner } from "./secrets/body.ts";
import { readSecretElements, secretElementsField, type WithSecrets } from "./secrets/elements.ts";
import { keptSecret } from "./secrets/reference.ts";
import { tileLayersText, usersAfter } from "./tile-cache/users.ts";
import { wholeKind } from "./tile-cache/whole-kind.ts";

const types = Object.keys(blobStoreTypes) as [BlobStoreType, ...BlobStoreType[]];

const typesWith = (setting: string) =>
  types.filter((type) => Object.hasOwn(blobStoreTypes[type], setting)).join(", ");

const allSettings: Parts = Object.assign({}, ...Object.values(blobStoreTypes)) as Parts;

const secretNames = secretsOf(allSettings);

/** Settings without secrets, as manifests hold them. */
const openSettings: Parts = Object.fromEntries(
  Object.entries(allSettings)
    .filter(([name]) => !secretNames.includes(name))
    .map(([name, { type, means, ...one }]) => {
      const said = type === "text" ? "filled-word" : type;
      return [name, { ...one, type: said, least: 0, means: `${means} Of ${typesWith(name)}.` }];
    }),
);

const spec = madeOnce(() => {
  const secrets = secretNames.map((name) => `${name} (${typesWith(name)})`).join(", ");
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
        `Keys and passwords by reference: fromEnv names an environment variable, fromFile a file beside the manifest. There are ${secrets}.`,
      ),
    ...partsSpec(openSettings),
  });
});

type Spec = z.infer<ReturnType<typeof spec>>;

interface Declared extends WithSecrets {
  readonly spec: Spec;
  readonly settings: Readonly<Record<string, string>>;
  readonly bodyLater: ArtefactSource["bodyLater"];
}

const secretsField = secretElementsField(secretNames);

const kind = wholeKind<Spec, Declared, BlobStore>({
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
  fields: {
    type: { onChange: "replace" },
    default: { onChange: "update" },
    enabled: { onChange: "update" },
    ...updateRules(openSettings),
    secrets: { onChange: "update", isSealed: true },
  },
  read: async (manifest, files) => {
    const { secretElements, diagnostics } = await readSecretElements(manifest, files);
    const { spec: given } = manifest;
    const { type, default: isDefault, enabled } = given;
    const said: Readonly<Record<string, unknown>> = given;
    const own = Object.keys(openSettings).filter((name) => said[name] !== undefined);
    const settings = Object.fromEntries(own.map((name) => [name, String(said[name])]));
    const payload = { spec: given, settings, secretElements, bodyLater: files.bodyLater };
    const secrets = secretsField.wanted(payload);
    const facts = { type, ...defined({ default: isDefault, enabled }), ...settings };
    const { assumed, notGiven } = secretElements;
    return {
      said: { facts: { ...facts, ...defined({ secrets }) }, payload, assumed, notGiven },
      diagnostics: [...foreignSettings(manifest), ...diagnostics],
    };
  },
  shown: shownFacts,
  decisive: ["type"],
  value: valueOf,
  secret: ({ secretElements, bodyLater }, before) => ({
    bodyLater,
    holds: secretElements.values.size > 0 || secretNames.some((name) => before?.settings[name]),
    isNew: before === undefined,
  }),
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

/** Reports settings that its type does not have. */
function foreignSettings({ spec: given, locate }: Manifest<Spec>): readonly Diagnostic[] {
  const { type, secrets = {} } = given;
  const known: Parts = blobStoreTypes[type];
  const foreign = [
    ...Object.keys(openSettings).flatMap((name) =>
      Object.hasOwn(given, name) && known[name] === undefined ? [["spec", name]] : [],
    ),
    ...Object.keys(secrets).flatMap((name) =>
      known[name]?.isSecret ? [] : [["spec", "secrets", name]],
    ),
  ];
  return foreign.map((place) => {
    const name = place.at(-1) ?? "";
    const isOpen = place.includes("secrets") && Object.hasOwn(openSettings, name);
    const what = isOpen
      ? `secret ${name}; it is no secret: write it beside the type`
      : `${name}; ${typesWith(name) || "none"} has it`;
    const message = `A blob store of type ${type} has no ${what}`;
    return fault("manifest-invalid", message, { where: locate(place) });
  });
}

function shownFacts(address: Address, store: BlobStore, facts: Facts = {}): Facts {
  const { type, isDefault, enabled, settings } = store;
  const asked = Object.keys(facts).filter((name) => Object.hasOwn(openSettings, name));
  const { secrets: wanted } = facts;
  const secrets = wanted && secretsField.shown(settings, { address, wanted, declared: undefined });
  return {
    type,
    default: isDefault,
    enabled,
    ...Object.fromEntries(asked.map((name) => [name, (settings[name] ?? "").trim()])),
    ...defined({ secrets }),
  };
}

/** Declared values, and else the present ones. */
function valueOf(
  { payload }: Resource<Declared>,
  before: BlobStore | undefined,
  secrets: Manner,
): BlobStore {
  const { type, default: isDefault, enabled } = payload.spec;
  const kept = Object.entries(before?.settings ?? {}).map(
    ([key, text]) =>
      [key, secrets === "masked" && secretNames.includes(key) ? "(kept)" : text] as const,
  );
  const own = secretsField.body({ declared: payload, before: undefined, secrets });
  return {
    type,
    isDefault: isDefault ?? before?.isDefault ?? false,
    enabled: enabled ?? before?.enabled ?? true,
    settings: { ...Object.fromEntries(kept), ...payload.settings, ...own } as BlobStore["settings"],
  };
}

function declare(address: Address, { type, isDefault, enabled, settings }: BlobStore) {
  const found = Object.entries(settings).flatMap(([name, text]) => {
    const part = openSettings[name];
    return part === undefined ? [] : [{ name, part, value: typedValue(part, text) }];
  });
  const isSayable = ({ part, value }: (typeof found)[number]) =>
    partSpec(part).safeParse(value).success;
  const ofType = secretElementsField(secretsOf(blobStoreTypes[type]));
  const kept = ofType.declare(settings, { address, statedOnly: false });
  return {
    ...address,
    spec: {
      type,
      ...(isDefault ? { default: true } : {}),
      ...(enabled ? {} : { enabled: false }),
      ...Object.fromEntries(found.filter(isSayable).map(({ name, value }) => [name, value])),
      ...kept.spec,
    },
    secrets: kept.secrets ?? [],
    notes: found.filter((one) => !isSayable(one)).map(({ name }) => name),
  };
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
