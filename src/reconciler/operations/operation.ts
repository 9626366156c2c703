/** What an operation is: how its requests are found with GET, and how their answers are judged. */
import { Failure } from "../../model/failure.ts";
import type { Address } from "../../model/address.ts";
import { sendInTime } from "../../wire/clear-write.ts";
import {
  refusalText,
  succeeded,
  type Reader,
  type Transport,
  type WireRequest,
} from "../../wire/request.ts";
import type { ListedTask } from "../../wire/tile-tasks.ts";

/** The server cannot do it, or failed. */
export class OperationError extends Failure {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "OperationError";
    this.hint = hint;
  }
}

/** What flags say beside the objects. */
export interface OperationOptions {
  /** One document database of the mappings; all when undefined. */
  readonly internalStore?: string | undefined;
  /** Ids of documents to read first. */
  readonly ids?: readonly string[] | undefined;
  /** Most documents to read. */
  readonly max?: number | undefined;
  readonly gridSet?: readonly string[] | undefined;
  readonly zoom?: readonly [from: number, to: number] | undefined;
  readonly format?: readonly string[] | undefined;
  readonly threads?: number | undefined;
  /** Whether tiles that are there are drawn again. */
  readonly reseed?: boolean | undefined;
  /** Whether what runs is ended. */
  readonly stop?: boolean | undefined;
}

/** What is known before the first request that writes. */
export interface OperationContext {
  readonly read: Reader;
  readonly software: "plumbline" | "geoserver";
  readonly options: OperationOptions;
  /** The object in words. */
  readonly name: string;
}

/** The requests for one object. */
export interface Task {
  readonly requests: readonly WireRequest[];
  /** Reads back what a server answers success to, and returns what is wrong with it. */
  readonly review?: (read: Reader) => Promise<readonly string[]>;
  /** What goes on after the answers, and can be watched. */
  readonly running?: Running;
}

/** Tasks of a tile layer. */
export interface Running {
  readonly list: (read: Reader) => Promise<readonly ListedTask[]>;
  /** Tasks that ran before. */
  readonly before: readonly number[];
}

/** One verb. */
export interface Operation {
  /** Kinds of the objects it takes. */
  readonly kinds: readonly string[];
  /** The kind of `WORKSPACE:NAME` without a kind. */
  readonly usual?: string;
  /** The options it takes. */
  readonly options: readonly (keyof OperationOptions)[];
  /** `Recalculate`, `the bounds of`, then `were recalculated`. */
  readonly words: readonly [ask: string, what: string, done: string];
  /** Why these options do not go together; undefined where they do. */
  readonly problem?: (options: OperationOptions) => string | undefined;
  /** The object in words, its address if absent. Objects with the same requests have the same. */
  readonly subject?: (address: Address, options: OperationOptions) => string;
  /** GET only. Throws OperationError where the object or the path is not there. */
  readonly prepare: (address: Address, context: OperationContext) => Promise<Task>;
}

/** `wait` is for a busy server. Throws OperationError when the server refuses. */
export async function operate(
  request: WireRequest,
  send: Transport,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  const response = await sendInTime({ send: () => send(request), wait });
  if (succeeded(response)) return;
  const reason = `${response.status} ${refusalText(response)}`.trim();
  throw new OperationError(`The server refused: ${reason}`, "Everything is as it was.");
}
