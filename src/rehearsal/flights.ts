/** Work of which only so much is under way at once: a copy in the same process queues nothing by itself. */

/** Wraps work so that no more than `most` of it is under way together; the rest waits in order. */
export function inFlights<Given, Result>(
  most: number,
  work: (given: Given) => Promise<Result>,
): (given: Given) => Promise<Result> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (given) => {
    if (underWay >= most) await new Promise<void>((go) => waiting.push(go));
    else underWay++;
    try {
      return await work(given);
    } finally {
      const next = waiting.shift();
      // The place goes to the next, so that nobody comes between.
      if (next === undefined) underWay--;
      else next();
    }
  };
}
