/** What kinds know of the server at the other end, and may use while they read or describe. */
import type { Address } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { DialectName } from "../model/dialect.ts";
import type { Secret } from "../model/secret.ts";
import type { LineOf } from "../model/server-line.ts";
import type { Reader } from "../wire/request.ts";
import type { StoredFile } from "./resource.ts";

/** The server at the other end, as far as requests depend on it. */
export interface ServerProfile {
  readonly software: "plumbline" | "geoserver";
  readonly dialect: DialectName;
  readonly version: string;
  /** Of which line it is, or is nearest to (docs/versions.md); absent for the published interface. */
  readonly line?: LineOf;
  /** Whether files of the data directory can be read. */
  readonly resources: boolean;
  /** Whether one request shows what of a kind and scope differs. */
  readonly digests: boolean;
  /** Whether one request shows that of several kinds and scopes together. */
  readonly digestsTogether?: boolean;
}

/** What a kind may use while it reads or describes. */
export interface KindContext {
  readonly read: Reader;
  readonly server: ServerProfile;
  /**
   * True where the bytes of files mostly tell that objects are as they should be, as after they were sent: then a server need
   * not look into files first to say what they mean.
   */
  readonly isJustSent?: true;
  /** Name of the account that makes the requests. */
  readonly account: string;
  /** The secrets that manifests gave, to hide them; absent where none are known. */
  readonly secrets?: () => readonly Secret[];
  /** Takes what a read found that is worth reporting, no matter who the object belongs to; absent where nobody listens. */
  readonly report?: (found: Diagnostic) => void;
  /**
   * Takes each file that is not as it is wanted, with the address it was read at and what it holds on the server, so that
   * it can be shown without reading it again; absent where nobody listens. Kinds leave it alone.
   */
  readonly met?: ((address: Address, file: StoredFile) => void) | undefined;
  /**
   * What an object is called once the plan has renamed it; absent where nothing is renamed. A server puts
   * the new name into whatever refers to the object, so that is read as if it were there already.
   */
  readonly nameNow?: NameNow;
  /** Keeps what one look shows of many objects, for one plan; absent where none is made. */
  readonly kept?: Kept;
}

/**
 * What was found for the first object of a plan and holds for the others too, such as the files of a folder: made when
 * it is asked for first, and kept as long as the plan is made. The key says what it is, and of what.
 */
export type Kept = <Found>(key: string, make: () => Found) => Found;

/** The new address of an object that gets one, and that of any other. */
export type NameNow = (address: Address) => Address;
