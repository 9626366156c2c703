/** Pictures of styles. */
export const painter = {
  /** Drawn rules per style; further ones are counted. */
  rules: 2_000,
  /** Drawn symbolizers per rule. */
  symbolizers: 40,
  /**
   * Elements of a style's pictures and legend, long attributes counted several times; further rules
   * are reported.
   */
  nodes: 200_000,
  /** Drawn scales of a rule with scale-dependent sizes. */
  bands: 2,
  /** Drawn table values of a rule. */
  variants: 24,
  /** Notes below a picture, and per rule. */
  shownNotes: 4,
  notes: 60,
  /** Values of a colour map beside a picture. */
  shownKeys: 12,
  /** Characters of one note, condition and label. */
  noteCharacters: 400,
  conditionCharacters: 4_000,
  labelCharacters: 24,
  /** Characters of a text function's input and output. */
  textCharacters: 4_000,
  /** Characters of a text times those of its pattern. */
  patternSteps: 1_000_000,
  /** Denominators of the largest and smallest drawn scale. */
  largestScale: 1e-3,
  smallestScale: 1e12,
  /** Marks along one line. */
  marks: 60,
  /** Numbers of one dash array. */
  dashes: 32,
  /** Points of a coordinate mark. */
  markPoints: 500,
  /** Drawn entries of one colour map. */
  mapEntries: 256,
  /** Larger lines, marks, images and letters are clamped, with a note. */
  pixels: 512,
  /** One image, and all images of a style. */
  imageBytes: 262_144,
  imagesBytes: 4_194_304,
} as const;
