/** Pictures of a page, one element per object, read when it is opened. Pure. */
import { count } from "../../../model/count.ts";
import { report as limits } from "../../../model/limits.ts";
import type { PagePicture, PicturesId } from "../../../report-page/data.ts";
import type { OutlineObject } from "../outline.ts";
import { visible } from "../visible.ts";
import { fitting, type Room } from "../room.ts";
import { jsonInPage } from "./text.ts";

/** Pictures before and after changes, by address; an empty list means they were not drawn. */
export type PicturesOf = ReadonlyMap<string, readonly PagePicture[]>;

export interface PagePictures {
  readonly elements: readonly string[];
  readonly left: readonly string[];
}

/** Pictures that do not fit are replaced by a sentence that says so. */
export function pagePictures(
  objects: readonly Pick<OutlineObject, "address">[],
  pictures: PicturesOf = new Map(),
  room: Room,
): PagePictures {
  const wanted = objects.flatMap(({ address }, index) => {
    const found = pictures.get(address);
    return found === undefined ? [] : [{ id: `p${index}` as const, found }];
  });
  const drawn = wanted.filter(({ found }) => found.length > 0).slice(0, limits.pagePictures);
  // Room for these sentences is taken before the first picture.
  const told = drawn.map(({ id }) => elementOf(id, [{ caption: NO_ROOM }]));
  const said = fitting(told, room).length;
  const elements = drawn.slice(0, said).map(({ id, found }, index) => {
    const text = elementOf(id, found);
    return room.take(text) ? { text, isWhole: true } : { text: told[index] ?? "", isWhole: false };
  });
  const whole = elements.filter(({ isWhole }) => isWhole).length;
  const of = (number: number) => `the pictures of ${count(number, "object")}`;
  const [unfit, beyond] = [drawn.length - whole, wanted.length - drawn.length];
  return {
    elements: elements.map(({ text }) => text),
    left: [
      ...(unfit === 0 ? [] : [of(unfit)]),
      ...(beyond === 0 ? [] : [`${of(beyond)} after the first ${drawn.length}`]),
    ],
  };
}

const NO_ROOM = "Its pictures are left out, because the page would be too large.";

function elementOf(id: PicturesId, pictures: readonly PagePicture[]): string {
  const shown = pictures.map(({ caption, svg }) => ({
    caption: visible(caption),
    ...(svg === undefined ? {} : { svg: svg.toWellFormed() }),
  }));
  return `<script type="application/json" id="${id}">${jsonInPage(shown)}</script>`;
}
