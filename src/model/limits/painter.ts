/** Bounds of pictures of styles. */
export const painter = {
  /** Rules that are drawn of one style; how many more there are is told. */
  rules: 2_000,
  /** Symbolizers of one rule that are drawn. */
  symbolizers: 40,
  /** Elements of all pictures of one style, and of its legend, long attributes as several; rules beyond are told. */
  nodes: 200_000,
  /** Scales at which one rule is drawn, where its sizes depend on the scale. */
  bands: 2,
  /** Values of a table by which one rule is drawn. */
  variants: 24,
  /** What is told below a picture, and all that is told of a rule. */
  shownNotes: 4,
  notes: 60,
  /** Characters of one note, of one condition, and of one label. */
  noteCharacters: 400,
  conditionCharacters: 4_000,
  labelCharacters: 24,
  /** Characters of a text that functions are computed of, and of what they make. */
  textCharacters: 4_000,
  /** Characters of a text times those of a pattern that it is compared with. */
  patternSteps: 1_000_000,
  /** Denominators of the largest and of the smallest scale that rules are drawn at. */
  largestScale: 1e-3,
  smallestScale: 1e12,
  /** Marks along one line. */
  marks: 60,
  /** Numbers of one dash array. */
  dashes: 32,
  /** Points of one mark that is given as coordinates. */
  markPoints: 500,
  /** Entries of one colour map that are drawn. */
  mapEntries: 256,
  /** Pixels of the largest line, mark, image and letter; what is larger is drawn so large, and told. */
  pixels: 512,
  /** An image, and all images of a style. */
  imageBytes: 262_144,
  imagesBytes: 4_194_304,
} as const;
