/** WCS of the map services of the tests: GetCoverage and DescribeCoverage. */
import { refusal, sightOf } from "./access.ts";
import { OgcException, type Answer } from "./answer.ts";
import { effectIn, isReadable, servedLayer, type Scene } from "./scene.ts";

/** A coverage or its description. */
export async function getCoverage(scene: Scene, isDescription: boolean): Promise<Answer> {
  const [id = ""] = scene.question.names;
  const layer = await servedLayer(scene, id.replace("__", ":"), "wcs");
  const sight =
    layer?.holds === "raster" ? sightOf(scene.access, isReadable(scene, layer)) : "hidden";
  if (sight === "refused") throw refusal(scene.caller);
  if (sight === "hidden" || layer === undefined)
    throw new OgcException(
      isDescription
        ? `Could not find the requested coverage(s): ${id}`
        : `Could not locate coverage ${id}`,
      { code: "NoSuchCoverage", locator: "coverageId", status: 404 },
    );
  const { coverage, coverageDescription } = effectIn(scene, layer);
  const broken = isDescription ? coverageDescription : coverage;
  if (broken !== undefined) throw new OgcException(broken.text, { status: broken.status });
  if (isDescription)
    return {
      status: 200,
      type: "application/xml",
      body: `<?xml version="1.0" encoding="UTF-8"?><wcs:CoverageDescriptions xmlns:wcs="http://www.opengis.net/wcs/2.0"><wcs:CoverageDescription><wcs:CoverageId>${id}</wcs:CoverageId></wcs:CoverageDescription></wcs:CoverageDescriptions>`,
    };
  return { status: 200, type: "image/tiff", body: Buffer.from("II*\0\x08\0\0\0\0\0", "latin1") };
}
