/**
 * The thing to compare a harvest with: the headers of all GeoTIFF files of a folder are read with
 * the same library, so many at once, and nothing is made of them.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fromFile } from "geotiff";

const [folder = ".", atOnce = "1"] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".tif"));
const started = performance.now();

async function readHeader(name: string): Promise<number> {
  const tiff = await fromFile(join(folder, name));
  try {
    const image = await tiff.getImage();
    return image.getWidth() + image.getHeight() + (image.getBoundingBox()[0] ?? 0);
  } finally {
    await tiff.close();
  }
}

let next = 0;
async function readOn(): Promise<void> {
  for (let name = names[next++]; name !== undefined; name = names[next++]) await readHeader(name);
}

await Promise.all(Array.from({ length: Number(atOnce) }, readOn));
const { user, system } = process.cpuUsage();
const seconds = (performance.now() - started) / 1_000;
console.log(JSON.stringify({ files: names.length, seconds, cpu: (user + system) / 1e6 }));
