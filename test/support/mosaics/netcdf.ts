/** Small classic NetCDF files: axes, one variable or several on them, values all zero. */

/** An attribute: a text, or numbers that are stored as doubles. */
export type NetcdfAttribute = string | readonly number[];

/** A variable of the file. */
export interface NetcdfVariable {
  /** Names of dimensions; none for a scalar. */
  readonly dimensions: readonly string[];
  readonly attributes?: Readonly<Record<string, NetcdfAttribute>>;
  /** Stored as doubles. Without them the variable holds zeros as floats. */
  readonly values?: readonly number[];
}

/** A file. */
export interface NetcdfFile {
  /** 1, 2 (wide offsets) or 5 (wide everything). */
  readonly version?: 1 | 2 | 5;
  readonly dimensions: Readonly<Record<string, number>>;
  /** The dimension that grows; its variables lie in records. */
  readonly growing?: string;
  readonly attributes?: Readonly<Record<string, NetcdfAttribute>>;
  readonly variables: Readonly<Record<string, NetcdfVariable>>;
}

/** Axes of a grid of longitudes and latitudes, with a time and an elevation axis if wanted. */
export interface GridAxes {
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
  /** Hours since 2024-01-01. */
  readonly hours?: readonly number[];
  /** Metres. */
  readonly heights?: readonly number[];
}

/** A file with one variable per name on the same axes, time slowest. */
export function netcdfGrid(
  axes: GridAxes,
  names: readonly string[] = ["t"],
): Uint8Array<ArrayBuffer> {
  const { longitudes, latitudes, hours, heights } = axes;
  const all = {
    ...(hours && { time: [hours, { units: "hours since 2024-01-01 00:00:00" }] as const }),
    ...(heights && { height: [heights, { units: "m", positive: "up" }] as const }),
    lat: [latitudes, { units: "degrees_north" }] as const,
    lon: [longitudes, { units: "degrees_east" }] as const,
  };
  const entries = Object.entries(all);
  const own = entries.map(
    ([name, [values, attributes]]) => [name, { dimensions: [name], values, attributes }] as const,
  );
  const dimensions = entries.map(([name]) => name);
  return netcdf({
    dimensions: Object.fromEntries(entries.map(([name, [values]]) => [name, values.length])),
    variables: {
      ...Object.fromEntries(own),
      ...Object.fromEntries(names.map((name) => [name, { dimensions }])),
    },
  });
}

const FLOAT = 5;
const DOUBLE = 6;
const CHAR = 2;

/** A file as bytes. */
export function netcdf(file: NetcdfFile): Uint8Array<ArrayBuffer> {
  // Offsets have a fixed width, so a first pass without them gives the length of the header.
  const length = header(file, new Map()).length;
  const places = new Map<string, number>();
  let at = length;
  const variables = Object.entries(file.variables);
  const fixed = variables.filter(([, variable]) => !isRecord(file, variable));
  const records = variables.filter(([, variable]) => isRecord(file, variable));
  for (const [name, variable] of [...fixed, ...records]) {
    places.set(name, at);
    at += sizeOf(file, variable);
  }
  const step = records.reduce((sum, [, variable]) => sum + sizeOf(file, variable), 0);
  const count = file.dimensions[file.growing ?? ""] ?? 0;
  const bytes = new Uint8Array(at + step * Math.max(0, count - 1));
  bytes.set(header(file, places));
  const view = new DataView(bytes.buffer);
  for (const [name, variable] of variables) {
    const place = places.get(name) ?? 0;
    for (const [index, value] of (variable.values ?? []).entries()) {
      view.setFloat64(place + index * (isRecord(file, variable) ? step : 8), value);
    }
  }
  return bytes;
}

function isRecord({ growing }: NetcdfFile, { dimensions }: NetcdfVariable): boolean {
  return growing !== undefined && dimensions[0] === growing;
}

function sizeOf(file: NetcdfFile, { dimensions, values }: NetcdfVariable): number {
  const cells = dimensions
    .filter((name) => name !== file.growing)
    .reduce((product, name) => product * (file.dimensions[name] ?? 0), 1);
  return cells * (values === undefined ? 4 : 8);
}

function header(file: NetcdfFile, places: ReadonlyMap<string, number>): number[] {
  const { version = 1, dimensions, growing, attributes = {}, variables } = file;
  const count = (value: number) => integer(value, version === 5 ? 8 : 4);
  const names = Object.keys(dimensions);
  const list = (tag: number, items: readonly number[][]) => [
    ...integer(items.length === 0 ? 0 : tag, 4),
    ...count(items.length),
    ...items.flat(),
  ];
  const text = (value: string) => {
    const bytes = [...new TextEncoder().encode(value)];
    return [...count(bytes.length), ...bytes, ...zeros(-bytes.length & 3)];
  };
  const attributeList = (own: Readonly<Record<string, NetcdfAttribute>>) =>
    list(
      12,
      Object.entries(own).map(([name, value]) =>
        typeof value === "string"
          ? [...text(name), ...integer(CHAR, 4), ...text(value)]
          : [
              ...text(name),
              ...integer(DOUBLE, 4),
              ...count(value.length),
              ...value.flatMap(double),
            ],
      ),
    );
  return [
    0x43,
    0x44,
    0x46,
    version,
    ...count(dimensions[growing ?? ""] ?? 0),
    ...list(
      10,
      names.map((name) => [
        ...text(name),
        ...count(name === growing ? 0 : (dimensions[name] ?? 0)),
      ]),
    ),
    ...attributeList(attributes),
    ...list(
      11,
      Object.entries(variables).map(([name, variable]) => [
        ...text(name),
        ...count(variable.dimensions.length),
        ...variable.dimensions.flatMap((one) => count(names.indexOf(one))),
        ...attributeList(variable.attributes ?? {}),
        ...integer(variable.values === undefined ? FLOAT : DOUBLE, 4),
        ...count(sizeOf(file, variable)),
        ...integer(places.get(name) ?? 0, version === 1 ? 4 : 8),
      ]),
    ),
  ];
}

function integer(value: number, size: 4 | 8): number[] {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setUint32(0, value);
  else view.setBigUint64(0, BigInt(value));
  return [...new Uint8Array(view.buffer)];
}

function double(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return [...new Uint8Array(view.buffer)];
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}
