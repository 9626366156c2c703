/** Progress of a run: a live line on a terminal, plain lines elsewhere, events in JSON. */
import { stripVTControlCharacters } from "node:util";
import type { Upload } from "../../reconciler/client/http.ts";
import type { ExecuteEvent } from "../../reconciler/engine/run/events.ts";
import type { PlannedStep } from "../../reconciler/engine/plan/plan.ts";
import { cutTo, widthOf } from "../../reconciler/report/wrap.ts";
import { pathWithQuery } from "../../wire/request.ts";
import { CLEAR_LINE, type Screen } from "../process/screen.ts";

/** Shows the progress of a run. */
export interface Progress {
  readonly show: (event: ExecuteEvent) => void;
  readonly uploading: (upload: Upload) => void;
  readonly close: () => void;
}

export interface Running {
  readonly index: number;
  readonly total: number;
  readonly step: PlannedStep;
  readonly elapsedMs: number;
  /** Progress of a large body. */
  readonly upload: Pick<Upload, "sent" | "bytes"> | undefined;
  readonly attempt: number;
}

export interface Pace {
  readonly total: number;
  readonly ended: number;
  /** Completed requests per second; undefined while there are too few. */
  readonly perSecond: number | undefined;
}

/** Output of progress. */
export interface ProgressSink {
  readonly beatMs: number;
  readonly event: (event: ExecuteEvent, elapsedMs: number) => void;
  /** Called between events with the active requests, the oldest first. */
  readonly beat: (running: readonly Running[], pace: Pace) => void;
  readonly close: () => void;
}

/** A longer request counts as slow. */
const LONG_MS = 10_000;

interface Begun extends Omit<Running, "elapsedMs"> {
  readonly at: number;
}

/** Sends progress to a sink until it is closed. */
export function openProgress(sink: ProgressSink): Progress {
  const started = Date.now();
  const begun = new Map<number, Begun>();
  let [total, ended] = [0, 0];
  const beat = () => {
    const running = [...begun.values()].map(({ at, ...one }) => ({
      ...one,
      elapsedMs: Date.now() - at,
    }));
    const seconds = (Date.now() - started) / 1_000;
    const perSecond = ended >= 3 && seconds >= 1 ? ended / seconds : undefined;
    sink.beat(running, { total, ended, perSecond });
  };
  const timer = setInterval(beat, sink.beatMs);
  timer.unref();
  return {
    show: (event) => {
      const { index } = event;
      ({ total } = event);
      const elapsedMs = Date.now() - (begun.get(index)?.at ?? Date.now());
      if (event.type === "ended") {
        begun.delete(index);
        ended++;
      } else {
        const at = begun.get(index)?.at ?? Date.now();
        const attempt = event.type === "retrying" ? event.attempt : 1;
        begun.set(index, { index, total, step: event.step, upload: undefined, at, attempt });
      }
      sink.event(event, elapsedMs);
      // A live line is redrawn with each event, log lines only with the timer.
      if (event.type !== "ended" && sink.beatMs < LONG_MS) beat();
    },
    uploading: ({ method, path, sent, bytes }) => {
      for (const one of begun.values()) {
        const { request } = one.step;
        if (request.method === method && pathWithQuery(request) === path)
          begun.set(one.index, { ...one, upload: { sent, bytes } });
      }
    },
    close: () => {
      clearInterval(timer);
      sink.close();
    },
  };
}

/** No progress. */
export const silent: ProgressSink = {
  beatMs: LONG_MS,
  event: () => undefined,
  beat: () => undefined,
  close: () => undefined,
};

/** A line on a terminal with position, request, rate and remaining time. */
export function liveLine(stream: Screen): ProgressSink {
  let open = false;
  return {
    beatMs: 1_000,
    event: () => undefined,
    beat: ([first], pace) => {
      if (first === undefined) return;
      stream.write(
        CLEAR_LINE + liveText(first, pace, Math.max(20, (stream.terminalColumns() ?? 0) - 1)),
      );
      open = true;
    },
    close: () => {
      if (open) stream.write(CLEAR_LINE);
      open = false;
    },
  };
}

function liveText(one: Running, { total, ended, perSecond }: Pace, columns: number): string {
  const left = perSecond === undefined ? undefined : Math.ceil((total - ended) / perSecond);
  const rate =
    perSecond === undefined || left === undefined
      ? ""
      : `  ${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)}/s, ${durationText(left)} left`;
  const head = `[${ended + 1}/${total}] `;
  const tail = `${stillText(one)}${rate}`;
  const room = columns - widthOf(head) - widthOf(tail);
  const summary = oneLine(one.step.summary);
  return room < 8 ? cutTo(`${head}${summary}`, columns) : `${head}${cutTo(summary, room)}${tail}`;
}

function stillText({ elapsedMs, upload, attempt }: Running): string {
  const isLong = elapsedMs >= LONG_MS;
  const parts = [
    isLong ? `still, ${durationText(Math.floor(elapsedMs / 1_000))}` : [],
    upload === undefined || upload.sent >= upload.bytes ? [] : bytesText(upload),
    attempt > 1 ? `attempt ${attempt}` : [],
  ].flat();
  return parts.length === 0 ? "" : `  ${parts.join(", ")}`;
}

/**
 * A line per request for short plans, about twenty for long ones, and lines for slow requests. They
 * are counted as they end: those under way together do not end in the order of the plan.
 */
export function plainLines(stream: Pick<Screen, "write">): ProgressSink {
  let ended = 0;
  const line = (total: number, text: string) =>
    stream.write(`[${ended + 1}/${total}] ${oneLine(text)}\n`);
  return {
    beatMs: LONG_MS,
    event: (event) => {
      const { type, total } = event;
      if (type === "retrying") {
        const again = `again in ${durationText(Math.ceil(event.pauseMs / 1_000))}`;
        line(total, `${event.step.summary}: no clear answer, ${again}`);
      }
      if (type !== "ended") return;
      const every = Math.max(1, Math.ceil(total / 20));
      const isShown = (ended + 1) % every === 0 || ended === total - 1;
      if (isShown) line(total, `${event.report.step.summary}: ${event.report.outcome}`);
      ended++;
    },
    beat: (running) => {
      for (const { total, step, elapsedMs, upload } of running) {
        const sent = upload === undefined ? "" : `, ${bytesText(upload)} sent`;
        const time = durationText(Math.round(elapsedMs / 1_000));
        if (elapsedMs >= LONG_MS - 100)
          line(total, `${step.summary}: still under way, ${time}${sent}`);
      }
    },
    close: () => undefined,
  };
}

function oneLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\s+/g, " ");
}

function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MIB = 1024 * 1024;

function bytesText({ sent, bytes }: Pick<Upload, "sent" | "bytes">): string {
  return `${(sent / MIB).toFixed(1)} of ${(bytes / MIB).toFixed(1)} MiB`;
}
