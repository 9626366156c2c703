/** The room of a report, in bytes of UTF-8. Pure. */

export interface Room {
  /** Takes room for a text; false if it does not fit. */
  readonly take: (text: string) => boolean;
}

/** `between` are the bytes between texts. */
export function roomOf(bytes: number, between = 1): Room {
  let left = bytes;
  return {
    take: (text) => {
      const size = Buffer.byteLength(text) + between;
      if (size > left) return false;
      left -= size;
      return true;
    },
  };
}

/** The first texts, up to one that does not fit. */
export function fitting(texts: readonly string[], room: Room): readonly string[] {
  const unfit = texts.findIndex((text) => !room.take(text));
  return unfit === -1 ? texts : texts.slice(0, unfit);
}
