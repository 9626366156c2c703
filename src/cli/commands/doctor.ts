/** `plumbline doctor`: checks whether commands can work here, with advice. Reads only. */
import { count } from "../../model/count.ts";
import { formatPosition, hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { openClient } from "../../reconciler/client/http.ts";
import type { Resource } from "../../reconciler/kind.ts";
import type { Environment } from "../../model/environment.ts";
import { bodyStore } from "../../reconciler/manifest/artefacts.ts";
import { loadEstate } from "../../reconciler/estate.ts";
import { runGit } from "../../reconciler/watch/git/run-git.ts";
import { visibleText } from "../../reconciler/report/visible.ts";
import type { Paint } from "../../reconciler/report/text.ts";
import type { Reader } from "../../wire/request.ts";
import type { DoctorFlags } from "../flags/begin.ts";
import { success, type CommandResult, type Text } from "../present/result.ts";
import type { CommandContext } from "../process/context.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { connectForReading } from "../settings/connect.ts";
import {
  findSettings,
  type Settings,
  withoutSecrets,
  type ServerSettings,
} from "../settings/settings.ts";
import { examineState } from "./doctor/state.ts";
import { failed, ok, warning, type Finding } from "./doctor/finding.ts";
import { examineFiles, examineParts, examineRights } from "./doctor/rights.ts";
import { examineServer } from "./doctor/server.ts";
import { failingAt, type Given } from "./on-server.ts";

const GIT_MS = 5_000;

/** Runs all checks; with `--for`, finds what a GeoServer line drops or changes. */
export async function runDoctor(given: Given<DoctorFlags>): Promise<CommandResult> {
  const { flags } = given;
  if (flags.for !== undefined) {
    const { examineFor } = await import("./doctor/upgrade.ts");
    return examineFor(flags.for, given);
  }
  const { environment } = given.context;
  return failingAt(flags.url ?? "", async () => {
    // Older Node versions fail earlier.
    const node = ok("node", `Node ${process.versions.node} on ${process.platform}`);
    const findings = [node, await examineGit(environment), ...(await examineEstate(given))];
    const count = (wanted: Finding["status"]) =>
      findings.filter(({ status }) => status === wanted).length;
    const summary = { ok: count("ok"), warning: count("warning"), failed: count("failed") };
    const healthy = summary.failed === 0;
    const text: Text = ({ paint }) => render(findings, summary, paint);
    const code = healthy ? exitCodes.success : exitCodes.error;
    return success({ healthy, summary, checks: findings }, text, { code });
  });
}

async function examineGit(environment: Environment): Promise<Finding> {
  try {
    const { signal } = new AbortController();
    const run = { cwd: ".", timeoutMs: GIT_MS, signal, environment };
    const { stdout } = await runGit(["--version"], run);
    return ok("git", stdout.trim());
  } catch {
    const advice =
      "Install Git for commits in the history, and for watch --git. Nothing else needs it.";
    return warning("git", "Git was not found", advice);
  }
}

async function examineEstate({ paths, flags, context }: Given): Promise<readonly Finding[]> {
  const options = { environment: context.environment, needsServer: true };
  const { settings, diagnostics } = await findSettings(paths, flags, options);
  if (settings?.target === undefined) return diagnostics.map(asFinding);
  const { name } = settings.estate;
  const { target } = settings;
  const { resources, finding } = await examineManifests(settings);
  const server = await examineTarget({ settings, target }, resources, context);
  return [ok("project", `the estate ${name}, at ${target.url}`), finding, ...server];
}

function asFinding({ code, message, hint, where }: Diagnostic): Finding {
  const at = where === undefined ? "" : `${formatPosition(where)}: `;
  const usual =
    code === "secret-missing" ? "Set it where plumbline runs." : "Mend the project file.";
  return failed("project", `${at}${message} [${code}]`, hint ?? usual);
}

/** Manifests determine the needed parts of the server; `validate` reports their errors. */
async function examineManifests({
  estate,
}: Settings): Promise<{ readonly resources: readonly Resource[]; readonly finding: Finding }> {
  const { state, diagnostics } = await loadEstate(withoutSecrets(estate), bodyStore());
  const { manifests, resources } = state;
  if (!hasErrors(diagnostics)) {
    const message = `${count(manifests, "manifest")}, ${count(resources.length, "object")}`;
    return { resources, finding: ok("manifests", message) };
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const message = `${count(errors.length, "error")}, the first: ${errors[0]?.message}`;
  const advice = "plumbline validate shows them all.";
  return { resources: [], finding: failed("manifests", message, advice) };
}

async function examineTarget(
  place: ServerSettings,
  resources: readonly Resource[],
  context: CommandContext,
): Promise<readonly Finding[]> {
  const { settings, target } = place;
  const client = openClient({ ...target, loadBody: bodyStore().load });
  // No retries: intermittent failures must show.
  const read: Reader = (request) => client.send(request);
  try {
    const { findings, server } = await examineServer(target, read);
    if (server === undefined) return findings;
    const files = await examineFiles(server, settings.inventory.type, read);
    const parts = await examineParts(read, resources);
    const rights = await examineRights(target.user, read);
    const state = files.some(({ status }) => status === "failed")
      ? []
      : await examineEstateState(place, resources, context);
    return [...findings, rights, ...parts, ...files, ...state];
  } finally {
    await client.close();
  }
}

async function examineEstateState(
  place: ServerSettings,
  resources: readonly Resource[],
  context: CommandContext,
): Promise<readonly Finding[]> {
  const connection = await connectForReading(place, context);
  try {
    return await examineState(connection, context.environment, resources);
  } finally {
    await connection.close();
  }
}

const colours = { ok: "green", warning: "yellow", failed: "red" } as const;

function render(
  findings: readonly Finding[],
  { failed: broken, warning: doubtful }: Readonly<Record<Finding["status"], number>>,
  paint: Paint,
): string {
  const widest = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, message, advice }) => [
    `${paint(colours[status], status.padEnd(7))}  ${check.padEnd(widest)}  ${visibleText(message)}`,
    ...(advice === undefined ? [] : [`${" ".repeat(11 + widest)}${visibleText(advice)}`]),
  ]);
  const verdict =
    broken > 0
      ? `${broken} failed, ${doubtful} warnings. What depends on a failure was not looked at.`
      : `Nothing failed, ${doubtful} warnings.`;
  return `${lines.join("\n")}\n\n${verdict}\n`;
}
