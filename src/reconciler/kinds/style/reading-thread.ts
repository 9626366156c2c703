/** Entry of a thread that reads contents of styles (reading-ahead.ts). */
import { parentPort } from "node:worker_threads";
import type { StyleFormat } from "../../../model/style.ts";
import { readingOf, type StyleReading } from "./reading.ts";

/** A content to be read; the number tells its answer from others. */
export interface ReadingJob {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly format: StyleFormat;
}

/** What was read. */
export interface ReadingAnswer {
  readonly number: number;
  readonly reading: StyleReading;
}

parentPort?.on("message", ({ number, bytes, format }: ReadingJob) => {
  const answer: ReadingAnswer = { number, reading: readingOf(bytes, format) };
  parentPort?.postMessage(answer, []);
});
