/** The one connection of a watch: kept between passes, recreated after a failure. */
import type { WatchContext, WatchConnection } from "./context.ts";

export interface Connections {
  /** A new connection if there is none or the context needs another. */
  readonly to: (context: WatchContext) => Promise<WatchConnection>;
  readonly current: () => WatchConnection | undefined;
  readonly drop: () => Promise<void>;
}

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
