/**
 * Overlays change manifests for one target. One of the same kind, workspace and name is merged; a
 * `Patch` changes all that its target selects. An overlay that matches no manifest is an error, so
 * that typos are noticed (docs/opinions.md, "Variables and overlays").
 */
import { applyPatch } from "rfc6902";
import { z } from "zod";
import { coversSegment } from "../../model/ant-pattern.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { madeOnce } from "../lazy.ts";
import { problemsIn } from "./issue.ts";
import { at, isRecord, manifestsOf, type RawManifest } from "./raw-manifest.ts";
import { readDocuments } from "./load.ts";

export interface Overlays {
  /** Undefined if an overlay deletes the manifest. */
  readonly change: (manifest: RawManifest) => RawManifest | undefined;
  readonly added: readonly RawManifest[];
  /** Overlays that matched no manifest; call it after all manifests. */
  readonly unused: () => readonly Diagnostic[];
  /** For digests. */
  readonly values: readonly unknown[];
}

/** The schema of a document that changes several manifests. */
export const patchSchema = madeOnce(() => {
  const operation = z.union([
    z.strictObject({
      op: z.enum(["add", "replace", "test"]),
      path: z.string(),
      value: z.unknown(),
    }),
    z.strictObject({ op: z.literal("remove"), path: z.string() }),
    z.strictObject({ op: z.enum(["move", "copy"]), path: z.string(), from: z.string() }),
  ]);
  return z.strictObject({
    apiVersion: z.literal("plumbline/v1"),
    kind: z.literal("Patch"),
    target: z
      .strictObject({
        kind: z.string().optional(),
        workspace: z.string().optional(),
        name: z.string().optional(),
        labels: z.record(z.string(), z.string()).optional(),
      })
      .describe("The manifests that are changed; * matches any text."),
    patches: z.array(operation).min(1).describe("Operations of JSON Patch (RFC 6902)."),
  });
});

type Patch = z.infer<ReturnType<typeof patchSchema>>;

const ways = ["merge", "replace", "delete", "add"] as const;

/** Reads overlays, which apply in the order of the folders. Adds problems to `diagnostics`. */
export function openOverlays(folders: readonly string[], diagnostics: Diagnostic[]): Overlays {
  const manifests = folders.flatMap((folder) =>
    [...readDocuments([folder], diagnostics)].flatMap(manifestsOf),
  );
  const changes = manifests.flatMap((manifest) => asChange(manifest, diagnostics) ?? []);
  const used = new Set<OverlayChange>();
  return {
    values: manifests.map(({ value }) => value),
    added: changes.flatMap(({ way, manifest }) => (way === "add" ? [withoutWay(manifest)] : [])),
    change: (manifest) => {
      let changed: RawManifest | undefined = manifest;
      for (const one of changes) {
        if (one.way === "add" || changed === undefined || !one.covers(changed)) continue;
        used.add(one);
        changed = one.apply(changed, diagnostics);
      }
      return changed;
    },
    unused: () =>
      changes
        .filter((one) => one.way !== "add" && !used.has(one))
        .map(({ manifest, name }) =>
          fault("overlay-unused", `${name} changes no manifest`, {
            hint: "Name an existing manifest, or use $patch: add to declare a new one.",
            where: manifest.locate([]),
          }),
        ),
  };
}

interface OverlayChange {
  readonly way: (typeof ways)[number] | "patch";
  readonly manifest: RawManifest;
  readonly name: string;
  readonly covers: (manifest: RawManifest) => boolean;
  readonly apply: (manifest: RawManifest, diagnostics: Diagnostic[]) => RawManifest | undefined;
}

function asChange(manifest: RawManifest, diagnostics: Diagnostic[]): OverlayChange | undefined {
  const { value, locate } = manifest;
  const problem = (message: string, path: readonly string[]) => {
    diagnostics.push(fault("overlay-invalid", message, { where: locate(path) }));
    return undefined;
  };
  if (!isRecord(value))
    return problem("An overlay is a map with apiVersion, kind and metadata", []);
  if (value["kind"] === "Patch") return asPatch(manifest, diagnostics);
  const { kind, name } = identityOf(value);
  if (value["apiVersion"] !== "plumbline/v1" || kind === "" || name === "")
    return problem("An overlay needs apiVersion: plumbline/v1, kind and metadata.name", []);
  const way = ways.find((one) => one === (value["$patch"] ?? "merge"));
  if (way === undefined) return problem(`$patch must be one of ${ways.join(", ")}`, ["$patch"]);
  return {
    way,
    manifest,
    name: nameOf(value),
    covers: (other) => nameOf(other.value) === nameOf(value),
    apply: (other) => {
      if (way === "delete") return undefined;
      return way === "replace" ? withoutWay(manifest) : merged(other, withoutWay(manifest));
    },
  };
}

function withoutWay({ value, locate }: RawManifest): RawManifest {
  const { $patch: _way, ...rest } = value as Record<string, unknown>;
  return { value: rest, locate };
}

function identityOf(value: unknown) {
  const text = (path: readonly string[]) => {
    const found = at(value, path);
    return typeof found === "string" || typeof found === "number" ? `${found}` : "";
  };
  return {
    kind: text(["kind"]),
    workspace: text(["metadata", "workspace"]),
    name: text(["metadata", "name"]),
  };
}

/** The same for all manifests of one object, also unparsed ones. */
export function nameOf(value: unknown): string {
  const { kind, workspace, name } = identityOf(value);
  return workspace === "" ? `${kind}/${name}` : `${kind}/${workspace}:${name}`;
}

/** Maps are merged, null removes a field, everything else is replaced, lists as a whole. */
function merged(base: RawManifest, overlay: RawManifest): RawManifest {
  return {
    value: mergedValue(base.value, overlay.value),
    // File paths stay relative to the manifest, so a map in both has the manifest's position.
    locate: (path) => {
      const given = path.length > 0 ? at(overlay.value, path) : undefined;
      const isOverlays =
        given !== undefined && !(isRecord(given) && isRecord(at(base.value, path)));
      return (isOverlays ? overlay : base).locate(path);
    },
  };
}

function mergedValue(base: unknown, overlay: unknown): unknown {
  if (!isRecord(base) || !isRecord(overlay)) return overlay;
  const kept = Object.entries(base).filter(([key]) => overlay[key] !== null);
  const given = Object.entries(overlay).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(given.map(([key, value]) => [key, mergedValue(base[key], value)])),
  };
}

function asPatch(manifest: RawManifest, diagnostics: Diagnostic[]): OverlayChange | undefined {
  const parsed = patchSchema().safeParse(manifest.value);
  if (!parsed.success) {
    const { value, locate } = manifest;
    const schema = z.toJSONSchema(patchSchema(), { io: "input" });
    const problems = problemsIn(parsed.error.issues, { value, schema, whole: "the patch" });
    diagnostics.push(
      ...problems.map(({ path, message, hint }) =>
        fault("overlay-invalid", message, { hint, where: locate(path) }),
      ),
    );
    return undefined;
  }
  const { target } = parsed.data;
  return {
    way: "patch",
    manifest,
    name: "This patch",
    covers: ({ value }) => isTargeted(value, target),
    apply: (other, problems) => patched(other, parsed.data, manifest, problems),
  };
}

function isTargeted(value: unknown, target: Patch["target"]): boolean {
  const { labels = {}, ...wanted } = target;
  const found = identityOf(value);
  const isNamed = (["kind", "workspace", "name"] as const).every(
    (part) => wanted[part] === undefined || coversSegment(wanted[part], found[part]),
  );
  return (
    isNamed &&
    Object.entries(labels).every(([key, label]) => at(value, ["metadata", "labels", key]) === label)
  );
}

function patched(
  base: RawManifest,
  patch: Patch,
  manifest: RawManifest,
  diagnostics: Diagnostic[],
): RawManifest {
  const value = structuredClone(base.value);
  const results = applyPatch(value, patch.patches);
  for (const [index, error] of results.entries()) {
    if (error === null) continue;
    const message = `This operation cannot change ${nameOf(base.value)}: ${error.message || error.name}`;
    const where = manifest.locate(["patches", index]);
    diagnostics.push(fault("overlay-invalid", message, { where }));
  }
  return {
    value,
    locate: (path) => {
      const pointer = path.map((part) => `/${String(part)}`).join("");
      const index = patch.patches.findLastIndex((one) => isBelow(pointer, one.path));
      return index < 0 ? base.locate(path) : manifest.locate(["patches", index]);
    },
  };
}

/** Whether an operation's path is the pointer or a parent of it. */
function isBelow(pointer: string, path: string): boolean {
  const plain = path.replaceAll("~1", "/").replaceAll("~0", "~");
  return plain !== "" && (pointer === plain || pointer.startsWith(`${plain}/`));
}
