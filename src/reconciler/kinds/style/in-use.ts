/** Images that the styles of a server use. GET only. */
import type { ImagePath } from "../../../lint/finding.ts";
import { imageAt } from "../../../lint/sld/images.ts";
import { isStyleFormat, styleFolder, type StylePatch } from "../../../model/style.ts";
import { stylePathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { stylesPath } from "../../../wire/paths.ts";
import { expectFound, get, ifReadable } from "../../../wire/reading.ts";
import { parseStyle } from "../../../wire/style.ts";
import type { KindContext } from "../../kind.ts";
import { readingOf } from "./reading.ts";

/** The images in its content and legend, each once. */
export async function imagesNamed(
  bytes: Uint8Array,
  { format = "sld", legend }: StylePatch,
): Promise<readonly ImagePath[]> {
  const read = isStyleFormat(format) ? format : "sld";
  const { lint } = await readingOf(bytes, read);
  const named = [...lint.images, imageAt(legend?.onlineResource ?? "") ?? []].flat();
  return [...new Map(named.map((image) => [image.path, image])).values()];
}

/** Unreadable styles are skipped. */
export async function filesInUse(
  { read }: KindContext,
  workspace: string | null,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const names = await ifReadable(() => namesAt(read, stylesPath(workspace, "xml"), "style"));
  for (const name of names ?? [])
    await ifReadable(async () => {
      const entry = parseStyle(
        expectFound(await get(read, stylePathTo(workspace, name, "xml")), name),
      );
      const path = stylePathTo(workspace, name, entry.format ?? "sld");
      const { body } = expectFound(await get(read, path), path);
      for (const { path: image, isOutside } of await imagesNamed(body, entry))
        if (isOutside !== true) used.add(`${styleFolder(workspace)}/${image}`);
    });
  return used;
}
