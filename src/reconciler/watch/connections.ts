/** The one connection of a watch: kept from pass to pass, recreated after a failure. */
import type { WatchContext, WatchConnection } from "./context.ts";

/** Gives the connection for a context. */
export interface Connections {
  /** The connection; a new one when there is none or the context needs another. */
  readonly to: (context: WatchContext) => Promise<WatchConnection>;
  /** The connection, where there is one. */
  readonly current: () => WatchConnection | undefined;
  /** Lets go of it. */
  readonly drop: () => Promise<void>;
}

/** Nothing is connected before the first pass. */
export function openConnections(): Connections {
  let kept: { readonly key: string; readonly connection: WatchConnection } | undefined;
  const drop = async (): Promise<void> => {
    const before = kept;
    kept = undefined;
    await before?.connection.close();
  };
  return {
    current: () => kept?.connection,
    drop,
    to: async ({ connectionKey: key, connect }) => {
      if (kept !== undefined && kept.key === key) return kept.connection;
      await drop();
      const connection = await connect();
      kept = { key, connection };
      return connection;
    },
  };
}
