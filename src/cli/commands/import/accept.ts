/**
 * `plumbline import --accept`: writes one change made on the server back into its manifest. The
 * result is planned at once, and undone where the plan still has a difference.
 */
import { labelsText } from "../../../reconciler/kind.ts";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { formatAddress } from "../../../model/address.ts";
import { fault, hasErrors, type Diagnostic } from "../../../model/diagnostic.ts";
import type { Change } from "../../../reconciler/engine/plan/plan.ts";
import { acceptChange, type Acceptance } from "../../../reconciler/import/accept.ts";
import { declareObjects } from "../../../reconciler/import/collect.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { editManifest, type Edit } from "../../../reconciler/manifest/edit.ts";
import { PROJECT_FILE } from "../../../reconciler/manifest/find-files.ts";
import { at, manifestsOf } from "../../../reconciler/manifest/raw-manifest.ts";
import { readDocuments } from "../../../reconciler/manifest/load.ts";
import type { Connection, Estate } from "../../../reconciler/estate.ts";
import { planEstate, type Planned } from "../../../reconciler/reconcile.ts";
import { DEFAULT_PATHS } from "../../flags/shared.ts";
import { failure, success, type CommandResult } from "../../present/result.ts";
import { asUnwritable, makeFolder } from "../../process/writing.ts";
import { connectForReading } from "../../settings/connect.ts";
import { withoutSecrets } from "../../settings/settings.ts";
import { onServer, type Given } from "../on-server.ts";

export function runAccept(given: Given, accept: string): Promise<CommandResult> {
  const here = { ...given, paths: estateAmong(given.paths) };
  return onServer(here, connectForReading, async ({ settings, connection }) => {
    const accepted = await acceptOne(withoutSecrets(settings.estate), connection, accept);
    if ("diagnostics" in accepted) return failure(accepted.diagnostics);
    const { files } = accepted;
    const text = `Accepted ${accept}:\n${files.map((file) => `  ${file}\n`).join("")}`;
    return success({ accepted: accept, files }, text);
  });
}

/**
 * Where the default folder is absent and no path is given: this folder, or the only one in it, with
 * a project file from an import.
 */
function estateAmong(paths: readonly string[]): readonly string[] {
  const isUsual = paths.join() === DEFAULT_PATHS.join();
  if (!isUsual || paths.some((path) => existsSync(path))) return paths;
  const holds = (folder: string) => existsSync(join(folder, PROJECT_FILE));
  const inside = readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter(holds);
  const [only, ...others] = holds(".") ? ["."] : inside;
  return only === undefined || others.length > 0 ? paths : [only];
}

export type Accepted =
  | { readonly files: readonly string[] }
  | { readonly diagnostics: readonly Diagnostic[] };

/** Writes one object back into its manifest. Rejects when the server is unreadable. */
export async function acceptOne(
  estate: Estate,
  connection: Connection,
  accept: string,
): Promise<Accepted> {
  const planned = await planEstate(estate, connection);
  if (planned.plan === undefined || hasErrors(planned.diagnostics))
    return { diagnostics: planned.diagnostics };
  const found = await findAcceptance(planned, connection, accept);
  if ("code" in found) return { diagnostics: [found] };
  const again = () => planEstate(estate, connection);
  const first = await tried(found, accept, again);
  const { edits, otherwise = edits } = found;
  const isOnly = "files" in first || JSON.stringify(edits) === JSON.stringify(otherwise);
  const second = isOnly ? first : await tried({ ...found, edits: otherwise }, accept, again);
  return "files" in second ? second : first;
}

/** Writes and plans again; undoes the write if a difference remains. */
async function tried(
  found: Found,
  accept: string,
  plan: () => Promise<Planned>,
): Promise<Accepted> {
  const written = write(found);
  const again = await plan();
  const left = changeOf(again, accept);
  const isWhole = again.plan !== undefined && !hasErrors(again.diagnostics);
  const isDone = left === undefined || left.action === "none" || left.action === "forget";
  if (isWhole && isDone) return { files: written.files };
  written.takeBack();
  return { diagnostics: [stillDiffers(accept, left, again)] };
}

interface Found extends Acceptance {
  /** The manifest's file, and a line of it. */
  readonly file: string;
  readonly line: number;
}

function changeOf({ plan }: Planned, accept: string): Change | undefined {
  return plan?.changes.find(({ address }) => formatAddress(address) === accept);
}

function refusal(message: string, hint?: string): Diagnostic {
  return fault("not-accepted", message, { hint });
}

async function findAcceptance(
  planned: Planned,
  connection: Connection,
  accept: string,
): Promise<Found | Diagnostic> {
  const change = changeOf(planned, accept);
  if (change?.where === undefined)
    return refusal(`${accept} is not declared`, "Name an object that a manifest declares.");
  if (change.action === "none") return refusal(`${accept} is in sync; there is nothing to accept`);
  const place = { file: change.where.file, line: change.where.line ?? 1 };
  const rules = rulesEdit(change, place);
  if (rules !== undefined) return { ...place, edits: [rules], files: new Map() };
  if (change.action === "create")
    return refusal(
      `${accept} is gone from the server`,
      `To accept that, remove its manifest: ${place.file}.`,
    );
  const accepted = await acceptObject(change, connection, place);
  if (typeof accepted !== "string") return { ...place, ...accepted };
  return refusal(`${accept} cannot be written back: ${accepted}`);
}

async function acceptObject(
  { address, fields }: Change,
  connection: Connection,
  place: Pick<Found, "file" | "line">,
): Promise<Acceptance | string> {
  const [{ found: live } = {}] = await declareObjects(connection, [address]);
  if (live === undefined) return "the server does not show it";
  if ("reason" in live && live.everywhere !== true) return live.reason;
  const spec = specAt(place);
  if (spec === undefined) return "its manifest cannot be found";
  // An object with default settings needs no manifest: its spec is empty.
  const found = "reason" in live ? { ...address, spec: {} } : live;
  const folder = dirname(place.file);
  const filesAt = (path: string) => filesIn(join(folder, path));
  return acceptChange({ spec, filesAt }, found, fields);
}

/** A rule is one entry in the document of its set; a deleted rule is removed from it. */
function rulesEdit(
  { address, action, before }: Change,
  place: Pick<Found, "file" | "line">,
): Edit | undefined {
  const kind = kinds.get(address.kind);
  if (kind?.set === undefined) return undefined;
  const roles = action === "create" ? undefined : before?.["roles"];
  const written = Object.keys(specAt(place)?.["rules"] ?? {});
  const key = written.find((one) => kind.set?.nameOf(one) === address.name) ?? address.name;
  return { path: ["spec", "rules", key], value: roles };
}

function specAt({ file, line }: { readonly file: string; readonly line: number }) {
  const manifests = [...readDocuments([file], [])].flatMap(manifestsOf);
  const found = manifests.findLast(({ locate }) => (locate([]).line ?? 1) <= line);
  return at(found?.value, ["spec"]) as Readonly<Record<string, unknown>> | undefined;
}

/** The files of a folder, or an empty name for a file. */
function filesIn(path: string): readonly string[] | undefined {
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) return [""];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** Writes the manifest and its files; `takeBack` restores the previous content. */
function write({ file, line, edits, files }: Found) {
  const before = new Map<string, Uint8Array | undefined>();
  const put = (path: string, content: string | Uint8Array) => {
    const old = existsSync(path) ? readFileSync(path) : undefined;
    if (old?.equals(Buffer.from(content)) === true) return;
    before.set(path, old);
    makeFolder(dirname(path));
    try {
      writeFileSync(path, content);
    } catch (error) {
      throw asUnwritable(path, error);
    }
  };
  if (edits.length > 0) put(file, editManifest(readFileSync(file, "utf8"), line, edits));
  for (const [path, bytes] of files) put(join(dirname(file), path), bytes);
  const takeBack = () => {
    for (const [path, content] of before)
      if (content === undefined) rmSync(path);
      else writeFileSync(path, content);
  };
  return { files: [...before.keys()], takeBack };
}

function stillDiffers(
  accept: string,
  left: Change | undefined,
  { diagnostics }: Planned,
): Diagnostic {
  const problem = diagnostics.find(({ severity }) => severity === "error")?.message;
  const labels = left && labelsText(left.fields);
  const why = problem ?? `its ${labels ?? "state"} would still differ`;
  const hint = "Nothing was written. Change the manifest by hand, or apply it to undo the change.";
  return refusal(`No manifest can say what ${accept} is on the server: ${why}`, hint);
}
