/** How the work for a text grows with the text, measured by the time that this thread computes. */
import { beginWork } from "../support/run/thread-time.ts";

/** Milliseconds below which work is not looked at: collecting garbage takes as much. */
const NOTICED = 30;

/** Milliseconds of which garbage and compilers are no part that counts. */
const LONG = 1_000;

/** Twice the text may cost so many times as much. */
const MOST = 2.5;

/** Work for texts of about so many characters; only the work itself is measured. */
export interface Growing<Input> {
  readonly make: (size: number) => Input | Promise<Input>;
  readonly work: (input: Input) => unknown;
}

/**
 * Doubles a text from one size to another, and says where the work grew faster than it may; undefined where it
 * did not. Ends with the first such size, since the next ones may take for ever.
 */
export async function growthProblem<Input>(
  growing: Growing<Input>,
  { from = 32, to = 65_536 }: { readonly from?: number; readonly to?: number } = {},
): Promise<string | undefined> {
  let before = await costOf(growing, from);
  for (let size = from * 2; size <= to; size *= 2) {
    const after = await costOf(growing, size);
    if (after > NOTICED && after > before * MOST) {
      const [one, two] = [await least(growing, size / 2), await least(growing, size)];
      if (two > NOTICED && two > one * MOST)
        return `${size / 2} characters cost ${one.toFixed(0)} ms, ${size} cost ${two.toFixed(0)} ms`;
    }
    before = after;
  }
  return undefined;
}

/** The same of work that mostly costs little: it is doubled only where a size costs so much more than a few characters. */
export async function noticedProblem<Input>(
  growing: Growing<Input>,
  notableMs: number,
  sizes: readonly number[] = [8_192],
): Promise<string | undefined> {
  let short: number | undefined;
  for (const size of sizes) {
    const more = (await costOf(growing, size)) - notableMs;
    // Nothing costs less than nothing, so that mostly one look is enough.
    if (more >= 0 && more >= (short ??= await costOf(growing, 256))) return growthProblem(growing);
  }
  return undefined;
}

async function costOf<Input>({ make, work }: Growing<Input>, size: number): Promise<number> {
  const input = await make(size);
  const cost = beginWork();
  await work(input);
  return cost();
}

/** The least of some: a compiler, or the collection of garbage, may have taken a part of one. */
async function least<Input>(growing: Growing<Input>, size: number): Promise<number> {
  let found = await costOf(growing, size);
  for (let time = 0; time < 2 && found < LONG; time++)
    found = Math.min(found, await costOf(growing, size));
  return found;
}

/** A text of about so many characters: what begins it, a piece again and again, what ends it. */
export function filled(size: number, piece: string, { head = "", tail = "" } = {}): string {
  return `${head}${piece.repeat(Math.max(1, Math.round(size / piece.length)))}${tail}`;
}
