/** Where a watch works, found anew for every pass: settings, and how to connect. */
import { digestOfValue } from "../../../model/digest.ts";
import { reveal } from "../../../model/secret.ts";
import type { Transport } from "../../../wire/request.ts";
import type { FoundSituation, WatchConnection } from "../../../reconciler/watch/situation.ts";
import { connectForWriting } from "../../settings/connect.ts";
import {
  findSettings,
  type EstateFlags,
  type Settings,
  type Target,
} from "../../settings/settings.ts";

/** What finding out needs. */
export interface SituationInput {
  readonly paths: readonly string[];
  readonly flags: EstateFlags;
  /** Wraps what sends requests, to count them. */
  readonly counting: (send: Transport) => Transport;
  /** Is told of every connection. */
  readonly onConnect: (connection: WatchConnection) => void;
}

/** The situation as flags, environment and project file have it now. */
export async function findSituation(input: SituationInput): Promise<FoundSituation> {
  const { paths, flags } = input;
  const { settings, diagnostics } = await findSettings(paths, { ...flags, parts: "refused" }, true);
  if (settings?.target === undefined) return { diagnostics };
  const { target, estate } = settings;
  const situation = {
    estate,
    url: target.url,
    files: filesOf(settings, flags),
    connectionKey: keyOf(settings, target),
    connect: () => connect(settings, target, input),
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
  settings: Settings,
  target: Target,
  { counting, onConnect }: SituationInput,
): Promise<WatchConnection> {
  const connection = await connectForWriting(settings, target, { counting });
  onConnect(connection);
  return connection;
}
