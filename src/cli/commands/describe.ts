/** `plumbline describe`: everything about one object of a catalog. Reads only. */
import { formatAddress, isSameAddress, type Address } from "../../model/address.ts";
import type { Changed } from "../../model/changed.ts";
import { type Diagnostic, formatPosition } from "../../model/diagnostic.ts";
import { graphOfLive, usersByUsed } from "../../reconciler/engine/inspect/graph.ts";
import { lastChanges } from "../../reconciler/changed-by.ts";
import { declareObjects } from "../../reconciler/import/collect.ts";
import { manifestText } from "../../reconciler/import/files.ts";
import { loadHistory, type RunRecord } from "../../reconciler/inventory/history.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { valueText } from "../../reconciler/report/field-text.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import type { DescribeFlags } from "../flags/inspect.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { ended, failure, fitted, success, type CommandResult } from "../present/result.ts";
import { indented, tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading, type ReadingConnection } from "../settings/connect.ts";
import { addressNamed, noObject, objectKind, unknownKind } from "../settings/object-names.ts";
import { declaredWord, documentOf, readEntries, type Entry } from "./get/entries.ts";
import { became } from "./history.ts";
import { onServer, type Given, type OnServer } from "./on-server.ts";

/** What there is to say of an object. */
interface Described {
  readonly entry: Entry;
  /** Its manifest, or why there is none. */
  readonly manifest: { readonly text: string } | { readonly reason: string };
  readonly usedBy: readonly string[];
  /** By whom, as far as the server tells. */
  readonly changed: Changed | undefined;
  readonly runs: readonly RunOf[];
}

/** What a run did to the object. */
type RunOf = Pick<RunRecord, "id" | "started" | "command" | "who" | "host" | "commit"> & {
  readonly action: keyof typeof became;
  readonly done: boolean;
};

/** Describes the object of an address, or of a kind and a name. */
export async function runDescribe(
  { flags, context }: Given<DescribeFlags>,
  words: readonly string[],
): Promise<CommandResult> {
  const text = words.join("/");
  const [kind = ""] = text.split("/", 1);
  if (objectKind(kind) === undefined) return ended(exitCodes.usage, `${unknownKind(kind)}\n`);
  const address = addressNamed(`${objectKind(kind)}${text.slice(kind.length)}`);
  if (address === undefined) return ended(exitCodes.usage, NO_ADDRESS);
  const given = { paths: flags.file ?? DEFAULT_PATHS, flags, context };
  return onServer(given, connectForReading, async (server) => {
    const found = await readEntries(server, flags);
    if ("code" in found) return found;
    const { entries, diagnostics } = found;
    const entry = entries.find((one) => isSameAddress(one.address, address));
    if (entry === undefined) return failure([...diagnostics, missing(address, entries)]);
    const graph = graphOfLive(entries, kinds);
    const users = usersByUsed(graph).get(entry.text) ?? [];
    const described: Described = {
      entry,
      usedBy: users.map(({ from }) => from),
      ...(await aboutObject(entry, server)),
    };
    const show = (paint: Paint) => textOf(described, paint);
    return success(wholeDocument(described), fitted(show), { diagnostics });
  });
}

const NO_ADDRESS = "An address is Kind/name or Kind/workspace:name; plumbline get lists them.\n";

function missing(address: Address, entries: readonly Entry[]): Diagnostic {
  const alike = entries.filter((one) => one.address.kind === address.kind);
  const known = alike.map((one) => one.text);
  return noObject(formatAddress(address), known, "plumbline get lists them");
}

async function aboutObject(
  { address, text }: Entry,
  { settings: { estate }, connection }: OnServer<ReadingConnection>,
): Promise<Pick<Described, "manifest" | "changed" | "runs">> {
  const [{ found } = {}] = await declareObjects(connection, [address]);
  const manifest =
    found !== undefined && "spec" in found
      ? { text: manifestText(found) }
      : { reason: found?.reason ?? "No manifest is of it alone" };
  const changes = await lastChanges([address], estate, connection);
  const history = (await loadHistory(connection.inventory.state, estate.name)).toReversed();
  const runs = history.flatMap(({ id, started, command, who, host, commit, changes: own }) =>
    own
      .filter((one) => one.address === text)
      .map(({ action, done }) => ({ id, started, command, who, host, commit, action, done })),
  );
  return { manifest, changed: changes.get(address), runs };
}

function wholeDocument({ entry, manifest, usedBy, changed, runs }: Described) {
  return {
    ...documentOf(entry),
    needs: entry.requires.map(formatAddress),
    used_by: usedBy,
    manifest: "text" in manifest ? manifest.text : null,
    no_manifest: "text" in manifest ? null : manifest.reason,
    changed: changed ?? null,
    history: runs.map((run) => ({ ...run, commit: run.commit ?? null })),
  };
}

function textOf(described: Described, paint: Paint): string {
  const { entry, manifest, runs } = described;
  const rules = kinds.get(entry.address.kind)?.fields ?? {};
  const facts = Object.entries(entry.facts).map(([name, value]) => [
    rules[name]?.label ?? name,
    valueText(value),
  ]);
  const sections = [
    ["Manifest", "text" in manifest ? manifest.text : manifest.reason],
    ["Facts", facts.length === 0 ? "none" : tableOf(facts)],
    ["History", runs.length === 0 ? "no run of this estate changed it" : tableOf(runs.map(runRow))],
  ] as const;
  const parts = sections.map(
    ([title, text]) => `${paint("bold", `${title}:`)}\n${indented(text.trimEnd())}`,
  );
  const head = `${paint("bold", entry.text)}\n${indented(tableOf(aboutRows(described)))}`;
  return `${[head, ...parts].join("\n\n")}\n`;
}

function aboutRows({ entry, usedBy, changed }: Described): readonly (readonly string[])[] {
  const { owner, where, requires } = entry;
  const place = where === undefined ? "" : `, ${formatPosition(where)}`;
  return [
    ["Owner", owner === undefined ? "nobody" : `the estate ${owner}`],
    ["Declared", `${declaredWord(entry)}${place}`],
    ["Needs", requires.map(formatAddress).join(", ") || "nothing"],
    ["Used by", usedBy.join(", ") || "nothing"],
    ...(changed === undefined ? [] : [["Last change", changed.text]]),
  ];
}

function runRow({ id, started, command, who, host, commit, action, done }: RunOf) {
  const what = done ? became[action] : `not ${became[action]}`;
  return [
    started.replace(/\.\d+Z$/, "Z"),
    what,
    command,
    `${who}@${host}`,
    commit?.slice(0, 12) ?? "-",
    id,
  ];
}
