/** Parsing jobs, for the main thread and for workers. */
import type { StyleContent, StyleFormat } from "../../model/style.ts";
import { examineBundle, type BundleReport, type MappingBundle } from "../../wire/mapping-bundle.ts";
import { inspectStyle } from "../../wire/sld.ts";
import { WireError, type WireErrorCode } from "../../wire/wire-error.ts";
import { inspectSheet, sldOf } from "./sheet.ts";

export type Job =
  | { readonly type: "style"; readonly bytes: Uint8Array; readonly format: StyleFormat }
  | { readonly type: "bundle"; readonly bundle: MappingBundle }
  | { readonly type: "translation"; readonly sheet: Uint8Array };

export type Value = StyleContent | BundleReport | string;

/** A WireError is sent as data: errors lose their class between threads. */
export type Outcome =
  | { readonly value: Value }
  | {
      readonly code: WireErrorCode;
      readonly message: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };

/** Runs a job where its errors cannot pass. */
export function runJob(job: Job): Outcome {
  try {
    return { value: valueOf(job) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { code, message, line, column } = error;
    return { code, message, line, column };
  }
}

/** Throws WireError. */
export function valueOf(job: Job): Value {
  if (job.type === "bundle") return examineBundle(job.bundle);
  if (job.type === "translation") return sldOf(job.sheet);
  const { bytes, format } = job;
  return format === "css" ? inspectSheet(bytes) : inspectStyle(bytes, format);
}
