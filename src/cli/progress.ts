/** Progress of a run: one live line on a terminal, plain lines elsewhere. */
import { stripVTControlCharacters } from "node:util";
import type { ExecuteEvent } from "../reconciler/engine/execute.ts";

/** Shows events as they come. */
export interface Progress {
  readonly show: (event: ExecuteEvent) => void;
  readonly close: () => void;
}

const CLEAR_LINE = "\r\u001b[2K";

/** Progress on a stream; none when there is no stream. */
export function openProgress(stream: NodeJS.WriteStream | undefined): Progress {
  if (stream === undefined) return { show: () => undefined, close: () => undefined };
  return stream.isTTY ? liveLine(stream) : plainLines(stream);
}

function liveLine(stream: NodeJS.WriteStream): Progress {
  const started = Date.now();
  let open = false;
  return {
    show: ({ type, index, total, ...event }) => {
      if (type !== "started" || !("step" in event)) return;
      const seconds = (Date.now() - started) / 1_000;
      const rate = index > 0 && seconds > 0 ? `  ${Math.round(index / seconds)}/s` : "";
      const text = `[${index + 1}/${total}] ${event.step.summary}${rate}`;
      stream.write(
        CLEAR_LINE + stripVTControlCharacters(text).slice(0, Math.max(20, stream.columns - 1)),
      );
      open = true;
    },
    close: () => {
      if (open) stream.write(CLEAR_LINE);
      open = false;
    },
  };
}

/** A line for each request of a short plan, and about twenty lines for a long one. */
function plainLines(stream: NodeJS.WriteStream): Progress {
  return {
    show: ({ type, index, total, ...event }) => {
      const every = Math.max(1, Math.ceil(total / 20));
      const isLast = index === total - 1;
      if (type !== "ended" || !("report" in event) || ((index + 1) % every !== 0 && !isLast))
        return;
      stream.write(
        `[${index + 1}/${total}] ${event.report.step.summary}: ${event.report.outcome}\n`,
      );
    },
    close: () => undefined,
  };
}
