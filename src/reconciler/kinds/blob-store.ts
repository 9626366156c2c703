/**
 * Blob stores of the tile cache. A PUT replaces a store as a whole, so undeclared fields are sent
 * as they are. A stock server shows keys and passwords to administrators; nothing shows them here
 * (docs/compatibility.md, "Tile cache").
 */
import { defined } from "../../model/defined.ts";
import type { Address } from "../../model/address.ts";
import { settingsOfType, type BlobSetting, type BlobStore } from "../../model/blob-store.ts";
import { isOpen } from "../../model/secret-fingerprint.ts";
import { reveal, secret } from "../../model/secret.ts";
import { pathTo } from "../../wire/addressing.ts";
import { parseBlobStore, renderBlobStoreInput } from "../../wire/blob-store.ts";
import { parseNames } from "../../wire/list.ts";
import { mediaTypes } from "../../wire/media.ts";
import { getIfThere } from "../../wire/reading.ts";
import { confidentialIf, ifMatch, type Reader } from "../../wire/request.ts";
import {
  bindKind,
  isSet,
  sameFact,
  type Danger,
  type DangerousChange,
  type DeclaredSecret,
  type Facts,
  type FieldRule,
  type GuardFinding,
  type Kind,
  type KindContext,
  type Live,
  type Resource,
  type SetChange,
  type Step,
  type WantedObject,
} from "../kind.ts";
import {
  blobStoreSpec,
  isDeclarable,
  openSettings,
  readBlobStore,
  type BlobStoreSpec,
  type DeclaredBlobStore,
} from "./blob-store/spec.ts";
import { declareEach, goneMeanwhile, NOTHING } from "./declare/each.ts";
import { keepSecret } from "./declare/secrets.ts";
import { nameProblems } from "./identity/name.ts";
import { fingerprintText } from "./secrets/reference.ts";
import {
  findUsers,
  isGoing,
  tileLayersText,
  usersAfter,
  withUsers,
  type FindUsers,
} from "./tile-cache/users.ts";

const KIND = "BlobStore";

const fields: Readonly<Record<string, FieldRule>> = {
  type: { onChange: "replace" },
  default: { onChange: "update" },
  enabled: { onChange: "update" },
  ...Object.fromEntries(openSettings.map((name) => [name, { onChange: "update" }] as const)),
  secrets: { onChange: "update", isSealed: true },
};

const kind: Kind<BlobStoreSpec, DeclaredBlobStore> = {
  name: KIND,
  manifest: {
    kind: KIND,
    description: "A blob store of the tile cache: where tiles are kept.",
    workspace: "none",
    spec: blobStoreSpec,
    example: {
      metadata: { name: "s3" },
      spec: { type: "S3", bucket: "tiles", secrets: { awsSecretKey: { fromEnv: "AWS_SECRET" } } },
    },
    requests: ["PUT blobStore", "DELETE blobStore"],
  },
  fields,
  weight: 20,
  resolve: async (manifest, files) => {
    const { declared, diagnostics: found } = await readBlobStore(manifest, files);
    const diagnostics = [...nameProblems(manifest, "blob store"), ...found];
    const { notGiven } = declared.secrets;
    const resource = {
      address: addressOf(manifest.name),
      facts: declaredFacts(declared),
      payload: declared,
      assumed: assumedOf(declared),
      requires: [],
      notGiven,
      where: manifest.locate(["metadata", "name"]),
    };
    return { resources: [resource], diagnostics };
  },
  observe: async (context, wanted) => {
    const users = findUsers(context.read);
    const found = await Promise.all(wanted.map((one) => observe(context, one, users)));
    return found.filter((live) => live !== undefined);
  },
  list: { outside: ({ read }) => list(read) },
  declare: async (context, place) => {
    if (place.workspace !== null) return NOTHING;
    return declareEach(await list(context.read), place, async (address) => {
      const found = await readStore(context, address.name);
      return found === undefined ? goneMeanwhile(address) : declare(address, found.store);
    });
  },
  create: async (resource) => [putStep(resource, undefined, { words: "create", etag: undefined })],
  update: async ({ resource, live: { etag }, fields: changed }, context) => {
    const before = await readStore(context, resource.address.name);
    return [putStep(resource, before?.store, { words: `change ${changed.join(", ")} of`, etag })];
  },
  remove: ({ address: { name }, etag }) => [
    {
      summary: `delete blob store ${name}; tiles stay where they are`,
      request: {
        method: "DELETE",
        path: pathTo("blobStore", { blobStore: name }),
        ...ifMatch(etag),
      },
    },
  ],
  access: {
    // Another store that becomes the default takes the flag from this one, so this goes first.
    turn: (before, after) =>
      before?.["default"] === true && after?.["default"] === false ? "first" : "ordinary",
    dangers,
    hardGuard: async (changes) => keepDefault(changes(KIND)),
  },
};

function addressOf(name: string): Address {
  return { kind: KIND, workspace: null, name };
}

async function list(read: Reader): Promise<readonly Address[]> {
  const response = await getIfThere(read, pathTo("blobStores", {}, "xml"));
  return response === undefined ? [] : parseNames(response, "blobStore").map(addressOf);
}

async function readStore({ read }: KindContext, name: string) {
  const response = await getIfThere(read, pathTo("blobStore", { blobStore: name }, "xml"));
  if (response === undefined) return undefined;
  return { store: parseBlobStore(response), etag: response.headers["etag"] };
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

/** A hidden secret is assumed to be the declared one where the manifest says `inForce`. */
function assumedOf({ secrets: { inForce, fingerprints } }: DeclaredBlobStore): Facts {
  return inForce && fingerprints.length > 0 ? { secrets: fingerprints } : {};
}

async function observe(
  context: KindContext,
  wanted: WantedObject<DeclaredBlobStore>,
  users: FindUsers,
): Promise<Live | undefined> {
  const { address } = wanted;
  const found = await readStore(context, address.name);
  if (found === undefined) return undefined;
  const facts = shownFacts(address, found.store, wanted.facts);
  const isAsWanted = ({ type }: Facts) => sameFact(facts["type"], type);
  const using = isGoing(context, wanted, isAsWanted)
    ? await users(({ blobStore }) => blobStore === address.name)
    : [];
  return { address, facts: withUsers(facts, using), requires: [], etag: found.etag };
}

function shownFacts(address: Address, store: BlobStore, wanted: Facts = {}): Facts {
  const asked = Object.keys(wanted).filter((name) => openSettings.includes(name));
  const secrets = shownSecrets(address, store, wanted["secrets"]);
  return {
    type: store.type,
    default: store.isDefault,
    enabled: store.enabled,
    ...Object.fromEntries(asked.map((name) => [name, (store.settings[name] ?? "").trim()])),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

const ENCRYPTED = /^crypt\d+:/;

/** The secrets that equal the wanted ones; undefined where one is hidden and none differs. */
function shownSecrets(
  address: Address,
  { settings }: BlobStore,
  wanted: Facts[string] | undefined,
): readonly string[] | undefined {
  if (!isSet(wanted)) return undefined;
  const shown = wanted.map((fingerprint) => {
    const name = fingerprint.slice(0, fingerprint.lastIndexOf(" "));
    const found = settings[name];
    if (found === undefined) return "other";
    if (ENCRYPTED.test(found) || isOpen(fingerprint)) return "hidden";
    return fingerprintText(address, name, secret(found)) === fingerprint ? "same" : "other";
  });
  if (shown.includes("other")) return wanted.filter((_one, at) => shown[at] !== "other");
  return shown.includes("hidden") ? undefined : wanted;
}

/** Creates or replaces a store: declared values, and else the present ones. */
function putStep(
  { address: { name, ...rest }, facts, payload }: Resource<DeclaredBlobStore>,
  before: BlobStore | undefined,
  { words, etag }: { readonly words: string; readonly etag: string | undefined },
): Step {
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
    return renderBlobStoreInput(name, {
      type,
      isDefault: isDefault ?? before?.isDefault ?? false,
      enabled: enabled ?? before?.enabled ?? true,
      settings: { ...Object.fromEntries(kept), ...settings, ...Object.fromEntries(own) },
    });
  };
  const masked = write("masked");
  const keeps = Object.keys(before?.settings ?? {}).some(isSecret);
  return {
    summary: `${words} blob store ${name}`,
    request: {
      method: "PUT",
      path: pathTo("blobStore", { blobStore: name }),
      mediaType: mediaTypes.xml,
      body: bodyLater({ address: { ...rest, name }, masked, facts }, () => write("written")),
      ...confidentialIf(keeps || secrets.values.size > 0, before === undefined),
      ...ifMatch(etag),
    },
  };
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
    const value = valueOf(setting, text);
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

function valueOf(setting: BlobSetting | undefined, text: string): string | number | boolean {
  const flag = text.toLowerCase();
  if (setting?.type === "flag" && (flag === "true" || flag === "false")) return flag === "true";
  const number = Number(text);
  return setting?.type === "number" && Number.isFinite(number) ? number : text;
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
function keepDefault({ before, after }: SetChange): readonly GuardFinding[] {
  return [...before].flatMap(([name, facts]) => {
    const isKept = after.get(name)?.["type"] === facts["type"];
    if (facts["default"] !== true || isKept) return [];
    const message = `BlobStore/${name} is the default blob store, which cannot be deleted`;
    const hint = "Apply first that another one is the default, or none: default: false.";
    return [{ message, hint }];
  });
}

export const blobStoreKind = bindKind(kind);
