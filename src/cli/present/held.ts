/** What one of several says that work together: kept until its turn, so that reports do not mix. */
import type { CommandContext } from "../process/context.ts";
import type { Screen } from "../process/screen.ts";

/** Screens that keep what is written to them, and then write it, and all that follows. */
export interface Held {
  readonly screens: Pick<CommandContext, "out" | "err">;
  /** Its turn has come. */
  readonly release: () => void;
}

/** Holds back what goes to screens; on a held one nothing can be drawn again. */
export function holdBack({ out, err }: Pick<CommandContext, "out" | "err">): Held {
  const said: (() => void)[] = [];
  let isHeld = true;
  const held = (screen: Screen): Screen => ({
    ...screen,
    isTerminal: false,
    terminalColumns: () => undefined,
    write: (text) => {
      if (isHeld) said.push(() => screen.write(text));
      else screen.write(text);
    },
  });
  return {
    screens: { out: held(out), err: held(err) },
    release: () => {
      isHeld = false;
      for (const say of said.splice(0)) say();
    },
  };
}
