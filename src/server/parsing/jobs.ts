/** What is parsed for routes: the same functions here and in a worker. */
import type { StyleContent, StyleFormat } from "../../model/style.ts";
import { examineBundle, type BundleReport, type MappingBundle } from "../../wire/mapping-bundle.ts";
import { inspectStyle } from "../../wire/sld.ts";
import { WireError, type WireErrorCode } from "../../wire/wire-error.ts";
import { inspectSheet, sldOf } from "./sheet.ts";

/** A piece of parsing that can be sent to a worker. */
export type Job =
  | { readonly type: "style"; readonly bytes: Uint8Array; readonly format: StyleFormat }
  | { readonly type: "bundle"; readonly bundle: MappingBundle }
  /** The SLD that a style sheet means. */
  | { readonly type: "translation"; readonly sheet: Uint8Array };

/** What a job is about. */
export type Value = StyleContent | BundleReport | string;

/** What a job gives; a WireError comes as data, because errors lose their type on the way. */
export type Outcome =
  | { readonly value: Value }
  | {
      readonly code: WireErrorCode;
      readonly message: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };

/** Does a job. */
export function runJob(job: Job): Outcome {
  try {
    return { value: valueOf(job) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { code, message, line, column } = error;
    return { code, message, line, column };
  }
}

function valueOf(job: Job): Value {
  if (job.type === "bundle") return examineBundle(job.bundle);
  if (job.type === "translation") return sldOf(job.sheet);
  const { bytes, format } = job;
  return format === "css" ? inspectSheet(bytes) : inspectStyle(bytes, format);
}
