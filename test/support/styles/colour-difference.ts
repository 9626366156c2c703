/** How different two colours look: CIEDE2000 (Sharma, Wu, Dalal 2005), for `0xrrggbb`. */

interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** The difference of two colours; 1 is about what an eye can see. */
export function colourDifference(one: number, other: number): number {
  const [first, second] = [labOf(one), labOf(other)];
  const meanChroma = (Math.hypot(first.a, first.b) + Math.hypot(second.a, second.b)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanChroma ** 7 / (meanChroma ** 7 + 25 ** 7)));
  const [x, y] = [first, second].map(({ l, a, b }) => {
    const chroma = Math.hypot(a * (1 + g), b);
    return { l, chroma, hue: chroma === 0 ? 0 : (degrees(Math.atan2(b, a * (1 + g))) + 360) % 360 };
  });
  if (x === undefined || y === undefined) return 0;
  const dl = y.l - x.l;
  const dc = y.chroma - x.chroma;
  const isGrey = x.chroma * y.chroma === 0;
  const turn = isGrey ? 0 : ((y.hue - x.hue + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(x.chroma * y.chroma) * Math.sin(radians(turn / 2));
  const l = (x.l + y.l) / 2;
  const c = (x.chroma + y.chroma) / 2;
  const h = isGrey ? x.hue + y.hue : (x.hue + turn / 2 + 360) % 360;
  const t =
    1 -
    0.17 * Math.cos(radians(h - 30)) +
    0.24 * Math.cos(radians(2 * h)) +
    0.32 * Math.cos(radians(3 * h + 6)) -
    0.2 * Math.cos(radians(4 * h - 63));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rotation =
    -2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2))));
  return Math.sqrt(
    (dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh),
  );
}

/** CIELAB of sRGB under D65. */
function labOf(colour: number): Lab {
  const [r = 0, g = 0, b = 0] = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [x = 0, y = 0, z = 0] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((value) =>
    value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27) * (value / 116) + 16 / 116,
  );
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}
