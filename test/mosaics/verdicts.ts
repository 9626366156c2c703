/**
 * What every real mosaic of the samples must be read as, and why: written down from the references
 * before the code was asked. The store is called `store` everywhere; schemas are
 * `name:type,…` with the types of this project, domains `name=start` or `name=start;end`,
 * collectors `type(attribute)`, times ISO 8601.
 */
import {
  embedded,
  gome,
  plain,
  ranges,
  timed,
  watertemp,
  worldMonths,
  type Accepted,
} from "./expected.ts";

/** The verdict on one folder or archive. */
export interface MosaicVerdict {
  /** Below the samples; a ZIP archive or a folder. */
  readonly path: string;
  readonly ground: string;
  /** The folder of the mosaic inside; undefined when there is none. */
  readonly root: string | undefined;
  /** What is `told` is taken, and what the included server does not do with it is said. */
  readonly read: Accepted | { readonly refused: RegExp } | { readonly told: RegExp };
}

const NO_GRANULES =
  "nothing to index and no CanBeEmpty=true: a stock server has no coverage then, we refuse";
const NO_INDEXER = "no indexer: defaults; the only folder is the root";
const TIMES = "values by the regular expressions of the collectors, reduced precision allowed";
const WATERTEMP =
  "the doubled backslash of .properties makes \\d{3}; its first match is the elevation";
const HETERO = "HeterogeneousCRS=true collects the system of each granule into `crs` by itself";
const SLICES = "a NetCDF schema: what no collector fills comes from the slices of the file";

/** All verdicts, one for each folder of the samples and one for the generated granules. */
export const verdicts: readonly MosaicVerdict[] = [
  {
    path: "mosaics/geobatch-datastores",
    ground: NO_GRANULES,
    root: undefined,
    read: { refused: /no granules/ },
  },
  {
    path: "mosaics/gs-zip-bbox_coverageview/bbox_coverageview.zip",
    ground: "names of coverages come from the files' names; dbtype is misspelt and not looked at",
    root: "",
    read: {
      ...embedded,
      schema: timed,
      domains: ["time=time"],
      collectors: ["timestamp(time)"],
      granules: {
        "test_bbox_20180101T180000_rasterA.tiff": { time: "2018-01-01T18:00:00.000Z" },
        "test_bbox_20180101T180000_rasterB.tiff": { time: "2018-01-01T18:00:00.000Z" },
      },
      coverageOf: {
        "test_bbox_20180101T180000_rasterA.tiff": "rasterA",
        "test_bbox_20180101T180000_rasterB.tiff": "rasterB",
      },
    },
  },
  { path: "mosaics/gs-zip-bm_time/bm_time.zip", ground: TIMES, root: "", read: worldMonths },
  {
    path: "mosaics/gs-zip-bm_time_jpg/bm_time_jpg.zip",
    ground: "no indexer: defaults; world files and .prj are no granules",
    root: "",
    read: {
      ...embedded,
      granules: {
        "bm.200401.jpg": {},
        "bm.200402.jpg": {},
        "bm.200403.jpg": {},
        "bm.200404.jpg": {},
      },
    },
  },
  {
    path: "mosaics/gs-zip-gfs-temperature/gfs-temperature.zip",
    ground: NO_INDEXER,
    root: "temperatureLZWdataset",
    read: {
      ...embedded,
      granules: {
        "gfs50kmTemperature20130310T180000000Z_0200.000_.tiff": {},
        "gfs50kmTemperature20130310T180000000Z_0300.000_.tiff": {},
        "gfs50kmTemperature20130311T180000000Z_0200.000_.tiff": {},
        "gfs50kmTemperature20130311T180000000Z_0300.000_.tiff": {},
      },
    },
  },
  {
    path: "mosaics/gs-zip-ghrsst/ghrsst.zip",
    ground: NO_GRANULES,
    root: "",
    read: { refused: /no granules/ },
  },
  { path: "mosaics/gs-zip-gom-netcdf/gom-netcdf.zip", ground: SLICES, root: "", read: gome },
  {
    path: "mosaics/gs-zip-hetero_s2_ovr/hetero_s2_ovr.zip",
    ground: `${HETERO}; *.tif leaves the overviews out`,
    root: "",
    read: {
      ...embedded,
      schema: `${plain},crs:string`,
      collectors: ["crs(crs)"],
      granules: Object.fromEntries(
        ["g1.tif", "g2.tif", "g3.tif", "g4.tif"].map((name) => [name, { crs: "EPSG:4326" }]),
      ),
    },
  },
  {
    path: "mosaics/gs-zip-polyphemus_aux/polyphemus_aux.zip",
    ground: SLICES,
    root: "",
    read: {
      ...embedded,
      schema: `${plain},imageindex:integer,time:timestamp`,
      domains: ["time=time"],
      granules: {
        "polyphemus_20130301_test.nc": { imageindex: 0, time: "2001-02-03T00:00:00.000Z" },
      },
      coverageOf: { "polyphemus_20130301_test.nc": "z" },
    },
  },
  {
    path: "mosaics/gs-zip-rest-doc-empty/rest-doc-empty.zip",
    ground: "the empty mosaic of the interface; RuntimeExtractorSPI is asked for MODIFY_TIME",
    root: "",
    read: {
      ...embedded,
      schema: `${plain},imageindex:integer,time:timestamp,elevation:double,fileDate:timestamp,updated:timestamp`,
      domains: ["time=time", "elevation=elevation", "fileDate=fileDate", "updated=updated"],
      coverages: ["O3", "NO2"],
      collectors: ["timestamp(fileDate)", "file-date(updated)"],
      index: "postgis",
      canBeEmpty: true,
    },
  },
  {
    path: "mosaics/gs-zip-rest-test-mosaic/rest-test-mosaic.zip",
    ground: TIMES,
    root: "",
    read: {
      ...embedded,
      schema: timed,
      domains: ["time=time"],
      collectors: ["timestamp(time)"],
      canBeEmpty: true,
      granules: {
        "NCOM_wattemp_020_20081031T0000000_12.tiff": { time: "2008-10-31T00:00:00.000Z" },
      },
    },
  },
  {
    path: "mosaics/gs-zip-rest-test-watertemp2/rest-test-watertemp2.zip",
    ground: `${WATERTEMP}; sample_image has no dot, so *.* leaves it out`,
    root: "",
    read: watertemp,
  },
  {
    path: "mosaics/gs-zip-snow/snow.zip",
    ground: `${NO_INDEXER}; a style is no granule`,
    root: "snowLZWdataset",
    read: {
      ...embedded,
      granules: { "snow_20091001.tif": {}, "snow_20091101.tif": {}, "snow_20091201.tif": {} },
    },
  },
  {
    path: "mosaics/gs-zip-timeranges/timeranges.zip",
    ground: "ranges `lo;hi`; the index that lies there built gives its name, as in a stock server",
    root: "",
    read: {
      ...embedded,
      name: "time_domainsRanges",
      schema: `${timed},endtime:timestamp,date:string,lowz:integer,highz:integer,loww:integer,highw:integer`,
      domains: ["time=time;endtime", "elevation=lowz;highz", "date=date", "wavelength=loww;highw"],
      collectors: [
        "timestamp(time)",
        "timestamp(endtime)",
        "string(date)",
        "integer(lowz)",
        "integer(highz)",
        "string(loww)",
        "string(highw)",
      ],
      granules: Object.fromEntries(ranges),
    },
  },
  {
    path: "mosaics/gs-zip-visibility-netcdf/visibility-netcdf.zip",
    ground: "the only coverage names the mosaic; the auxiliary file names the variable",
    root: "",
    read: {
      ...embedded,
      name: "Visibility_surface",
      schema: `${plain},imageindex:integer`,
      coverages: ["Visibility_surface"],
      granules: { "visibility.nc": { imageindex: 0 } },
      variable: "Visibility_surface",
      coverageOf: { "visibility.nc": "Visibility_surface" },
    },
  },
  {
    path: "mosaics/gs-zip-watertemp/watertemp.zip",
    ground: `${WATERTEMP}; datastore.properties_h2 is nothing`,
    root: "",
    read: watertemp,
  },
  {
    path: "mosaics/gs-zip-watertemp-repo/watertemp-repo.zip",
    ground: "StoreName wins over SPI: the index would lie in another store of the catalog",
    root: "",
    read: { told: /StoreName=gpkg_test/ },
  },
  {
    path: "mosaics/gsm-granules/mosaic.zip",
    ground: "trailing blanks do not count; texts become the type of their attribute",
    root: "",
    read: {
      ...embedded,
      schema: `${timed},date:string,depth:integer`,
      domains: ["time=time", "date=date", "depth=depth"],
      collectors: ["timestamp(time)", "string(date)", "string(depth)"],
      granules: {
        "NCOM_wattemp_020_20081031T0000000_12.tiff": {
          time: "2008-10-31T00:00:00.000Z",
          date: "20081031T0000000",
          depth: 20,
        },
        "NCOM_wattemp_020_20081101T0000000_12.tiff": {
          time: "2008-11-01T00:00:00.000Z",
          date: "20081101T0000000",
          depth: 20,
        },
        "NCOM_wattemp_100_20081031T0000000_12.tiff": {
          time: "2008-10-31T00:00:00.000Z",
          date: "20081031T0000000",
          depth: 100,
        },
        "NCOM_wattemp_100_20081101T0000000_12.tiff": {
          time: "2008-11-01T00:00:00.000Z",
          date: "20081101T0000000",
          depth: 100,
        },
      },
    },
  },
  {
    path: "mosaics/gsm-mosaic_geotiff/mosaic_geotiff.zip",
    ground: "one folder at the top is the root; PropertyCollectors= is empty",
    root: "mosaic_geotiff",
    read: { ...embedded, schema: plain, granules: { "world.200401.3x5400x2700.tiff": {} } },
  },
  {
    path: "mosaics/gt-coverage_multilocation",
    ground: "UseExistingSchema=true means rows in a shapefile, which is never read as an index",
    root: "",
    read: { told: /UseExistingSchema/ },
  },
  {
    path: "mosaics/gt-currentdate",
    ground: NO_GRANULES,
    root: "",
    read: { refused: /no granules/ },
  },
  {
    path: "mosaics/gt-empty_mosaic",
    ground: `${NO_GRANULES}; the built shapefile index is not taken over`,
    root: undefined,
    read: { refused: /no granules/ },
  },
  {
    path: "mosaics/gt-env",
    ground: "an imposed envelope and nothing else",
    root: "",
    read: { ...embedded, granules: { "a1.tif": {}, "c3.tif": {}, "d1.tif": {} } },
  },
  {
    path: "mosaics/gt-hetero_utm",
    ground: HETERO,
    root: "",
    read: {
      ...embedded,
      schema: `${plain},crs:string`,
      collectors: ["crs(crs)"],
      granules: Object.fromEntries(
        ["utm32n.tiff", "utm32s.tiff", "utm33n.tiff", "utm33s.tiff"].map((name) => [
          name,
          { crs: "EPSG:4326" },
        ]),
      ),
    },
  },
  { path: "mosaics/gt-nc-gome", ground: SLICES, root: "", read: gome },
  {
    path: "mosaics/gt-nc-poliaux",
    ground: `${SLICES}; the auxiliary file's bad attribute is in a schema that is not used`,
    root: "",
    read: {
      ...embedded,
      schema: "the_geom:geometry,imageindex:integer,location:string,z:double,time:timestamp",
      domains: ["elevation=z"],
      coverages: ["NO2", "O3"],
      granules: {
        "Poli1.nc": { imageindex: 0, z: 7, time: "2001-02-03T00:00:00.000Z" },
        "Poli4.nc": { imageindex: 0, z: 7, time: "2001-02-03T00:00:00.000Z" },
      },
      variable: "O3",
      coverageOf: { "Poli1.nc": "O3", "Poli4.nc": "O3" },
    },
  },
  {
    path: "mosaics/gt-nc-stations",
    ground: "files named otherwise than indexer.xml and datastore.properties mean nothing",
    root: "",
    read: {
      ...embedded,
      granules: {
        "stations.nc": { imageindex: 0, time: "2001-02-03T00:00:00.000Z", elevation: 7 },
      },
      coverageOf: { "stations.nc": "z" },
    },
  },
  {
    path: "mosaics/gt-pam",
    ground: `${TIMES}; .aux.xml is no granule`,
    root: "",
    read: {
      ...embedded,
      schema: timed,
      domains: ["time=time"],
      collectors: ["timestamp(time)"],
      granules: {
        "NCOM_wattemp_20081031T0000000.tiff": { time: "2008-10-31T00:00:00.000Z" },
        "NCOM_wattemp_20081101T0000000.tiff": { time: "2008-11-01T00:00:00.000Z" },
      },
    },
  },
  {
    path: "mosaics/gt-time_format_geotiff",
    ground: "format= rides in the value; the only coverage names the mosaic",
    root: "",
    read: {
      ...embedded,
      name: "time_format_geotiff",
      schema: timed,
      domains: ["time=time"],
      coverages: ["time_format_geotiff"],
      collectors: ["timestamp(time)"],
      granules: {
        "world.20040201120500.tiff": { time: "2004-02-01T12:05:00.000Z" },
        "world.20040301150700.tiff": { time: "2004-03-01T15:07:00.000Z" },
        "world.20040415190500.tiff": { time: "2004-04-15T19:05:00.000Z" },
        "world.20040530121559.tiff": { time: "2004-05-30T12:15:59.000Z" },
      },
    },
  },
  { path: "mosaics/gt-time_geotiff", ground: TIMES, root: "", read: worldMonths },
  {
    path: "granules/generated-gdal",
    ground: "milliseconds without a dot; look-behind; the wildcard leaves the other rasters out",
    root: "",
    read: {
      ...embedded,
      schema: `${timed},elevation:double`,
      domains: ["time=time", "elevation=elevation"],
      collectors: ["timestamp(time)", "double(elevation)"],
      granules: {
        "temp_0000_20240101T000000000Z.tif": { time: "2024-01-01T00:00:00.000Z", elevation: 0 },
        "temp_0000_20240102T000000000Z.tif": { time: "2024-01-02T00:00:00.000Z", elevation: 0 },
        "temp_0100_20240101T000000000Z.tif": { time: "2024-01-01T00:00:00.000Z", elevation: 100 },
        "temp_0100_20240102T000000000Z.tif": { time: "2024-01-02T00:00:00.000Z", elevation: 100 },
      },
    },
  },
];
