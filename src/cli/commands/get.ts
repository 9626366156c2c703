/** `plumbline get`: lists the objects of a catalog. Reads only. */
import { existsSync } from "node:fs";
import { formatAddress, isSameAddress, type Address } from "../../model/address.ts";
import { hasErrors, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { likeMatcher } from "../../model/like.ts";
import { unknownWord } from "../../model/nearest.ts";
import { findHolders } from "../../reconciler/engine/plan/holders.ts";
import { survey, type SurveyWants } from "../../reconciler/engine/inspect/survey.ts";
import { ownedIn } from "../../reconciler/inventory/inventory.ts";
import { ownersBeside, readOtherInventories } from "../../reconciler/inventory/owners.ts";
import type { KindContext, Live, Resource } from "../../reconciler/kind.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import { loadEstate } from "../../reconciler/estate.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { count } from "../../model/count.ts";
import type { GetFlags } from "../flags/inspect.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { failure, ended, fitted, success, type CommandResult } from "../present/result.ts";
import { tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { type Settings, withoutSecrets } from "../settings/settings.ts";
import { onServer, type Given } from "./on-server.ts";

/** Lists the objects that match a pattern; all without a pattern. */
export async function runGet(
  { flags, context }: Given<GetFlags>,
  patterns: readonly string[],
): Promise<CommandResult> {
  const unknown = patterns.flatMap((pattern) => unknownKind(pattern) ?? []);
  if (unknown.length > 0)
    return ended(exitCodes.usage, unknown.map((line) => `${line}\n`).join(""));
  const given = { paths: flags.file ?? DEFAULT_PATHS, flags, context };
  return onServer(given, connectForReading, async ({ settings, connection }) => {
    const { resources, diagnostics = [] } = (await readDeclared(settings, flags)) ?? {};
    if (hasErrors(diagnostics)) return failure(diagnostics);
    const { read, server, account } = connection;
    const unread: Diagnostic[] = [];
    const report = (one: Diagnostic) => void unread.push(one);
    const context: KindContext = { read, server, account, report };
    const inventory = await connection.inventory.load();
    const others = await readOtherInventories(inventory.estate, context);
    const lives = await survey({ kinds, context, wants: wantsOf(patterns) });
    const owners = ownersBeside(inventory, others);
    const owned = ownedIn(inventory);
    const ownerOf = (address: Address) =>
      owners.get(address)?.estate ?? (owned.has(address) ? inventory.estate : undefined);
    const entries = lives.map((live) => entryOf(live, ownerOf, resources));
    const text =
      flags.output === "yaml"
        ? await manifestsOf(context, entries)
        : fitted((paint) => textOf(entries, paint));
    const document = { objects: entries.map(documentOf) };
    return success(document, text, { diagnostics: [...diagnostics, ...unread] });
  });
}

/** One manifest per object; a comment gives the reason where there is none. */
async function manifestsOf(context: KindContext, entries: readonly Entry[]): Promise<string> {
  const { declareObjects } = await import("../../reconciler/import/collect.ts");
  const { manifestText } = await import("../../reconciler/import/files.ts");
  const { commentOf } = await import("../../reconciler/manifest/write.ts");
  const addresses = entries.map(({ address }) => address);
  const [manifests, reasons]: [string[], string[]] = [[], []];
  for (const { address, found } of await declareObjects(context, addresses)) {
    if (found !== undefined && "spec" in found) {
      const beside = [...(found.artefacts?.keys() ?? [])].map((path) => `Beside it: ${path}`);
      const left = (found.notes ?? []).map((note) => `No field says ${note}`);
      manifests.push(manifestText(found, [...beside, ...left]));
    } else reasons.push(commentOf(`${formatAddress(address)}: ${found?.reason ?? NO_MANIFEST}`));
  }
  return [...reasons, manifests.join("---\n")].join("");
}

const NO_MANIFEST = "No manifest is of it alone";

/** Error text for a pattern with an unknown kind. */
function unknownKind(pattern: string): string | undefined {
  const [kind = ""] = pattern.split("/");
  const names = [...kinds.keys()].toSorted();
  const isKnown = names.some((name) => globOf(kind)(name));
  return isKnown ? undefined : unknownWord("kind", kind, names);
}

/** The objects to read for some patterns. */
export function wantsOf(patterns: readonly string[]): SurveyWants {
  const globs = patterns.map((pattern) => {
    const [kind = ""] = pattern.split("/");
    return { kind: globOf(kind), whole: globOf(pattern.includes("/") ? pattern : `${pattern}/*`) };
  });
  return {
    kind: (name) => globs.length === 0 || globs.some(({ kind }) => kind(name)),
    address: (address) => {
      const text = formatAddress(address);
      return globs.length === 0 || globs.some(({ whole }) => whole(text));
    },
  };
}

/** `*` matches any characters, `?` one. */
function globOf(pattern: string): (text: string) => boolean {
  const plain = pattern.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const like = plain.replaceAll("*", "%").replaceAll("?", "_");
  return likeMatcher(like, { ignoreCase: false });
}

interface Declared {
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Undefined where no manifests exist and none were named. */
async function readDeclared(
  { estate }: Settings,
  { file }: GetFlags,
): Promise<Declared | undefined> {
  if (file === undefined && !estate.paths.some((path) => existsSync(path))) return undefined;
  const { state, diagnostics } = await loadEstate(withoutSecrets(estate), bodyStore());
  return { resources: state.resources, diagnostics };
}

interface Entry extends Live {
  readonly owner: string | undefined;
  /** Undefined without manifests. */
  readonly isDeclared: boolean | undefined;
  readonly where: Position | undefined;
  /** The declared object that brings it along. */
  readonly comesWith: Address | undefined;
}

function entryOf(
  live: Live,
  ownerOf: (address: Address) => string | undefined,
  resources: readonly Resource[] | undefined,
): Entry {
  const own = resources?.find(({ address }) => isSameAddress(address, live.address));
  const holder = own === undefined ? findHolders(resources ?? []).get(live.address) : undefined;
  return {
    ...live,
    owner: ownerOf(live.address),
    isDeclared: resources === undefined ? undefined : own !== undefined,
    where: own?.where,
    comesWith: holder?.address,
  };
}

function documentOf({ address, owner, isDeclared, where, comesWith, facts }: Entry) {
  return {
    address: formatAddress(address),
    kind: address.kind,
    workspace: address.workspace,
    name: address.name,
    owner: owner ?? null,
    declared: isDeclared ?? null,
    declared_at: where ?? null,
    comes_with: comesWith === undefined ? null : formatAddress(comesWith),
    facts,
  };
}

function textOf(entries: readonly Entry[], paint: Paint): string {
  const head = ["Object", "Owner", "Declared"].map((title) => paint("dim", title));
  const rows = entries.map((entry) => {
    const name = paint("bold", formatAddress(entry.address));
    return [name, entry.owner ?? "nobody", declaredWord(entry)];
  });
  const total = `${count(entries.length, "object")}.`;
  return entries.length === 0 ? `${total}\n` : `${tableOf([head, ...rows])}\n\n${total}\n`;
}

function declaredWord({ isDeclared, comesWith }: Entry): string {
  if (isDeclared === undefined) return "unknown";
  if (isDeclared) return "yes";
  return comesWith === undefined ? "no" : `with ${formatAddress(comesWith)}`;
}
