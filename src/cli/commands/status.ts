/** `plumbline status`: the state of each object of an estate. Reads only, in one pass. */
import { labelsText } from "../../reconciler/kind.ts";
import { formatAddress } from "../../model/address.ts";
import type { AddressMap } from "../../model/address-map.ts";
import type { Changed } from "../../model/changed.ts";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { type Selection, selectAmong } from "../../reconciler/engine/plan/selection.ts";
import {
  driftedAmong,
  objectStates,
  statusOf,
  type ObjectStatus,
} from "../../reconciler/engine/inspect/status.ts";
import { loadHealth, type KeptHealth } from "../../reconciler/inventory/kept-health.ts";
import { lastChanges } from "../../reconciler/changed-by.ts";
import { planEstate, type PlanMade } from "../../reconciler/reconcile.ts";
import { diagnosticDocuments, fieldDocument } from "../../reconciler/report/json.ts";
import {
  differenceDocuments,
  differenceLines,
  type Shown,
} from "../../reconciler/report/unlike.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import { count } from "../../model/count.ts";
import { failure, fitted, success, type CommandResult } from "../present/result.ts";
import { tableOf } from "../present/table.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import { withoutSecrets } from "../settings/settings.ts";
import { onServer, type Given } from "./on-server.ts";
import { perTarget, differsIn } from "./per-target.ts";

/** Finds the state of each object, on each selected target. */
export function runStatus(given: Given): Promise<CommandResult> {
  return perTarget(given, statusOne);
}

/** Errors of the plan are reported and set the exit code. */
function statusOne(given: Given): Promise<CommandResult> {
  return onServer(given, connectForReading, async ({ settings, connection }) => {
    const { selection, ...estate } = withoutSecrets(settings.estate);
    const planned = await planEstate(estate, connection);
    const { diagnostics } = planned;
    if (!planned.ok) return failure(diagnostics);
    const differs = differsIn(planned.plan);
    const part = partOf(statusesIn(planned), planned, selection);
    if (hasErrors(part.diagnostics)) return { ...failure(part.diagnostics), differs };
    const { found } = part;
    const changes = await lastChanges(driftedAmong(found), estate, connection);
    const health = await loadHealth(connection.inventory.state, estate.name);
    const now = given.context.now();
    const text = fitted(
      (paint) =>
        `${textOf(found, changes, paint, given.context.outputOptions)}${healthText(health, now)}`,
    );
    const code = hasErrors(diagnostics) ? exitCodes.error : exitCodes.success;
    const document = { ...documentOf(found, changes, diagnostics), health: health ?? null };
    return success(document, text, { code, diagnostics, differs });
  });
}

/** The states of all objects of a plan. */
export function statusesIn({ plan, input, inventory, desired }: PlanMade): readonly ObjectStatus[] {
  const { resources } = desired.state;
  return statusOf({ ...input, plan, resources, inventory });
}

/** The selected objects; a selection does not change their states, which are computed for all. */
function partOf(
  all: readonly ObjectStatus[],
  { desired }: PlanMade,
  requested: Selection | undefined,
): { readonly found: readonly ObjectStatus[]; readonly diagnostics: readonly Diagnostic[] } {
  if (requested === undefined) return { found: all, diagnostics: [] };
  const part = { requested, ...desired.state };
  const { has, diagnostics } = selectAmong(
    part,
    all.map(({ address }) => address),
  );
  return { found: all.filter(({ address }) => has(address)), diagnostics };
}

function documentOf(
  found: readonly ObjectStatus[],
  changes: AddressMap<Changed>,
  diagnostics: readonly Diagnostic[],
) {
  return {
    objects: found.map(({ address, state, owner, fields, unlike, note, where }) => ({
      address: formatAddress(address),
      kind: address.kind,
      workspace: address.workspace,
      name: address.name,
      state,
      owner: owner ?? null,
      fields: fields.map((field) => {
        const { before, after } = fieldDocument(field);
        return { field: field.field, live: before, declared: after };
      }),
      differences: differenceDocuments(unlike),
      note: note ?? null,
      changed: changes.get(address) ?? null,
      declared_at: where ?? null,
    })),
    summary: Object.fromEntries(countsIn(found)),
    complete: !hasErrors(diagnostics),
    diagnostics: diagnosticDocuments(diagnostics),
  };
}

/** What the last look at the maps found, with its age; empty where there was none. */
function healthText(health: KeptHealth | undefined, now: number): string {
  if (health === undefined) return "";
  const { verdict, summary, unhealthy, at } = health;
  const counts = Object.entries(summary).filter(([, one]) => one > 0);
  const words = counts.map(([word, one]) => `${one} ${word}`).join(", ");
  const lines = unhealthy.map((one) => `  ${one.address} is ${one.health}: ${one.text}\n`);
  const age = ageText(now - Date.parse(at));
  return `Maps: ${verdict} ${age} ago${words === "" ? "" : `; ${words}`}.\n${lines.join("")}`;
}

function ageText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function countsIn(found: readonly ObjectStatus[]) {
  return objectStates.map(
    (state) => [state, found.filter((one) => one.state === state).length] as const,
  );
}

const words = {
  "in-step": "in sync",
  differs: "differs",
  drifted: "drifted",
  missing: "missing",
  undeclared: "not declared",
  ignored: "ignored",
} as const;

const colours = {
  "in-step": "green",
  differs: "yellow",
  drifted: "red",
  missing: "yellow",
  undeclared: "yellow",
  ignored: "dim",
} as const;

function textOf(
  found: readonly ObjectStatus[],
  changes: AddressMap<Changed>,
  paint: Paint,
  shown: Shown,
): string {
  const rows = found.map(({ address, state, owner, fields, note }) => {
    const labels = labelsText(fields);
    const changed = changes.get(address)?.text ?? "";
    const about = [labels, note ?? "", changed].filter((text) => text !== "").join("; ");
    const name = paint("bold", formatAddress(address));
    return [paint(colours[state], words[state]), name, owner ?? "nobody", about];
  });
  const head = ["State", "Object", "Owner", "What"].map((title) => paint("dim", title));
  const counts = countsIn(found).filter(([, count]) => count > 0);
  const summary = counts.map(([state, count]) => `${count} ${words[state]}`).join(", ");
  const inside = found.flatMap(({ address, unlike }) => {
    const lines = differenceLines(differenceDocuments(unlike), shown);
    if (lines.length === 0) return [];
    return ["", `${paint("bold", formatAddress(address))}:`, ...lines.map((line) => `  ${line}`)];
  });
  return `${[tableOf([head, ...rows]), ...inside].join("\n")}\n\n${count(found.length, "object")}${summary === "" ? "" : `: ${summary}`}.\n`;
}
