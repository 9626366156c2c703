/**
 * The lease in the catalog. With conditional requests exactly one taker wins; otherwise the lease
 * is read back after a pause (docs/compatibility.md, "Plumbline against a stock server").
 */
import { setTimeout as pause } from "node:timers/promises";
import { reasonOf } from "../../model/failure.ts";
import { ALTERED_ETAGS, fileEtag } from "../../model/etag.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import { resourcePath } from "../../wire/paths.ts";
import { expectFound, get } from "../../wire/reading.ts";
import {
  bodyText,
  refusalText,
  succeeded,
  TransportError,
  type Reader,
  type Transport,
  type WireResponse,
} from "../../wire/request.ts";
import { sendUntilClear, type Found } from "../../wire/clear-write.ts";
import {
  isSameLease,
  unreachable,
  parseLease,
  renderLease,
  type KeptLease,
  type Lease,
  type LockStore,
} from "./lease.ts";

export interface CatalogLockOptions {
  readonly read: Reader;
  readonly send: Transport;
  /** Whether the server honours If-Match and `If-None-Match: *`. */
  readonly atomic: boolean;
  /** How long others may take to overwrite it otherwise. */
  readonly confirmMs: number;
  /** In milliseconds; a timer when absent. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** The store of an estate's lease in the catalog. */
export function catalogLock(estate: string, options: CatalogLockOptions): LockStore {
  const { wait = pause } = options;
  const file = `plumbline/${estate}/lock.json`;
  const path = resourcePath(file);
  const place = `${pathTo("resources", {})}/${file}`;
  const read = async (): Promise<KeptLease | undefined> => {
    try {
      const response = await get(options.read, path);
      if (response.status === 404) return undefined;
      const lease = parseLease(bodyText(expectFound(response, path)), estate);
      // A proxy may alter the ETag, so it is computed from the text.
      const own = options.atomic ? fileEtag(file, response.body) : undefined;
      const version = own ?? response.headers["etag"];
      return { lease, version, ageMs: ageOf(response, lease) };
    } catch (error) {
      throw unreachable(place, `cannot be read: ${reasonOf(error)}`);
    }
  };
  const put = (lease: Lease, condition: Readonly<Record<string, string>>) =>
    options.send({
      method: "PUT",
      path,
      headers: condition,
      mediaType: mediaTypes.json,
      body: { kind: "text", text: renderLease(lease, estate) },
    });
  const textOf = (kept: Pick<KeptLease, "lease"> | undefined) =>
    kept === undefined ? undefined : renderLease(kept.lease, estate);
  const failed = (reason: string) => unreachable(place, `could not be written: ${reason}`);
  /** Returns the response, or what is stored where there was none. */
  const write = async (
    lease: Lease,
    instead: KeptLease | undefined,
    condition: Readonly<Record<string, string>>,
  ) => {
    const look = async (): Promise<Found> => {
      const text = textOf(await read());
      if (text === textOf({ lease })) return "sent";
      return text === textOf(instead) ? "before" : "other";
    };
    try {
      return await sendUntilClear({ send: () => put(lease, condition), look, wait });
    } catch (error) {
      throw error instanceof TransportError ? failed(error.message) : error;
    }
  };
  const replaceAtOnce = async (lease: Lease, instead: KeptLease | undefined) => {
    const answer = await write(lease, instead, conditionOn(instead));
    if (answer === "other") return undefined;
    if (answer !== "sent" && !succeeded(answer)) {
      const kept = await read();
      if (kept !== undefined && textOf(kept) === textOf({ lease })) return kept;
      if (answer.status === 412 && textOf(kept) !== textOf(instead)) return undefined;
      throw failed(failureText(answer));
    }
    return { lease, version: fileEtag(file, renderLease(lease, estate)), ageMs: 0 };
  };
  const replaceAndLook = async (lease: Lease, instead: KeptLease | undefined) => {
    if (textOf(await read()) !== textOf(instead)) return undefined;
    const answer = await write(lease, instead, {});
    if (!isSameLease(lease, instead?.lease)) await pause(options.confirmMs);
    const after = await read();
    if (textOf(after) === textOf({ lease })) return after;
    if (textOf(after) !== textOf(instead) || typeof answer === "string") return undefined;
    throw failed(failureText(answer));
  };
  return { place, read, replace: options.atomic ? replaceAtOnce : replaceAndLook };
}

function failureText(answer: WireResponse): string {
  return answer.status === 412 ? ALTERED_ETAGS : `${answer.status} ${refusalText(answer)}`;
}

function conditionOn(instead: KeptLease | undefined): Readonly<Record<string, string>> {
  return instead?.version === undefined
    ? { "if-none-match": "*" }
    : { "if-match": instead.version };
}

/** By the server's clock, because client clocks may be wrong; else by the holder's. */
function ageOf({ headers }: WireResponse, { renewed }: Lease): number {
  const [now, modified] = [headers["date"], headers["last-modified"]].map((text) =>
    Date.parse(text ?? ""),
  );
  const age = (now ?? Number.NaN) - (modified ?? Number.NaN);
  return Number.isNaN(age) ? Date.now() - Date.parse(renewed) : age;
}
