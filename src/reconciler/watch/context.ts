/**
 * Where a watch works: read again for every pass, so that project changes take effect. Its one
 * connection is kept between passes, and recreated after a failure.
 */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Transport } from "../../wire/request.ts";
import type { Address } from "../../model/address.ts";
import type { FoundHealth } from "../inventory/kept-health.ts";
import type { DeclaredState } from "../health/surroundings.ts";
import type { LockStore } from "../lock/lease.ts";
import type { Connection, Estate } from "../estate.ts";
import type { PlanMade } from "../reconcile.ts";
import type { WholePlan } from "../report/document-schema.ts";

/** A connection that can write. */
export interface WatchConnection extends Connection {
  readonly send: Transport;
  readonly lock: LockStore;
  readonly close: () => Promise<void>;
}

export interface WatchContext {
  readonly estate: Estate;
  /** Without credentials. */
  readonly url: string;
  /** Other files that define the estate, such as the project file. */
  readonly files: readonly string[];
  /** Changes whenever another connection is needed. */
  readonly connectionKey: string;
  /** Rejects when the server is unreachable, is no catalog, or refuses. */
  readonly connect: () => Promise<WatchConnection>;
  /** Absent where the project file asks for no looks. */
  readonly maps?: MapsWatch | undefined;
  /** How report pages of plans are made; absent where nobody can ask for one. */
  readonly pages?: WatchPages | undefined;
}

/** How a watch looks at the maps of its server. */
export interface MapsWatch {
  readonly afterApply: boolean;
  /** Milliseconds between looks at everything; undefined for none. */
  readonly everyMs: number | undefined;
  /** Rejects when the server cannot be read. */
  readonly look: (
    connection: WatchConnection,
    declared: DeclaredState,
    addresses: readonly Address[],
    interrupted: () => boolean,
  ) => Promise<FoundHealth>;
}

/** Report pages of the plans of one pass. */
export interface WatchPages {
  /** Keeps the live files that pictures need. */
  readonly met: Connection["met"];
  readonly render: (planned: PlanMade, document: WholePlan) => Promise<string>;
}

/** The context, or errors in the settings. */
export interface FoundContext {
  readonly context?: WatchContext | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

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
