/**
 * Packs statements for the writer thread into a flat list, where an SQL text is sent once and then
 * has a number. Cloning objects and texts would cost several times the execution.
 */
import type { Batch, Statement } from "./sqlite-session.ts";

export interface Parcel {
  /** New texts, which get the next numbers. */
  readonly texts: readonly string[];
  /** Per statement: its number, the count of its values, and the values. */
  readonly values: readonly unknown[];
  readonly isWaitedFor: boolean;
}

/** The most texts with numbers; further texts are sent each time. */
const NUMBERED = 1_000;

/** Byte arrays from this size are transferred instead of copied. */
const HANDED_OVER = 64 * 1024;

/** Packs batches for one thread; also returns the buffers to transfer. */
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
          // The array may be a view of a larger buffer.
          const own = new Uint8Array(one);
          values.push(own);
          if (own.byteLength >= HANDED_OVER) handedOver.push(own.buffer);
        }
      }
    }
    return [{ texts, values, isWaitedFor }, handedOver];
  };
}

/** Unpacks parcels in the order of packing. */
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
