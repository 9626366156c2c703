/** A terminal line for slow reads; writes have their own progress. */
import { client as limits } from "../../model/limits.ts";
import type { Exchange } from "../../reconciler/client/http.ts";
import { cutTo } from "../../reconciler/report/wrap.ts";
import { isBusy } from "../../wire/retry.ts";
import { CLEAR_LINE, type Screen } from "./screen.ts";

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

/** Starts watching; the line is removed when all reads are answered. */
export function openWaiting(
  screen: Pick<Screen, "write"> & Partial<Pick<Screen, "terminalColumns">>,
): Waiting {
  let open: readonly Awaited[] = [];
  let answered = 0;
  let isShown = false;
  const clear = () => {
    if (isShown) screen.write(CLEAR_LINE);
    isShown = false;
  };
  const beat = () => {
    const now = Date.now();
    // Nobody tells when the last try was made.
    open = open.filter(({ refused }) => now - (refused?.at ?? now) < limits.putOffMs);
    const [first] = open;
    if (first === undefined || now - first.at < limits.silenceShownMs) return clear();
    const text = `${waitingText(first, now)}, ${answered} answered before`;
    screen.write(CLEAR_LINE + cutTo(text, Math.max(20, (screen.terminalColumns?.() ?? 80) - 1)));
    isShown = true;
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
      clear();
    },
    close: () => {
      clearInterval(timer);
      clear();
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
