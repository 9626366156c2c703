/** What all parts of a copy share: a reader of the original, a writer of the copy, what went wrong. */
import type { Address } from "../model/address.ts";
import { rehearsal as limits } from "../model/limits.ts";
import type { KindContext } from "../reconciler/kind.ts";
import { orLeftOut } from "../reconciler/kinds/declare/left-out.ts";
import { mediaTypes } from "../wire/media.ts";
import { refusalText, succeeded, type Reader, type WireResponse } from "../wire/request.ts";
import type { CopyRequest, CopyServer } from "./copy-server.ts";
import { RehearsalInterruptedError, RehearsalTooLargeError } from "./rehearsal-error.ts";
import type { Unstyled } from "./unstyled.ts";

/** Something that the copy does not hold as the original does. */
export interface Gap {
  readonly address: Address;
  readonly reason: string;
  /** Requests to paths that begin so cannot be rehearsed, because nobody can know what is there. */
  readonly within?: string;
}

/** A copy in the making. */
export interface Copying {
  /** Of the original; its reader sends GET and HEAD only. */
  readonly original: KindContext;
  /** Of the copy, which looks like the original. */
  readonly copy: KindContext;
  readonly seed: CopyServer["seed"];
  /** Sends a write to the copy and gives its answer, whatever it is. */
  readonly attempt: (request: CopyRequest) => Promise<WireResponse>;
  /** The same; a refusal is a gap of what the request is for. */
  readonly write: (address: Address, request: CopyRequest) => Promise<boolean>;
  readonly miss: (address: Address, reason: string, within?: string) => void;
  /** Takes a layer that the original draws with no style. */
  readonly unstyled: Unstyled["add"];
}

/** Begins a copy. Its functions throw RehearsalTooLargeError and RehearsalInterruptedError. */
export function beginCopy(
  { original, copy, server }: { original: KindContext; copy: KindContext; server: CopyServer },
  { gaps, interrupted, unstyled }: { gaps: Gap[]; interrupted: () => boolean; unstyled: Unstyled },
): Copying {
  let requests = 0;
  const count = () => {
    if (interrupted()) throw new RehearsalInterruptedError();
    if (++requests > limits.requests) throw new RehearsalTooLargeError();
  };
  const counted =
    (read: Reader): Reader =>
    async (request) => {
      count();
      return read(request);
    };
  const attempt: Copying["attempt"] = async (request) => {
    count();
    return server.exchange(request);
  };
  const miss: Copying["miss"] = (address, reason, within) =>
    void gaps.push({ address, reason, ...(within === undefined ? {} : { within }) });
  return {
    original: { ...original, read: counted(original.read) },
    copy,
    seed: server.seed,
    attempt,
    miss,
    unstyled: unstyled.add,
    write: async (address, request) => {
      const response = await attempt(request);
      if (succeeded(response)) return true;
      const why = request.confidential ? "" : ` ${firstLine(refusalText(response))}`;
      miss(address, `the copy refused it: ${response.status}${why}`);
      return false;
    },
  };
}

/** In an address: all objects of the kind. */
export const ALL = "*";

/** What is read of the original; what it cannot show is a gap, and undefined. */
export function ifShown<Result>(
  { miss }: Pick<Copying, "miss">,
  address: Address,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  return orLeftOut([address], (at, { message }) => miss(at, `it cannot be read: ${message}`), read);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** A write of an XML document. */
export function xmlRequest(method: "POST" | "PUT", path: string, body: string): CopyRequest {
  return { method, path, mediaType: mediaTypes.xml, body };
}

/** Does work for each, a few at a time, and gives the results in order. */
export async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += limits.readsAtOnce) {
    const part = items.slice(at, at + limits.readsAtOnce);
    results.push(...(await Promise.all(part.map(work))));
  }
  return results;
}
