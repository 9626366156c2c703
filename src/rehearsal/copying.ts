/** The shared state of a copy: reader, writer and gaps. */
import type { Address } from "../model/address.ts";
import { rehearsal as limits } from "../model/limits.ts";
import type { KindContext } from "../reconciler/kind.ts";
import { orLeftOut } from "../reconciler/kinds/declare/left-out.ts";
import { mediaTypes } from "../wire/media.ts";
import { refusalText, succeeded, type Reader, type WireResponse } from "../wire/request.ts";
import type { InnerRequest } from "../server/temporary.ts";
import type { CopyServer } from "./copy-server.ts";
import { RehearsalInterruptedError, RehearsalTooLargeError } from "./rehearsal-error.ts";
import type { Unstyled } from "./unstyled.ts";

/** A difference between the copy and the original. */
export interface Gap {
  readonly address: Address;
  readonly reason: string;
  /** Requests below this path cannot be rehearsed, because its content is unknown. */
  readonly within?: string;
}

export interface Copying {
  /** Its reader sends only GET and HEAD. */
  readonly original: KindContext;
  /** Has the original's server profile. */
  readonly copy: KindContext;
  readonly seed: CopyServer["seed"];
  /** Sends a write and gives any response. */
  readonly attempt: (request: InnerRequest) => Promise<WireResponse>;
  /** The same, but a refusal becomes a gap. */
  readonly write: (address: Address, request: InnerRequest) => Promise<boolean>;
  readonly miss: (address: Address, reason: string, within?: string) => void;
  /** Registers a layer without a style on the original. */
  readonly unstyled: Unstyled["add"];
}

/** The functions throw RehearsalTooLargeError and RehearsalInterruptedError. */
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

/** As a name: all objects of the kind. */
export const ALL = "*";

/** Reads from the original; an unreadable object becomes a gap and undefined. */
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

export function xmlRequest(method: "POST" | "PUT", path: string, body: string): InnerRequest {
  return { method, path, mediaType: mediaTypes.xml, body };
}
