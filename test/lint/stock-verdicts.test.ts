/**
 * Real SLDs against the verdicts of a running stock server (3.0) on a POST of each with `raw=true`: what it refuses is reported or is
 * sent otherwise, and what it takes is no error.
 */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lintSld } from "../../src/lint/sld.ts";
import { styleProblems } from "../../src/reconciler/kinds/style/problems.ts";
import { withoutMark } from "../../src/wire/text.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { isProof, slice } from "../support/run/scale.ts";

/** What the server says, in few words. */
type Reason = "DOCTYPE" | "layers" | "mark" | "malformed" | "function" | "1.1";

/** Files that are refused, by where they lie. */
const refused: Readonly<Record<Reason, readonly string[]>> = {
  DOCTYPE: [
    "datadirs/ott-trimet/workspaces/ott/styles/rail.sld",
    "sld/doctype__OpenTransitTools__rail.sld",
    "sld/doctype__geosolutions-it__externalEntities.sld",
  ],
  layers: [
    "datadirs/ott-trimet/www/styles/remoteTasmania.sld",
    "sld/multi-namedlayer__IMASau__CoralSea_seamounts_surface.sld",
    "sld/multi-namedlayer__geosolutions-it__BasicStyleGroup.sld",
    "sld/multi-namedlayer__geosolutions-it__MultiNamedLayers.sld",
    "sld/multi-namedlayer__geosolutions-it__buildingsLakes.sld",
    "sld/multi-namedlayer__geosolutions-it__tasmania.sld",
    "sld/multi-namedlayer__nlsfi__taustakartta_160k.sld",
    "sld/multi-namedlayer__nlsfi__taustakartta_4000k.sld",
    "sld/multi-namedlayer__nlsfi__taustakartta_8000k.sld",
    "sld/multi-namedlayer__nlsfi__taustakartta_800k.sld",
    "sld/userlayer__sogis-oereb__remoteTasmania.sld",
  ],
  mark: [
    "sld/bom__MarkCupitt__GISDATA.HYDRO25K_ARC--5_Categories_12000_to_100000.sld",
    "sld/bom__MarkCupitt__GISDATA.HYDRO25K_POLY--4_Categories_12000_to_100000.sld",
    "sld/bom__MarkCupitt__GISDATA.OPENSPACE_POLY--Protected_Max_100000_Transparent.sld",
    "sld/bom__MarkCupitt__GISDATA.WETLANDSDEP_POLY--4_Categories_Max_12000.sld",
    "sld/bom__sigrennesmetropole__arrete_munic_plg.sld",
    "sld/bom__sigrennesmetropole__gestionnaire_vh_lgn.sld",
    "sld/bom__sigrennesmetropole__ign_bdtopo_pai_religieux_pnt.sld",
    "sld/extgraphic__sigrennesmetropole__sv_sitorg_education.sld",
    "sld/extgraphic__sigrennesmetropole__v_gesbac_pav.sld",
    "sld/plain__sigrennesmetropole__bruit_ferre_habitation_2010_Lden.sld",
    "sld/plain__sigrennesmetropole__commune_emprise_plg.sld",
    "sld/plain__sigrennesmetropole__metro_ouvrage.sld",
    "sld/plain__sigrennesmetropole__v_rm_contour_lgn.sld",
    "sld/text__sigrennesmetropole__mnt_point_culminant.sld",
    "sld/v1.1-raster__sigrennesmetropole__ortho_2017.sld",
  ],
  malformed: [
    "sld/ill-formed__MarkCupitt__geonode_loss_map2.sld",
    "sld/ill-formed__MarkCupitt__rogue_airfields_areas.sld",
    "sld/ill-formed__MarkCupitt__rogue_airfields_lines.sld",
    "sld/ill-formed__sigrennesmetropole__ign_bdtopo_bati_equip.sld",
    "sld/ill-formed__sigrennesmetropole__ign_bdtopo_toponymie_zone_reglementee.sld",
    "sld/ill-formed__sigrennesmetropole__materiau_marquage.sld",
    "sld/ill-formed__sigrennesmetropole__top25_tache_urbaine_plg.sld",
    "sld/version-missing-or-odd__IMASau__SeamapAus_ET_EOMAP_CocosKeeling_grp.sld",
  ],
  function: [
    "sld/multi-namedlayer__geosolutions-it__dark-matter.sld",
    "sld/multi-namedlayer__geosolutions-it__maptiler-basic-gl.sld",
    "sld/multi-namedlayer__geosolutions-it__osm-bright-gl.sld",
    "sld/multi-namedlayer__geosolutions-it__positron-gl.sld",
    "sld/multi-namedlayer__geosolutions-it__toner-gl.sld",
    "sld/raster__geotools__noop_colormap.sld",
    "sld/transformation__IMASau__HEATMAP_HabObs_physical_masked.sld",
    "sld/transformation__ayan-usgs__GageLocStreamOrder.sld",
    "sld/transformation__geosolutions-it__style_rgb.sld",
    "sld/transformation__geotools__rainrt.sld",
    "sld/transformation__geotools__transformation_many_points.sld",
  ],
  "1.1": [
    "sld/v1.1-raster__geostyler__raster_complexRaster.sld",
    "sld/v1.1__geostyler__function_filter.sld",
    "sld/v1.1__geotools__invalid-content.sld",
    "sld/v1.1__geotools__unsupported-encoding.sld",
  ],
};

/** Taken there, as it looks for a style anywhere in a document; no style here. */
const strange = "sld/text__MarkCupitt__GISDATA.NAVTEQRDS_ARC--Default.sld";

const reasons: ReadonlyMap<string, Reason> = new Map(
  Object.entries(refused).flatMap(([reason, files]) =>
    files.map((file) => [file, reason as Reason] as const),
  ),
);

/** Mistakes and refusals of a file as it is sent. */
async function toldOf(file: string) {
  const bytes = withoutMark(readFileSync(sample(file)));
  const { length: faults } = await styleProblems(bytes, "sld");
  const findings = faults > 0 ? [] : lintSld(bytes).findings;
  return { file, faults, refusals: findings.filter(({ type: sort }) => sort === "refused").length };
}

const taken = ["sld", "style-history", "css", "datadirs", "appschema"];

describeSamples("what a running server refused", () => {
  const files = taken
    .flatMap((folder) =>
      readdirSync(sample(folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((file) => /\.sld$/i.test(file))
    .toSorted();

  test("is reported, or sent so that it is taken", async () => {
    const told = await Promise.all([...reasons.keys()].map(toldOf));
    const untold = told.filter(({ file, faults, refusals }) =>
      reasons.get(file) === "mark" ? faults + refusals > 0 : faults + refusals === 0,
    );
    expect(untold).toEqual([]);
  });

  test("what it took is neither an error nor reported as refused", async () => {
    const others = files.filter((file) => !reasons.has(file));
    const told = await Promise.all(slice(others, { test: 80 }).map(toldOf));
    const wrong = told.filter(
      ({ file, faults, refusals }) => faults + refusals > 0 && file !== strange,
    );
    expect(wrong).toEqual([]);
    if (isProof) expect([files.length, reasons.size]).toEqual([682, 52]);
  });
});
