/** Sheets that went wrong on the way: real ones with seeded damages. */

/** Numbers from 0 up to, but without, 1; the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SIGNS =
  "{ } [ ] ( ) ; : , ' \" / * @ # = < > % /* */ // :mark :nth-fill(2) * { }; \0 😀".split(" ");
const PIECES = [
  ...SIGNS,
  "@mode 'Exclusive';",
  "@mode 'Flat';",
  "[a = 1]",
  "[@z > 5]",
  "\u2028",
  "1e999",
  "z-index: 0, 1;",
  "none",
];

/** A sheet with one to four damages: parts taken out, doubled, swapped, replaced by signs, or from another sheet. */
export function mutated(sheet: string, other: string, random: () => number): string {
  let text = sheet;
  const count = 1 + Math.floor(random() * 4);
  for (let done = 0; done < count; done++) text = damaged(text, other, random);
  return text;
}

function damaged(text: string, other: string, random: () => number): string {
  const place = (length: number) => Math.floor(random() * (length + 1));
  const start = place(text.length);
  const end = Math.min(text.length, start + 1 + Math.floor(random() ** 3 * 200));
  const [before, part, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  switch (Math.floor(random() * 7)) {
    case 0:
      return before + after;
    case 1:
      return before + part + part + after;
    case 2: {
      const later = place(after.length);
      return before + after.slice(0, later) + part + after.slice(later);
    }
    case 3:
      return before + (PIECES[Math.floor(random() * PIECES.length)] ?? "") + part + after;
    case 4:
      return before + (PIECES[Math.floor(random() * PIECES.length)] ?? "") + after;
    case 5:
      return before + other.slice(place(other.length));
    default:
      return `${text}\n${other}`;
  }
}
