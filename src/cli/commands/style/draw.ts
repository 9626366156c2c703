/** `plumbline style draw`: draws a style rule by rule, or two versions side by side. */
import { count } from "../../../model/count.ts";
import { hasErrors } from "../../../model/diagnostic.ts";
import { besideOf } from "../../../painter/page/beside.ts";
import { sheetOf } from "../../../painter/page/sheet.ts";
import type { TilePair } from "../../../painter/pairs.ts";
import type { Tile } from "../../../painter/tile.ts";
import type { StyleFlags } from "../../flags/inspect.ts";
import { failure, success, type CommandResult } from "../../present/result.ts";
import type { CommandContext } from "../../process/context.ts";
import { replaceFile, unwritableFile } from "../../process/writing.ts";
import { readStyleFile } from "./style-files.ts";

export async function drawStyles(
  paths: readonly string[],
  { out }: StyleFlags,
  { stdin }: CommandContext,
): Promise<CommandResult> {
  const unwritable = out === undefined ? undefined : unwritableFile(out);
  if (unwritable !== undefined) return failure([unwritable]);
  const files = [];
  for (const path of paths) files.push(await readStyleFile(path, stdin));
  const problems = files.flatMap((file) => file.problems ?? []);
  if (hasErrors(problems)) return failure(problems);
  const [first, second] = files.flatMap((file) => (file.problems === undefined ? [file] : []));
  if (first === undefined) return failure(problems);
  const drawn =
    second === undefined
      ? oneDrawn(sheetOf(first.styling, first.findImage))
      : bothDrawn(besideOf(first, second));
  if (out === undefined) return resultOf(drawn, drawn.svg);
  await replaceFile(out, drawn.svg);
  return resultOf(drawn, `${out}: ${drawn.words}\n`);
}

interface Drawn {
  readonly svg: string;
  readonly rules: readonly object[];
  readonly more: number;
  readonly words: string;
}

function resultOf({ svg, rules, more }: Drawn, text: string): CommandResult {
  return success({ rules, not_drawn: more, svg, diagnostics: [] }, text);
}

function oneDrawn({ svg, tiles, more }: ReturnType<typeof sheetOf>): Drawn {
  const partly = tiles.filter(({ drawing }) => drawing.notes.length > 0).length;
  const words = `${count(tiles.length, "picture")}, ${partly} with something that is not shown`;
  return { svg, rules: tiles.map(tileDocument), more, words };
}

function bothDrawn({ svg, pairs, more }: ReturnType<typeof besideOf>): Drawn {
  const differing = pairs.filter(({ change }) => change !== "none").length;
  const words = `${differing} of ${count(pairs.length, "picture")} differ`;
  return { svg, rules: pairs.map(pairDocument), more, words };
}

function pairDocument({ before, after, change }: TilePair): object {
  return {
    change,
    before: before === undefined ? null : tileDocument(before),
    after: after === undefined ? null : tileDocument(after),
  };
}

function tileDocument(tile: Tile): object {
  const { level, rule, layer, title, name, range, scale, variant, condition, drawing } = tile;
  return {
    level: level + 1,
    rule: rule + 1,
    layer,
    name,
    title,
    min_scale: range.min,
    max_scale: range.max === Infinity ? null : range.max,
    drawn_at: scale ?? null,
    drawn_for: variant ?? null,
    condition,
    notes: drawing.notes,
    details: drawing.details,
  };
}
