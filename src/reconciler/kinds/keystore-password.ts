/**
 * The keystore password: one per catalog, changed last. The present one is compared in memory;
 * only a fingerprint is recorded and shown (docs/interface.md, 4.4; docs/compatibility.md,
 * "Keystore password").
 */
import { singleNameProblems } from "./identity/name.ts";
import { z } from "zod";
import { madeOnce } from "../lazy.ts";
import type { Address } from "../../model/address.ts";
import { fault, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { password as limits } from "../../model/limits.ts";
import { isShorter, passwordWeakness } from "../../model/password.ts";
import { isSameAsGiven, secretFingerprint } from "../../model/secret-fingerprint.ts";
import { reasonNotGiven, reveal, sameSecret, secret, type Secret } from "../../model/secret.ts";
import { parseKeystorePassword, renderKeystorePasswordChange } from "../../wire/keystore.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import { expectFound, get } from "../../wire/reading.ts";
import type { RequestBody } from "../../wire/request.ts";
import {
  bindKind,
  type ArtefactSource,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Manifest,
  type GuardFinding,
  type Resolution,
  type Resource,
  type WantedObject,
} from "../kind.ts";
import { readPassword, secretReference } from "./secrets/reference.ts";

const spec = madeOnce(() =>
  z.strictObject({
    current: secretReference.describe(
      "The current password, by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
    ),
    new: secretReference.describe(
      "The new password, by reference. If it is the current one already, nothing is done.",
    ),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

interface Passwords {
  readonly current: Secret;
  readonly next: Secret;
  /** Fingerprint of `current`. */
  readonly before: string;
  readonly body: RequestBody;
  readonly where: { readonly current: Position; readonly next: Position };
}

const ADDRESS: Address = { kind: "KeystorePassword", workspace: null, name: "keystore" };

const PLACE = "KeystorePassword/keystore";

/** A stock server has an account `root` whose password is the keystore password. */
const ROOT_PASSWORD: GuardFinding = {
  message: "The account root makes these requests; it logs in with the password that would change",
  hint: "Apply as another administrator.",
};

const kind: Kind<Spec, Passwords> = {
  name: ADDRESS.kind,
  manifest: {
    description: "The keystore password. There is one; its name is `keystore`.",
    workspace: "none",
    spec,
    example: {
      metadata: { name: "keystore" },
      spec: { current: { fromEnv: "KEYSTORE_NOW" }, new: { fromEnv: "KEYSTORE_NEXT" } },
    },
    requests: ["PUT keystorePassword"],
  },
  fields: { password: { onChange: "update", label: "new", isSealed: true } },
  weight: 999,
  resolve,
  check: async (resource, found) =>
    found === undefined ? [] : [...weakness(resource, found.context), ...unknown(resource, found)],
  observe: async (context, wanted) => Promise.all(wanted.map((one) => observe(context, one))),
  declare: async (_context, { workspace }) => {
    if (workspace !== null) return { declarations: [], undeclared: [] };
    const reason = "It is declared to be changed; reading it would leave a trace on the server";
    return { declarations: [], undeclared: [{ address: ADDRESS, reason, everywhere: true }] };
  },
  update: async ({ resource: { payload } }) => [
    {
      summary: "change the keystore password",
      request: {
        method: "PUT",
        path: pathTo("keystorePassword", {}),
        mediaType: mediaTypes.xml,
        confidential: true,
        body: payload.body,
      },
    },
  ],
  access: {
    turn: () => "last",
    dangers: ({ action }) =>
      action === "update"
        ? [{ name: "keystore", message: "The keystore password of the server would be changed" }]
        : [],
    hardGuard: async (_changes, { server, account }) =>
      server.software === "geoserver" && account === "root" ? [ROOT_PASSWORD] : [],
  },
};

async function resolve(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Resolution<Passwords>> {
  const { name, spec, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const only = ADDRESS.name;
  const diagnostics = [...singleNameProblems(manifest, { noun: "keystore password", only })];
  const read = (field: "current" | "new") =>
    readPassword(manifest, files, { name: field, reference: spec[field], isTrimmed: true });
  const [current, next] = [await read("current"), await read("new")];
  diagnostics.push(...current.diagnostics, ...next.diagnostics);
  if (current.password === undefined || next.password === undefined)
    return { resources: [], diagnostics };
  const places = { current: locate(["spec", "current"]), next: locate(["spec", "new"]) };
  diagnostics.push(...weaknessAnywhere(next.password, places.next));
  const after = secretFingerprint(next.password, PLACE);
  const given = { current: current.password, next: next.password, where: places };
  const payload = passwords(given, after, files);
  const facts = { password: after };
  const notGiven = [...current.notGiven, ...next.notGiven];
  const resource = { address: ADDRESS, facts, payload, requires: [], notGiven, where };
  return { resources: name === ADDRESS.name ? [resource] : [], diagnostics };
}

function passwords(
  given: Pick<Passwords, "current" | "next" | "where">,
  after: string,
  files: ArtefactSource,
): Passwords {
  const { current, next } = given;
  const before = secretFingerprint(current, PLACE);
  const seed = { kind: ADDRESS.kind, before, after };
  const write = () => renderKeystorePasswordChange({ old: reveal(current), next: reveal(next) });
  return { ...given, before, body: files.bodyLater(seed, write) };
}

function isGiven(password: Secret): boolean {
  return reasonNotGiven(password) === undefined;
}

/** An error for what every server refuses, a warning for what only some refuse. */
function weaknessAnywhere(next: Secret, where: Position): readonly Diagnostic[] {
  if (!isGiven(next)) return [];
  const text = reveal(next);
  const problem = passwordWeakness(text);
  if (problem === undefined) return [];
  const isRefused = isShorter(text, limits.stockCharacters);
  const message = isRefused
    ? `The new keystore password has fewer than ${limits.stockCharacters} characters; servers refuse it`
    : `The new keystore password ${problem}; servers of the documented dialect refuse it`;
  return [{ code: "password-unusable", severity: isRefused ? "error" : "warning", message, where }];
}

function weakness(
  { payload }: Resource<Passwords>,
  { server }: KindContext,
): readonly Diagnostic[] {
  if (!isGiven(payload.next)) return [];
  const problem = passwordWeakness(reveal(payload.next));
  if (server.dialect !== "documented" || problem === undefined) return [];
  const message = `The new keystore password ${problem}, so the server would refuse it`;
  const where = payload.where.next;
  return [fault("password-unusable", message, { where })];
}

function unknown(
  { payload }: Resource<Passwords>,
  { live }: { readonly live: Live | undefined },
): readonly Diagnostic[] {
  const inForce = live?.facts["password"];
  if (inForce === undefined || isSameAsGiven(String(inForce), payload.before)) return [];
  const message =
    "The current keystore password is neither the current nor the new one of the manifest";
  const hint = "Find out which it is and let spec.current refer to it.";
  const where = payload.where.current;
  return [fault("keystore-unknown", message, { hint, where })];
}

/** Status codes of servers that do not show the password. */
const UNREADABLE = new Set([403, 404, 405]);

async function observe(context: KindContext, wanted: WantedObject<Passwords>): Promise<Live> {
  // Reading leaves a trace on the server, so only a declared and comparable password is read.
  const { payload } = wanted;
  const isAsked = wanted.facts !== undefined && payload !== undefined && isGiven(payload.next);
  const inForce = isAsked ? await passwordInForce(context) : undefined;
  const facts: Facts =
    inForce === undefined
      ? asDeclared(wanted.payload)
      : { password: secretFingerprint(inForce, PLACE) };
  return { address: ADDRESS, facts, requires: [] };
}

async function passwordInForce({ read }: KindContext): Promise<Secret | undefined> {
  const path = pathTo("keystorePassword", {}, "xml");
  const response = await get(read, path);
  if (UNREADABLE.has(response.status)) return undefined;
  return secret(parseKeystorePassword(expectFound(response, path)));
}

/** Equal passwords in the manifest declare the one in force: there is nothing to change. */
function asDeclared(payload: Passwords | undefined): Facts {
  if (payload === undefined || !isGiven(payload.current) || !isGiven(payload.next)) return {};
  if (!sameSecret(payload.current, payload.next)) return {};
  return { password: payload.before };
}

export const keystorePasswordKind = bindKind(kind);
