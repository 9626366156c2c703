/** Opens a connection to the server of an estate. Reading commands never see the writing half. */
import { openClient, type Client } from "../reconciler/client/http.ts";
import { detectServer } from "../reconciler/client/profile.ts";
import { catalogInventory } from "../reconciler/inventory/catalog-store.ts";
import { localInventory } from "../reconciler/inventory/local-store.ts";
import { bodyStore } from "../reconciler/manifest/artefacts.ts";
import type { Connection } from "../reconciler/reconcile.ts";
import { note } from "./output.ts";
import type { Settings, Target } from "./settings.ts";

/** A connection for commands that read. */
export interface ReadingConnection extends Connection {
  readonly close: () => Promise<void>;
}

/** A connection for commands that write. */
export interface WritingConnection extends ReadingConnection {
  readonly send: Client["send"];
}

/** Connects for reading. Rejects when the server is not there, is no catalog, or refuses. */
export async function connectForReading(
  settings: Settings,
  target: Target,
): Promise<ReadingConnection> {
  const { send: _never, ...connection } = await connect(settings, target, false);
  return connection;
}

/** Connects for writing. Rejects as `connectForReading` does. */
export function connectForWriting(settings: Settings, target: Target): Promise<WritingConnection> {
  return connect(settings, target, true);
}

async function connect(
  settings: Settings,
  target: Target,
  writes: boolean,
): Promise<WritingConnection> {
  const bodies = bodyStore();
  const client = openClient({ ...target, loadBody: bodies.load });
  try {
    const server = await detectServer(client.read);
    const { name } = settings.estate;
    const inventory =
      settings.inventory.type === "local"
        ? localInventory(name, settings.inventory.file)
        : catalogInventory(name, client.read, writes ? client.send : undefined);
    const { read, send } = client;
    return { read, send, server, inventory, bodies, close: () => closeClient(client) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Closes a client; with PLUMBLINE_STATISTICS=1 it says how many requests it sent. */
async function closeClient(client: Client): Promise<void> {
  await client.close();
  if (process.env["PLUMBLINE_STATISTICS"] === "1") note(`${client.sent()} requests sent\n`);
}
