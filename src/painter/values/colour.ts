/** Colours as styles write them, and mixed colours. */
import { colourNamed } from "../../geocss/sheet/colours.ts";
import type { Value } from "./scope.ts";

/** From 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour as `#rrggbb`, from digits, three numbers or a name; else undefined. */
export function colourOf(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value).trim().toLowerCase();
  const digits = /^(?:#|0x)?([0-9a-f]{6})$/.exec(text)?.[1];
  if (digits !== undefined) return `#${digits}`;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  const parts = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^)]*)?\)$/.exec(text);
  if (parts !== null) return hexOf([Number(parts[1]), Number(parts[2]), Number(parts[3])]);
  return colourNamed(text);
}

function hexOf(rgb: Rgb): string {
  const digits = rgb.map((part) => {
    const whole = Math.round(Math.min(255, Math.max(0, part)));
    return whole.toString(16).padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

function rgbOf(hex: string): Rgb {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

/** Mixes two colours; `part` is from 0 to 1. */
export function between(from: string, to: string, part: number): string {
  const [one, other] = [rgbOf(from), rgbOf(to)];
  const mixed = (at: 0 | 1 | 2): number => one[at] + (other[at] - one[at]) * part;
  return hexOf([mixed(0), mixed(1), mixed(2)]);
}
