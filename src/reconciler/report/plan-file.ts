/**
 * The plan file that a person may approve. It holds no secret and no request body, so apply plans
 * again and compares (docs/decisions/0023-plan-files-and-the-lock.md).
 */
import { z } from "zod";
import { formatAddress, type Address } from "../../model/address.ts";
import { addressesOf, type AddressSet } from "../../model/address-map.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { digestOfValue } from "../../model/digest.ts";
import { isFingerprint, isSealed, opened } from "../../model/secret-fingerprint.ts";
import type { Plan } from "../engine/plan/plan.ts";
import { prunes, type Prune } from "../engine/plan/scope.ts";
import { bodyDigestOf } from "../engine/plan/secrets.ts";
import {
  dangerNames,
  type DangerName,
  type Facts,
  type FactValue,
  type Resource,
} from "../kind.ts";
import { madeOnce } from "../lazy.ts";
import { FORMAT_VERSION, planDocument, type PlanAbout } from "./json.ts";

/** Built on first use: only reading needs the schemas. */
const schemas = madeOnce(() => {
  const digest = z.string().startsWith("sha256-");
  const digests = z.record(z.string(), digest);

  /** Only these parts are compared. */
  const document = z.looseObject({
    changes: z
      .array(
        z.looseObject({
          address: z.string(),
          action: z.string(),
          fields: z.array(z.looseObject({ field: z.string() })).readonly(),
        }),
      )
      .readonly(),
    requests: z.array(z.looseObject({ method: z.string(), path: z.string() })).readonly(),
  });

  const approval = z.object({
    /** Comments in manifests do not affect these digests. */
    manifests: z.object({ digest, objects: digests }),
    /** Digests of live objects that change; null for one that does not exist. */
    before: z.record(z.string(), digest.nullable()),
    actions: digest,
    /** Fingerprints of secrets; that of a secret without a value matches any. */
    secrets: z.object({
      objects: z.record(z.string(), z.array(z.string())),
      before: z.record(z.string(), z.array(z.string())),
      bodies: z.array(z.string()),
    }),
    plan: document,
  });

  const patterns = z.array(z.string());

  const selection = z.object({
    only: patterns,
    exclude: patterns,
    labels: patterns,
    paths: patterns,
  });

  const file = z.object({
    format_version: z.string().startsWith("1."),
    tool: z.object({ name: z.literal("plumbline"), version: z.string() }),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    estate: z.string(),
    target: z.object({ url: z.string(), fingerprint: digest }),
    prune: z.enum(prunes),
    allow: z.array(z.enum(dangerNames)),
    /** Null for the whole estate. */
    selection: selection.nullish(),
    /** Addresses of what is recreated on request. */
    replace: z.array(z.string()).optional(),
    ...approval.shape,
    checksum: digest,
  });
  return { approval, file };
});

/** A plan and its inputs, which must be unchanged when it is applied. */
export type Approval = z.infer<ReturnType<typeof schemas>["approval"]>;

/** A plan file. */
export type PlanFile = z.infer<ReturnType<typeof schemas>["file"]>;

/** Estate, server, version and time of a plan or apply. */
export interface PlanContext {
  readonly estate: string;
  /** The REST root in the client's normalized form. */
  readonly url: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The approval data of a plan. */
export function approvalOf(
  plan: Plan,
  resources: readonly Resource[],
  about: Pick<PlanAbout, "url" | "version" | "stateRequests">,
): Approval {
  const concerned = resources.filter(isPlanned(plan));
  const objects = Object.fromEntries(
    concerned.map(({ address, facts }) => [formatAddress(address), shownDigest(facts)]),
  );
  const changes = plan.changes.filter(({ action, adopts }) => action !== "none" || adopts);
  const before = changes.map((change) => {
    const was = change.before === undefined ? null : shownDigest(change.before);
    return [formatAddress(change.address), was] as const;
  });
  const actions = changes.map((change) => {
    const { address, action, formerly, adopts, owner, deletedWith: goesWith } = change;
    const { alsoDeletes: takesAlong, comesBack, cannotComeBack } = change;
    const around = { takesAlong, comesBack, cannotComeBack, goesWith };
    return { address, action, formerly, adopts, owner, ...around };
  });
  return {
    manifests: { digest: digestOfValue(objects), objects },
    before: Object.fromEntries(before),
    actions: digestOfValue([plan.digest, actions]),
    secrets: secretsIn(plan, concerned),
    plan: planDocument(plan, about),
  };
}

/** Objects outside of a plan's selection may change until the apply. */
function isPlanned({ selection, changes }: Plan): (resource: Resource) => boolean {
  if (selection === undefined) return () => true;
  const planned = addressesOf(changes);
  return ({ address }) => planned.has(address);
}

/** Digest of facts without secrets, which are compared only where both sides have them. */
function shownDigest(facts: Facts): string {
  const shown = Object.entries(facts).flatMap(([field, fact]) => {
    const texts = textsIn(fact);
    if (!texts.some(isSealed)) return [[field, fact] as const];
    const open = texts.filter((text) => !isFingerprint(text)).map(opened);
    return open.length === 0 ? [] : [[field, open] as const];
  });
  return digestOfValue(Object.fromEntries(shown));
}

function textsIn(fact: FactValue): readonly string[] {
  return [fact].flat().filter((one) => typeof one === "string");
}

function secretsIn({ steps, changes }: Plan, resources: readonly Resource[]): Approval["secrets"] {
  const sealedIn = (address: Address, facts: Facts) => {
    const sealed = Object.values(facts).flatMap(textsIn).filter(isSealed);
    return sealed.length === 0 ? [] : [[formatAddress(address), sealed] as const];
  };
  const objects = resources.flatMap(({ address, facts }) => sealedIn(address, facts));
  const before = changes
    .filter(({ action, adopts }) => action !== "none" || adopts)
    .flatMap((change) => sealedIn(change.address, change.before ?? {}));
  const bodies = steps.map(({ request }) => bodyDigestOf(request)).filter(isSealed);
  return { objects: Object.fromEntries(objects), before: Object.fromEntries(before), bodies };
}

/** The text of a plan file. */
export function renderPlanFile(
  approval: Approval,
  { estate, url, version, now }: PlanContext,
  { expiresMs, prune, allow, selection, replace }: PlanTerms,
): string {
  const file = {
    format_version: FORMAT_VERSION,
    tool: { name: "plumbline", version },
    created: new Date(now).toISOString(),
    expires: new Date(now + expiresMs).toISOString(),
    estate,
    target: { url, fingerprint: targetFingerprint(url, estate) },
    prune,
    allow: [...allow].toSorted(),
    ...(selection === undefined ? {} : { selection }),
    ...(replace === undefined ? {} : { replace: [...replace].map(formatAddress) }),
    ...approval,
  };
  return `${JSON.stringify({ ...file, checksum: digestOfValue(file) }, null, 1)}\n`;
}

export interface PlanTerms {
  readonly expiresMs: number;
  readonly prune: Prune;
  readonly allow: ReadonlySet<DangerName>;
  readonly selection?: SelectionTexts | undefined;
  readonly replace?: AddressSet | undefined;
}

export type SelectionTexts = Readonly<
  Record<"only" | "exclude" | "labels" | "paths", readonly string[]>
>;

/** The selection without its results. */
export function selectionTexts({ only, exclude, labels, paths }: SelectionTexts): SelectionTexts {
  return { only, exclude, labels, paths };
}

function targetFingerprint(url: string, estate: string): string {
  return digestOfValue([url, estate]);
}

/** A plan file, or why it cannot be used. */
export type ReadPlanFile =
  | { readonly file: PlanFile; readonly diagnostics: readonly Diagnostic[] }
  | { readonly file?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Parses a plan file. */
export function parsePlanFile(text: string, place: string): ReadPlanFile {
  const where = { file: place };
  const hint = "Write one with plumbline plan --out FILE, by the version that applies it.";
  const unusable = (message: string): ReadPlanFile => ({
    diagnostics: [fault("plan-unusable", message, { hint, where })],
  });
  const value = valueOf(text);
  if (value === undefined) return unusable("The file is not JSON, or only a part of it");
  const format = z.looseObject({ format_version: z.string(), checksum: z.string() });
  const known = format.safeParse(value);
  if (!known.success) return unusable("The file is no plan of Plumbline");
  const { format_version: version, checksum, ...content } = known.data;
  if (!version.startsWith("1."))
    return unusable(`The file has the format ${version}, which this version does not know`);
  const parsed = schemas().file.safeParse(value);
  const isWhole = checksum === digestOfValue({ format_version: version, ...content });
  if (parsed.success && isWhole) return { file: parsed.data, diagnostics: [] };
  if (!isWhole) return { diagnostics: [stale(place, "The file was changed after it was written")] };
  return unusable("The file is no plan of Plumbline");
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a plan file has expired or is for another estate, target or version. */
export function checkPlanFile(
  file: PlanFile,
  place: string,
  { estate, url, version, now }: PlanContext,
): readonly Diagnostic[] {
  const problems: string[] = [];
  if (now > Date.parse(file.expires)) problems.push(`The plan has expired at ${file.expires}`);
  if (file.estate !== estate)
    problems.push(`The plan is for the estate ${file.estate}, not for ${estate}`);
  else if (file.target.fingerprint !== targetFingerprint(url, estate))
    problems.push(`The plan is for ${file.target.url}, not for ${url}`);
  if (majorOf(file.tool.version) !== majorOf(version))
    problems.push(`The plan was made by version ${file.tool.version}; this is ${version}`);
  return problems.map((message) => stale(place, message));
}

function majorOf(version: string): string {
  return version.split(".", 1)[0] ?? "";
}

/** A plan file that must not be applied. */
export function stale(place: string, message: string): Diagnostic {
  const hint = "Plan again with --out, and have the new plan approved.";
  return fault("plan-stale", message, { hint, where: { file: place } });
}
