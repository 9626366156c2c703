/** Settings and connection of a watch, resolved again for each pass. */
import { digestOfValue } from "../../../model/digest.ts";
import { reveal } from "../../../model/secret.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type {
  FoundContext,
  MapsWatch,
  WatchConnection,
  WatchPages,
} from "../../../reconciler/watch/context.ts";
import type { DriftPolicy } from "../../../reconciler/watch/drift.ts";
import { usualTimes, type WatchTimes } from "../../../reconciler/watch/options.ts";
import type { Transport } from "../../../wire/request.ts";
import { parseDuration } from "../../flags/shared.ts";
import type { EstateFlags } from "../../flags/estate.ts";
import type { WatchFlags } from "../../flags/watch.ts";
import type { CommandContext } from "../../process/context.ts";
import { renderForm } from "../../present/reports.ts";
import { drawnLater } from "../pictures/drawn-later.ts";
import { keepStyles } from "../pictures/met-styles.ts";
import { connectForWriting } from "../../settings/connect.ts";
import { findVerifyAccounts } from "../../settings/verify-accounts.ts";
import { lookAtMaps } from "../verify/look-at-maps.ts";
import type { WatchSettings } from "../../settings/project/watch.ts";
import {
  findSettings,
  type ServerSettings,
  type Settings,
  type Target,
} from "../../settings/settings.ts";

export interface WatchContextInput {
  readonly paths: readonly string[];
  readonly flags: EstateFlags;
  readonly context: CommandContext;
  /** Wraps the transport to count requests. */
  readonly counting: (send: Transport) => Transport;
  /** Whether somebody can ask for report pages. */
  readonly hasPages: boolean;
  /** Called with each connection. */
  readonly onConnect: (connection: WatchConnection) => void;
}

/** The current context from flags, environment and project file. */
export async function findContext(input: WatchContextInput): Promise<FoundContext> {
  const { paths, flags, context } = input;
  const lenient = { ...flags, parts: "refused" } as const;
  const { environment } = context;
  const { settings, diagnostics } = await findSettings(paths, lenient, {
    environment,
    needsServer: true,
  });
  if (settings?.target === undefined) return { diagnostics };
  const { target, estate } = settings;
  const { maps, diagnostics: refused } = await mapsOf({ settings, target }, context);
  if (refused.length > 0) return { diagnostics: [...diagnostics, ...refused] };
  const planContext = {
    maps,
    estate,
    url: target.url,
    files: filesOf(settings, flags),
    connectionKey: keyOf(settings, target),
    connect: () => connect({ settings, target }, input),
    pages: input.hasPages ? pagesFor(context) : undefined,
  };
  return { context: planContext, diagnostics };
}

/** Undefined where the project file asks for no looks at maps. */
async function mapsOf(
  server: ServerSettings,
  { environment, now }: CommandContext,
): Promise<{ readonly maps: MapsWatch | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const { project } = server.settings;
  const { after = "never", every } = project?.settings.verify ?? {};
  if (after === "never" && every === undefined) return { maps: undefined, diagnostics: [] };
  const { accounts, diagnostics } = await findVerifyAccounts(
    project,
    server.target.user,
    environment,
  );
  const maps: MapsWatch = {
    afterApply: after === "apply",
    everyMs: every === undefined ? undefined : parseDuration(every),
    look: (connection, declared, addresses, interrupted) => {
      const looking = { declared, addresses, now: now(), interrupted };
      return lookAtMaps({ ...server, connection, accounts, ...looking });
    },
  };
  return { maps, diagnostics };
}

/** For one pass, so that no live file outlives the plan that met it. */
function pagesFor({ outputOptions }: CommandContext): WatchPages | undefined {
  const kept = keepStyles({ ...outputOptions, output: "html" });
  return {
    met: kept?.met,
    render: (planned, document) => renderForm(document, "html", drawnLater(planned, kept)),
  };
}

/** Files beside the manifests that affect the estate. */
function filesOf({ project, estate }: Settings, { varFile = [] }: EstateFlags): readonly string[] {
  const own = project === undefined ? [] : [project.file];
  return [...own, ...(estate.expansion?.overlays ?? []), ...varFile];
}

function keyOf({ estate, inventory }: Settings, { url, user, password }: Target): string {
  return digestOfValue([estate.name, inventory, url, user, reveal(password)]);
}

async function connect(
  server: ServerSettings,
  { context, counting, onConnect }: WatchContextInput,
): Promise<WatchConnection> {
  const connection = await connectForWriting(server, context, { counting });
  onConnect(connection);
  return connection;
}

/** A Git checkout is complete at once. */
const WHOLE_MS = 10;

export function watchSettings(
  flags: WatchFlags,
  project: WatchSettings | undefined,
): { readonly policy: DriftPolicy; readonly times: WatchTimes } {
  const { poll, resync, debounce, drift = "report" } = project ?? {};
  const quietMs = chosen(flags.debounce, debounce, usualTimes.quietMs);
  const rest =
    flags.git === undefined
      ? { quietMs, deleteQuietMs: Math.max(quietMs, usualTimes.deleteQuietMs) }
      : { quietMs: WHOLE_MS, deleteQuietMs: WHOLE_MS };
  return {
    policy: flags.drift ?? drift,
    times: {
      ...usualTimes,
      ...rest,
      pollMs: chosen(flags.poll, poll, usualTimes.pollMs),
      resyncMs: chosen(flags.resync, resync, usualTimes.resyncMs),
      gitMs: chosen(flags.gitInterval, undefined, usualTimes.gitMs),
    },
  };
}

/** In milliseconds. */
function chosen(flag: number | undefined, text: string | undefined, usual: number): number {
  return flag ?? (text === undefined ? usual : parseDuration(text));
}
