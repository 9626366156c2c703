/** A terminal line for slow reads; writes have their own progress. */
import { client as limits } from "../../model/limits.ts";
import type { Exchange } from "../../reconciler/client/http.ts";
import { cutTo } from "../../reconciler/report/wrap.ts";
import { CLEAR_LINE, type Screen } from "./screen.ts";

type Request = Pick<Exchange, "method" | "path">;

export interface Waiting {
  readonly begin: (request: Request) => void;
  readonly end: (request: Request) => void;
  readonly close: () => void;
}

/** Starts watching; the line is removed when all reads are answered. */
export function openWaiting(
  screen: Pick<Screen, "write"> & Partial<Pick<Screen, "terminalColumns">>,
): Waiting {
  const open: { readonly request: Request; readonly at: number }[] = [];
  let answered = 0;
  let isShown = false;
  const clear = () => {
    if (isShown) screen.write(CLEAR_LINE);
    isShown = false;
  };
  const beat = () => {
    const [first] = open;
    const elapsedMs = first === undefined ? 0 : Date.now() - first.at;
    if (first === undefined || elapsedMs < limits.silenceShownMs) return clear();
    const { method, path } = first.request;
    const seconds = Math.floor(elapsedMs / 1_000);
    const text = `waiting for ${method} ${path}: no answer for ${seconds} s, ${answered} answered before`;
    screen.write(CLEAR_LINE + cutTo(text, Math.max(20, (screen.terminalColumns?.() ?? 80) - 1)));
    isShown = true;
  };
  const timer = setInterval(beat, limits.silenceBeatMs);
  timer.unref();
  return {
    begin: (request) => {
      if (request.method === "GET" || request.method === "HEAD")
        open.push({ request, at: Date.now() });
    },
    end: ({ method, path }) => {
      const at = open.findIndex(
        ({ request }) => request.method === method && request.path === path,
      );
      if (at === -1) return;
      open.splice(at, 1);
      answered++;
      clear();
    },
    close: () => {
      clearInterval(timer);
      clear();
    },
  };
}
