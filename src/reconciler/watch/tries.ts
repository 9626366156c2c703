/**
 * Counts failed attempts: corrected drift that came back, and refused requests. After too many the
 * object is skipped until its declaration changes, so that the watch does not fight another writer
 * forever.
 */
import { watch as limits } from "../../model/limits.ts";

interface Tried {
  /** As digests. */
  readonly corrected: Set<string>;
  corrections: number;
  lastCorrection: number;
  failures: number;
}

/** The memory of a watch, for one declaration. */
export interface Tries {
  /** Forgets everything when the declaration has changed. */
  readonly begin: (declared: string) => void;
  /** Called when another try is requested. */
  readonly clear: () => void;
  /** Why drift into this state must not be corrected again. */
  readonly reasonAgainst: (key: string, state: string, now: number) => string | undefined;
  /** Why an object is skipped for its failures. */
  readonly suspension: (key: string) => string | undefined;
  readonly correcting: (key: string, state: string, now: number) => void;
  readonly failed: (key: string) => void;
  readonly succeeded: (key: string) => void;
}

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
        return `was corrected ${known.corrections} times, and is changed again and again`;
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
