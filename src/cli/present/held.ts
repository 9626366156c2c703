/** Buffers the output of parallel work until its turn. */
import type { CommandContext } from "../process/context.ts";
import type { Screen } from "../process/screen.ts";

/** Screens that buffer until `release`, then pass through. */
export interface Held {
  readonly screens: Pick<CommandContext, "out" | "err">;
  readonly release: () => void;
}

/** Buffers screens; a buffered screen is not a terminal. */
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
