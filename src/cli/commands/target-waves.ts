/**
 * Works on targets wave by wave, several of a wave together where that is asked for
 * (docs/decisions/0075-targets-beside-each-other.md).
 */

/** How targets are worked on. */
interface Waves<End> {
  readonly runOne: (name: string, turn: Turn) => Promise<End>;
  /** Targets under way together. */
  readonly parallel: number;
  /** Whether no other target is begun after such an end. */
  readonly stops: (end: End) => boolean;
  readonly interrupted: () => boolean;
}

/** When a target has its turn to be reported; undefined where it has it at once. */
export type Turn = Promise<unknown> | undefined;

/**
 * Begins targets in their order, those of a wave once all of the wave before have ended. After one that stops, or
 * an interruption, none is begun. Gives the ends of those that were, in the order of the targets. What is thrown is
 * thrown once nothing is under way any more.
 */
export async function runWaves<End>(
  waves: readonly (readonly string[])[],
  { runOne, parallel, stops, interrupted }: Waves<End>,
): Promise<readonly End[]> {
  const ends: Promise<End>[] = [];
  let isOver = false;
  for (const wave of waves) {
    const waiting = [...wave];
    const work = async () => {
      for (let name = next(); name !== undefined; name = next()) {
        const turn = parallel > 1 ? Promise.allSettled(ends) : undefined;
        const end = runOne(name, turn);
        ends.push(end);
        isOver = (await end.then(stops, () => true)) || isOver;
      }
    };
    const next = () => (isOver || interrupted() ? undefined : waiting.shift());
    await Promise.all(Array.from({ length: Math.min(parallel, wave.length) }, work));
  }
  return Promise.all(ends);
}
