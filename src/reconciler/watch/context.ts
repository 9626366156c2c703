/** Where a watch works: read again for every pass, so that changes of the project file count. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Transport } from "../../wire/request.ts";
import type { LockStore } from "../lock/lease.ts";
import type { Connection, Estate } from "../estate.ts";

/** A connection that may write. */
export interface WatchConnection extends Connection {
  readonly send: Transport;
  /** Where the lease of the estate is kept. */
  readonly lock: LockStore;
  readonly close: () => Promise<void>;
}

/** An estate and the server it goes to. */
export interface WatchContext {
  readonly estate: Estate;
  /** Address of the server without credentials. */
  readonly url: string;
  /** Files beside the manifests that decide about the estate, such as the project file. */
  readonly files: readonly string[];
  /** Another text whenever another connection is needed. */
  readonly connectionKey: string;
  /** Connects. Rejects when the server is not there, is no catalog, or refuses. */
  readonly connect: () => Promise<WatchConnection>;
}

/** A context, or what is wrong with the settings. */
export type FoundContext =
  | { readonly context: WatchContext; readonly diagnostics: readonly Diagnostic[] }
  | { readonly context?: undefined; readonly diagnostics: readonly Diagnostic[] };
