/** The objects of a catalog, with who owns and declares them. Reads only. */
import { existsSync } from "node:fs";
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import { defined } from "../../../model/defined.ts";
import { hasErrors, type Diagnostic, type Position } from "../../../model/diagnostic.ts";
import { survey, type SurveyWants } from "../../../reconciler/engine/inspect/survey.ts";
import { findHolders } from "../../../reconciler/engine/plan/holders.ts";
import { loadEstate } from "../../../reconciler/estate.ts";
import { ownedIn } from "../../../reconciler/inventory/inventory.ts";
import { ownersBeside, readOtherInventories } from "../../../reconciler/inventory/owners.ts";
import type { KindContext, Live, Resource } from "../../../reconciler/kind.ts";
import { kinds } from "../../../reconciler/kinds/registry.ts";
import { bodyStore } from "../../../reconciler/manifest/artefacts.ts";
import type { DescribeFlags } from "../../flags/inspect.ts";
import { failure, type CommandResult } from "../../present/result.ts";
import type { ReadingConnection } from "../../settings/connect.ts";
import { type Settings, withoutSecrets } from "../../settings/settings.ts";
import type { OnServer } from "../on-server.ts";

/** What a catalog holds, with who owns and declares it. */
interface Entries {
  readonly entries: readonly Entry[];
  readonly context: KindContext;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the wanted objects, or returns a failure of the manifests. */
export async function readEntries(
  { settings, connection }: OnServer<ReadingConnection>,
  flags: Pick<DescribeFlags, "file">,
  wants?: SurveyWants,
): Promise<Entries | CommandResult> {
  const { resources, diagnostics = [] } = (await readDeclared(settings, flags)) ?? {};
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const unread: Diagnostic[] = [];
  const report = (one: Diagnostic) => void unread.push(one);
  const context: KindContext = { ...connection, report };
  const inventory = await connection.inventory.load();
  const others = await readOtherInventories(inventory.estate, context);
  const lives = await survey({ kinds, context, ...defined({ wants }) });
  const owners = ownersBeside(inventory, others);
  const owned = ownedIn(inventory);
  const ownerOf = (address: Address) =>
    owners.get(address)?.estate ?? (owned.has(address) ? inventory.estate : undefined);
  const entries = lives.map((live) => entryOf(live, ownerOf, resources));
  return { entries, context, diagnostics: [...diagnostics, ...unread] };
}

interface Declared {
  readonly resources: readonly Resource[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Undefined where no manifests exist and none were named. */
async function readDeclared(
  { estate }: Settings,
  { file }: Pick<DescribeFlags, "file">,
): Promise<Declared | undefined> {
  if (file === undefined && !estate.paths.some((path) => existsSync(path))) return undefined;
  const { state, diagnostics } = await loadEstate(withoutSecrets(estate), bodyStore());
  return { resources: state.resources, diagnostics };
}

/** An object of a catalog. */
export interface Entry extends Live {
  /** Its address as text. */
  readonly text: string;
  readonly owner: string | undefined;
  /** Undefined without manifests. */
  readonly isDeclared: boolean | undefined;
  readonly where: Position | undefined;
  /** The declared object that brings it along. */
  readonly comesWith: string | undefined;
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
    text: formatAddress(live.address),
    owner: ownerOf(live.address),
    isDeclared: resources === undefined ? undefined : own !== undefined,
    where: own?.where,
    comesWith: holder && formatAddress(holder.address),
  };
}

/** An object in documents. */
export function documentOf({ address, text, owner, isDeclared, where, comesWith, facts }: Entry) {
  return {
    address: text,
    kind: address.kind,
    workspace: address.workspace,
    name: address.name,
    owner: owner ?? null,
    declared: isDeclared ?? null,
    declared_at: where ?? null,
    comes_with: comesWith ?? null,
    facts,
  };
}

/** Whether and with what an object is declared. */
export function declaredWord({ isDeclared, comesWith }: Entry): string {
  if (isDeclared === undefined) return "unknown";
  if (isDeclared) return "yes";
  return comesWith === undefined ? "no" : `with ${comesWith}`;
}
