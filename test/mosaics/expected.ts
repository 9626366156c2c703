/** Expectations that several verdicts share, and their shape. */

/** What the files of a mosaic must be read as. */
export interface Accepted {
  /** Base name of the index. */
  readonly name: string;
  /** Schema of the first coverage, or of all; undefined where the rasters decide. */
  readonly schema: string | undefined;
  readonly domains: readonly string[];
  /** Coverages that the definition names. */
  readonly coverages: readonly string[];
  readonly collectors: readonly string[];
  readonly index: "embedded" | "postgis";
  readonly canBeEmpty?: boolean;
  /** The granules; what their names and headers give, apart from the location. */
  readonly granules: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;
  /** Name of the variable in the NetCDF files; `z` where nothing is said. */
  readonly variable?: string;
  /** Coverage of each granule, where it is not the name. */
  readonly coverageOf?: Readonly<Record<string, string>>;
}

/** Columns that every index has. */
export const plain = "the_geom:geometry,location:string";
/** With a time. */
export const timed = `${plain},time:timestamp`;

/** A mosaic without any definition. */
export const embedded: Accepted = {
  name: "store",
  schema: undefined,
  domains: [],
  coverages: [],
  collectors: [],
  index: "embedded",
  granules: {},
};

/** The same four files in several archives. */
export const watertemp: Accepted = {
  ...embedded,
  schema: `${plain},ingestion:timestamp,elevation:integer`,
  domains: ["time=ingestion", "elevation=elevation"],
  collectors: ["timestamp(ingestion)", "integer(elevation)"],
  granules: {
    "NCOM_wattemp_000_20081031T0000000_12.tiff": {
      ingestion: "2008-10-31T00:00:00.000Z",
      elevation: 0,
    },
    "NCOM_wattemp_000_20081101T0000000_12.tiff": {
      ingestion: "2008-11-01T00:00:00.000Z",
      elevation: 0,
    },
    "NCOM_wattemp_100_20081031T0000000_12.tiff": {
      ingestion: "2008-10-31T00:00:00.000Z",
      elevation: 100,
    },
    "NCOM_wattemp_100_20081101T0000000_12.tiff": {
      ingestion: "2008-11-01T00:00:00.000Z",
      elevation: 100,
    },
  },
};

/** Months in the names. */
export const worldMonths: Accepted = {
  ...embedded,
  schema: timed,
  domains: ["time=time"],
  collectors: ["timestamp(time)"],
  granules: {
    "world.200402.3x5400x2700.tiff": { time: "2004-02-01T00:00:00.000Z" },
    "world.200403.3x5400x2700.tiff": { time: "2004-03-01T00:00:00.000Z" },
    "world.200404.3x5400x2700.tiff": { time: "2004-04-01T00:00:00.000Z" },
    "world.200405.3x5400x2700.tiff": { time: "2004-05-01T00:00:00.000Z" },
  },
};

/** Two variables in files of their own. */
export const gome: Accepted = {
  ...embedded,
  schema: `${plain},imageindex:integer,time:timestamp`,
  domains: ["time=time"],
  coverages: ["NO2", "BrO"],
  collectors: ["timestamp(time)"],
  granules: {
    "20130101.BrO.DUMMY.nc": { imageindex: 0, time: "2013-01-01T00:00:00.000Z" },
    "20130101.NO2.DUMMY.nc": { imageindex: 0, time: "2013-01-01T00:00:00.000Z" },
    "20130108.BrO.DUMMY.nc": { imageindex: 0, time: "2013-01-08T00:00:00.000Z" },
    "20130108.NO2.DUMMY.nc": { imageindex: 0, time: "2013-01-08T00:00:00.000Z" },
  },
  coverageOf: {
    "20130101.BrO.DUMMY.nc": "BrO",
    "20130101.NO2.DUMMY.nc": "NO2",
    "20130108.BrO.DUMMY.nc": "BrO",
    "20130108.NO2.DUMMY.nc": "NO2",
  },
};

/** A granule of the mosaic with ranges, by the parts of its name. */
function range([lowz, highz]: [number, number], from: string, to: string, [loww, highw]: number[]) {
  const depth = (value: number) => String(value).padStart(3, "0");
  const day = (text: string) => text.replaceAll("-", "");
  const name = `temp_${depth(lowz)}_${depth(highz)}_${day(from)}T000000_${day(to)}T000000`;
  const time = `${from}T00:00:00.000Z`;
  const endtime = `${to}T00:00:00.000Z`;
  const date = `${day(from)}T000000`;
  return [
    `${name}_${loww}_${highw}.tiff`,
    { time, endtime, date, lowz, highz, loww: loww ?? null, highw: highw ?? null },
  ] as const;
}

/** Granules whose names hold ranges of everything. */
export const ranges = [
  ["2008-10-31", "2008-11-03"],
  ["2008-11-01", "2008-11-04"],
  ["2008-11-05", "2008-11-07"],
].flatMap(([from = "", to = ""]) => [
  range([20, 99], from, to, [12, 24]),
  range([20, 99], from, to, [25, 80]),
  range([100, 150], from, to, [12, 24]),
  range([100, 150], from, to, [25, 80]),
]);
