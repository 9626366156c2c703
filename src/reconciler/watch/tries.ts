/**
 * How often what was done to an object did not help: corrections of drift that came back, and
 * requests that the server refused. After some of them the object is skipped until its
 * declaration changes, so that nobody fights for ever.
 */
import { watch as limits } from "../../model/limits.ts";

/** What was tried of one object. */
interface Tried {
  /** States, as digests, that were corrected once. */
  readonly corrected: Set<string>;
  corrections: number;
  lastCorrection: number;
  failures: number;
}

/** The memory of a watch. It holds for one declaration. */
export interface Tries {
  /** Forgets everything when this is another declaration than before. */
  readonly begin: (declared: string) => void;
  /** Forgets everything: somebody asks for another try. */
  readonly clear: () => void;
  /** Why an object that drifted into a state must not be corrected again; undefined when it may. */
  readonly reasonAgainst: (key: string, state: string, now: number) => string | undefined;
  /** Why an object is skipped for its failures; undefined when it is not. */
  readonly suspension: (key: string) => string | undefined;
  /** Notes that the drift of an object is about to be corrected. */
  readonly correcting: (key: string, state: string, now: number) => void;
  /** Notes what became of requests for an object. */
  readonly failed: (key: string) => void;
  readonly succeeded: (key: string) => void;
}

/** An empty memory. */
export function openTries(): Tries {
  let declaration: string | undefined;
  const objects = new Map<string, Tried>();
  const tried = (key: string): Tried => {
    const known = objects.get(key);
    if (known !== undefined) return known;
    const made = { corrected: new Set<string>(), corrections: 0, lastCorrection: 0, failures: 0 };
    objects.set(key, made);
    return made;
  };
  return {
    begin: (declared) => {
      if (declared !== declaration) objects.clear();
      declaration = declared;
    },
    clear: () => objects.clear(),
    reasonAgainst: (key, state, now) => {
      const known = objects.get(key);
      if (known === undefined) return undefined;
      if (now - known.lastCorrection > limits.forgetMs) {
        objects.set(key, { ...known, corrected: new Set(), corrections: 0 });
        return undefined;
      }
      if (known.corrected.has(state)) return "was corrected, and is again as it was before that";
      if (known.corrections >= limits.tries)
        return `was corrected ${known.corrections} times, and somebody changes it again and again`;
      return undefined;
    },
    suspension: (key) => {
      const failures = objects.get(key)?.failures ?? 0;
      return failures < limits.tries ? undefined : `was refused ${failures} times`;
    },
    correcting: (key, state, now) => {
      const known = tried(key);
      known.corrected.add(state);
      known.corrections++;
      known.lastCorrection = now;
    },
    failed: (key) => void tried(key).failures++,
    succeeded: (key) => {
      const known = objects.get(key);
      if (known !== undefined) known.failures = 0;
    },
  };
}
