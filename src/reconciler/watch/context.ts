/** Where a watch works; read again for every pass, so that project changes take effect. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Transport } from "../../wire/request.ts";
import type { LockStore } from "../lock/lease.ts";
import type { Connection, Estate } from "../estate.ts";

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
}

/** The context, or errors in the settings. */
export type FoundContext =
  | { readonly context: WatchContext; readonly diagnostics: readonly Diagnostic[] }
  | { readonly context?: undefined; readonly diagnostics: readonly Diagnostic[] };
