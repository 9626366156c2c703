/**
 * Runs targets wave by wave, optionally several of a wave in parallel
 * (docs/decisions/0075-targets-beside-each-other.md).
 */

interface Waves<End> {
  readonly runOne: (name: string, turn: Turn) => Promise<End>;
  /** Concurrent targets. */
  readonly parallel: number;
  /** Whether this result stops further targets. */
  readonly stops: (end: End) => boolean;
  readonly interrupted: () => boolean;
}

/** Resolves when the target may be reported; undefined for at once. */
export type Turn = Promise<unknown> | undefined;

/**
 * Starts targets in order, each wave after the end of the previous one. After a stopping result or
 * an interruption no target is started. Returns the results of the started targets in their order.
 * Errors are thrown after all targets have ended.
 */
export async function runWaves<End>(
  waves: readonly (readonly string[])[],
  { runOne, parallel, stops, interrupted }: Waves<End>,
): Promise<readonly End[]> {
  const ends: Promise<End>[] = [];
  let isOver = false;
  let ended: Promise<unknown> = Promise.resolve();
  for (const wave of waves) {
    const waiting = [...wave];
    const work = async () => {
      for (let name = next(); name !== undefined; name = next()) {
        const turn = ended;
        const end = runOne(name, parallel > 1 ? turn : undefined);
        ends.push(end);
        // A turn that kept results would hold those of all before it.
        ended = Promise.allSettled([turn, end]).then(() => undefined);
        isOver = (await end.then(stops, () => true)) || isOver;
      }
    };
    const next = () => (isOver || interrupted() ? undefined : waiting.shift());
    await Promise.all(Array.from({ length: Math.min(parallel, wave.length) }, work));
  }
  return Promise.all(ends);
}
