/** Parses documents into manifests and reports all problems at once. */
import { z } from "zod";
import { fault, warning, type Diagnostic } from "../../model/diagnostic.ts";
import { lifecycles, type AnyKind, type Manifest } from "../kind.ts";
import { kinds } from "../kinds/registry.ts";
import { madeOnce } from "../lazy.ts";
import { problemsIn } from "./issue.ts";
import { isRecord, type RawManifest } from "./raw-manifest.ts";
import { didYouMean } from "../../model/nearest.ts";

export const API_VERSION = "plumbline/v1";

export interface ParsedManifest {
  readonly kind: AnyKind;
  readonly manifest: Manifest;
}

/** Kinds by their name in manifests. */
export const manifestKinds: ReadonlyMap<string, AnyKind> = new Map(
  [...kinds.values()].flatMap((kind) =>
    kind.manifest === undefined ? [] : [[kind.manifest.kind ?? kind.name, kind] as const],
  ),
);

/** The schema of a kind's manifests, with the envelope. */
export function manifestSchema(kind: AnyKind) {
  const { workspace = "none", hasPreviousName, spec = z.unknown } = kind.manifest ?? {};
  const name = z.string().min(1).describe("Name of the object in the catalog.");
  const label = z
    .record(z.string(), z.string())
    .describe("Labels to select by, with -l; they change nothing else.");
  const previousName = z
    .string()
    .min(1)
    .describe("Name that the object had before: it is renamed, or deleted and recreated.");
  const where = z.string().min(1).describe("Workspace the object lives in.");
  const lifecycle = z
    .enum(lifecycles)
    .describe(
      "protect: never deleted or recreated. orphan: left on the server when it is no longer declared. observe: compared, never changed. ignore: declared elsewhere, neither read nor changed.",
    );
  const metadata = z.strictObject({
    name,
    ...(workspace === "none"
      ? {}
      : { workspace: workspace === "required" ? where : where.optional() }),
    ...(hasPreviousName ? { previousName: previousName.optional() } : {}),
    labels: label.optional(),
    lifecycle: lifecycle.optional(),
  });
  return z.strictObject({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal(kind.manifest?.kind ?? kind.name),
    metadata,
    spec: spec(),
  });
}

/** Created when the first manifest of a kind is read. */
const schemasByKind = new Map(
  [...manifestKinds.values()].map((kind) => [kind, madeOnce(() => manifestSchema(kind))]),
);

/** Validates one manifest; adds problems to `diagnostics`. */
export function parseManifest(
  { value, locate }: RawManifest,
  diagnostics: Diagnostic[],
): ParsedManifest | undefined {
  const kind = isRecord(value) ? manifestKinds.get(String(value["kind"])) : undefined;
  if (!isRecord(value) || value["apiVersion"] !== API_VERSION || kind === undefined) {
    diagnostics.push(unknownKind(value, locate));
    return undefined;
  }
  const parsed = schemasByKind.get(kind)?.().safeParse(value);
  if (parsed === undefined) return undefined;
  if (!parsed.success) {
    const schema = z.toJSONSchema(manifestSchema(kind), { io: "input" });
    const problems = problemsIn(parsed.error.issues, { value, schema, whole: "the document" });
    diagnostics.push(
      ...problems.map(({ path, message, hint }) =>
        fault("manifest-invalid", message, { hint, where: locate(path) }),
      ),
    );
    return undefined;
  }
  const { metadata, spec } = parsed.data as { metadata: Metadata; spec: unknown };
  const { workspace = null, ...given } = metadata;
  diagnostics.push(...doubts("name", metadata.name, locate));
  if (workspace !== null) diagnostics.push(...doubts("workspace", workspace, locate));
  const about = { ...NOTHING_GIVEN, ...given, kind: kind.manifest?.kind ?? kind.name, workspace };
  return { kind, manifest: { ...about, spec, locate } };
}

interface Metadata extends Partial<Pick<Manifest, "previousName" | "labels" | "lifecycle">> {
  readonly name: string;
  readonly workspace?: string;
}

const NOTHING_GIVEN = { previousName: undefined, labels: undefined, lifecycle: undefined } as const;

function unknownKind(value: unknown, locate: RawManifest["locate"]): Diagnostic {
  const found = isRecord(value) ? value : {};
  const wrongVersion = found["apiVersion"] !== API_VERSION;
  const field = wrongVersion ? "apiVersion" : "kind";
  const given = found[field] === undefined ? "is missing" : `is ${JSON.stringify(found[field])}`;
  const known = wrongVersion ? API_VERSION : [...manifestKinds.keys()].toSorted().join(", ");
  const message = `${field} ${given}; it must be ${wrongVersion ? known : `one of ${known}`}`;
  const close =
    field in found &&
    didYouMean(String(found[field]), wrongVersion ? [API_VERSION] : [...manifestKinds.keys()]);
  const hint = close || (wrongVersion || !(field in found) ? NO_MANIFEST : undefined);
  const where = locate([field]);
  return fault("manifest-unknown-kind", message, { where, hint });
}

const NO_MANIFEST =
  "A YAML file that is no manifest starts with the comment `# plumbline: ignore`.";

/** Variables of shells and servers, which are not filled in here, and signs that nobody sees. */
function* doubts(
  field: string,
  text: string,
  locate: RawManifest["locate"],
): Generator<Diagnostic, void, void> {
  const [written, name] = /\$\{([A-Za-z_]\w*)\}/.exec(text) ?? [];
  const [sign] = /\p{Cf}/u.exec(text) ?? [];
  const where = locate(["metadata", field]);
  if (written !== undefined) {
    const message = `metadata.${field}: ${written} is no variable of manifests, and is taken as it is`;
    const hint = `Write \${{ var.${name} }}.`;
    yield warning("variable-undefined", message, { hint, where });
  }
  if (sign === undefined) return;
  const number = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const message = `metadata.${field}: holds U+${number}, which is invisible, so it may look like another name`;
  yield warning("name-unseen", message, { where });
}
