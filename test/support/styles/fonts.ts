/** Font files for tests, made by hand: as little of one as has names. */

/** A name of a font: for which platform and language, which name it is, and its text. */
export interface FontName {
  readonly platform: 0 | 1 | 3;
  readonly language: number;
  readonly id: number;
  readonly text: string;
}

/** The bytes of a font with these names. */
export function fontWith(names: readonly FontName[]): Uint8Array {
  const texts = names.map(({ platform, text }) => {
    if (platform === 1) return Buffer.from(text, "latin1");
    return Buffer.from(text, "utf16le").swap16();
  });
  const strings = Buffer.concat(texts);
  const start = 12 + 16;
  const header = 6 + 12 * names.length;
  const font = Buffer.alloc(start + header);
  font.writeUInt32BE(0x0001_0000, 0);
  font.writeUInt16BE(1, 4);
  font.write("name", 12, "latin1");
  font.writeUInt32BE(start, 12 + 8);
  font.writeUInt32BE(header + strings.length, 12 + 12);
  font.writeUInt16BE(names.length, start + 2);
  font.writeUInt16BE(header, start + 4);
  let offset = 0;
  for (const [at, { platform, language, id }] of names.entries()) {
    const length = texts[at]?.length ?? 0;
    const fields = [platform, 1, language, id, length, offset];
    for (const [part, value] of fields.entries())
      font.writeUInt16BE(value, start + 6 + 12 * at + 2 * part);
    offset += length;
  }
  return Buffer.concat([font, strings]);
}

/** A font of a family, in English for Windows. */
export function fontOf(family: string, face: string): Uint8Array {
  return fontWith([
    { platform: 3, language: 0x04_09, id: 1, text: family },
    { platform: 3, language: 0x04_09, id: 4, text: face },
  ]);
}
