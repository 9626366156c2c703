/** Where a watch works, found anew for every pass: settings, and how to connect. */
import { digestOfValue } from "../../../model/digest.ts";
import { reveal } from "../../../model/secret.ts";
import type { FoundSituation, WatchConnection } from "../../../reconciler/watch/situation.ts";
import type { Transport } from "../../../wire/request.ts";
import type { EstateFlags } from "../../flags/estate.ts";
import type { CommandContext } from "../../process/context.ts";
import { connectForWriting } from "../../settings/connect.ts";
import {
  findSettings,
  type Settings,
  type Target,
  type ServerSettings,
} from "../../settings/settings.ts";

/** What finding out needs. */
export interface SituationInput {
  readonly paths: readonly string[];
  readonly flags: EstateFlags;
  readonly context: CommandContext;
  /** Wraps what sends requests, to count them. */
  readonly counting: (send: Transport) => Transport;
  /** Is told of every connection. */
  readonly onConnect: (connection: WatchConnection) => void;
}

/** The situation as flags, environment and project file have it now. */
export async function findSituation(input: SituationInput): Promise<FoundSituation> {
  const { paths, flags, context } = input;
  const asked = { ...flags, parts: "refused" } as const;
  const { environment } = context;
  const { settings, diagnostics } = await findSettings(paths, asked, {
    environment,
    needsServer: true,
  });
  if (settings?.target === undefined) return { diagnostics };
  const { target, estate } = settings;
  const situation = {
    estate,
    url: target.url,
    files: filesOf(settings, flags),
    connectionKey: keyOf(settings, target),
    connect: () => connect({ settings, target }, input),
  };
  return { situation, diagnostics };
}

/** Files beside the manifests that decide about the estate. */
function filesOf({ project, estate }: Settings, { varFile = [] }: EstateFlags): readonly string[] {
  const own = project === undefined ? [] : [project.file];
  return [...own, ...(estate.expansion?.overlays ?? []), ...varFile];
}

function keyOf({ estate, inventory }: Settings, { url, user, password }: Target): string {
  return digestOfValue([estate.name, inventory, url, user, reveal(password)]);
}

async function connect(
  server: ServerSettings,
  { context, counting, onConnect }: SituationInput,
): Promise<WatchConnection> {
  const connection = await connectForWriting(server, context, { counting });
  onConnect(connection);
  return connection;
}
