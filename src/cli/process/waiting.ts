/** A terminal line for slow reads; writes have their own progress. */
import { client as limits } from "../../model/limits.ts";
import type { Exchange } from "../../reconciler/client/http.ts";
import { isBusy } from "../../wire/retry.ts";
import type { Screen } from "./screen.ts";

type Request = Pick<Exchange, "method" | "path">;

/** A read that is under way, or that a busy server has not answered and is sent again. */
interface Awaited {
  readonly request: Request;
  readonly at: number;
  readonly tries: number;
  /** How the last try ended; undefined while it is under way. */
  readonly refused?: { readonly by: string; readonly at: number };
}

export interface Waiting {
  readonly begin: (request: Request) => void;
  readonly end: (exchange: Request & Partial<Pick<Exchange, "status">>) => void;
  readonly close: () => void;
}

/** Starts watching; `show` takes the line, and nothing where there is none to show. */
export function openWaiting(show: Screen["status"]): Waiting {
  let open: readonly Awaited[] = [];
  let answered = 0;
  let begun: number | undefined;
  let isReading = true;
  const beat = () => {
    const now = Date.now();
    // Nobody tells when the last try was made.
    open = open.filter(({ refused }) => now - (refused?.at ?? now) < limits.putOffMs);
    const isLong = (since = now) => now - since >= limits.silenceShownMs;
    const [first] = open;
    if (first !== undefined && isLong(first.at))
      show(`${waitingText(first, now)}, ${answered} answered before`);
    else if (isReading && isLong(begun))
      show(`reading the server: ${answered} requests answered`, true);
    else show(undefined);
  };
  const timer = setInterval(beat, limits.silenceBeatMs);
  timer.unref();
  /** Takes out a request, by whether a try of it is under way. */
  const take = ({ method, path }: Request, isUnderWay: boolean): Awaited | undefined => {
    const found = open.find(
      ({ request, refused }) =>
        request.method === method &&
        request.path === path &&
        (refused === undefined) === isUnderWay,
    );
    open = open.filter((one) => one !== found);
    return found;
  };
  return {
    begin: (request) => {
      // Writes have their own progress.
      isReading &&= request.method === "GET" || request.method === "HEAD";
      begun ??= Date.now();
      if (request.method !== "GET" && request.method !== "HEAD") return;
      const { at = Date.now(), tries = 0 } = take(request, false) ?? {};
      open = [...open, { request, at, tries: tries + 1 }];
    },
    end: ({ status, ...request }) => {
      const found = take(request, true);
      if (found === undefined) return;
      if (status === undefined || isBusy({ status })) {
        const by = status === undefined ? "no answer" : `answered with ${status}`;
        open = [...open, { ...found, refused: { by, at: Date.now() } }];
        return;
      }
      answered++;
    },
    close: () => {
      clearInterval(timer);
      show(undefined);
    },
  };
}

function waitingText({ request, at, tries, refused }: Awaited, now: number): string {
  const what = `waiting for ${request.method} ${request.path}`;
  const seconds = Math.floor((now - at) / 1_000);
  const again = tries > 1 ? `, try ${tries}` : "";
  if (refused === undefined) return `${what}: no answer for ${seconds} s${again}`;
  return `${what}: ${refused.by}, again soon, ${seconds} s${again}`;
}
