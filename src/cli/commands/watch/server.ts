/** Settings and connection of a watch, resolved again for each pass. */
import { digestOfValue } from "../../../model/digest.ts";
import { reveal } from "../../../model/secret.ts";
import type { FoundContext, WatchConnection } from "../../../reconciler/watch/context.ts";
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

export interface WatchContextInput {
  readonly paths: readonly string[];
  readonly flags: EstateFlags;
  readonly context: CommandContext;
  /** Wraps the transport to count requests. */
  readonly counting: (send: Transport) => Transport;
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
  const planContext = {
    estate,
    url: target.url,
    files: filesOf(settings, flags),
    connectionKey: keyOf(settings, target),
    connect: () => connect({ settings, target }, input),
  };
  return { context: planContext, diagnostics };
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
