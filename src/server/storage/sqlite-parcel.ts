/**
 * Statements as they pass from the loop to the thread: one flat list of values, in which each text of SQL stands once
 * and has a number from then on. To take objects and texts apart costs several times what it takes to run them.
 */
import type { Batch, Statement } from "./sqlite-session.ts";

/** A batch that passes between threads. */
export interface Parcel {
  /** Texts that get the next numbers. */
  readonly texts: readonly string[];
  /** Of each statement its number, how many values it has, and these. */
  readonly values: readonly unknown[];
  readonly isWaitedFor: boolean;
}

/** Texts beyond so many stand for themselves each time. */
const NUMBERED = 1_000;

/** Bytes from this size on are handed over, so that they are not copied twice. */
const HANDED_OVER = 64 * 1024;

/** Packs batches for one thread; gives what is handed over with a parcel, too. */
export function openPacker(): (batch: Batch) => readonly [Parcel, ArrayBuffer[]] {
  const numbers = new Map<string, number>();
  return ({ statements, isWaitedFor }) => {
    const texts: string[] = [];
    const values: unknown[] = [];
    const handedOver: ArrayBuffer[] = [];
    const numberOf = (sql: string) => {
      const known = numbers.get(sql);
      if (known !== undefined || numbers.size >= NUMBERED) return known ?? sql;
      const number = numbers.size;
      numbers.set(sql, number);
      texts.push(sql);
      return number;
    };
    for (const { sql, parameters } of statements) {
      values.push(numberOf(sql), parameters.length);
      for (const one of parameters) {
        if (!(one instanceof Uint8Array)) values.push(one);
        else {
          // What is here may be part of much more.
          const own = new Uint8Array(one);
          values.push(own);
          if (own.byteLength >= HANDED_OVER) handedOver.push(own.buffer);
        }
      }
    }
    return [{ texts, values, isWaitedFor }, handedOver];
  };
}

/** Unpacks what was packed for this thread, in the same order. */
export function openUnpacker(): (parcel: Parcel) => Batch {
  const known: string[] = [];
  return ({ texts, values, isWaitedFor }) => {
    known.push(...texts);
    const statements: Statement[] = [];
    for (let at = 0; at < values.length;) {
      const [text, count] = [values[at], Number(values[at + 1])];
      const sql = typeof text === "number" ? (known[text] ?? "") : String(text);
      statements.push({ sql, parameters: values.slice(at + 2, at + 2 + count) });
      at += 2 + count;
    }
    return { statements, isWaitedFor };
  };
}
