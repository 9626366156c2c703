/** Tar archives for tests, honest and hostile, written block by block. */
import { gzipSync } from "node:zlib";
import { Header, Pax } from "tar";

/** An entry as it is written down, whatever it says. */
export interface TarEntry {
  readonly path: string;
  readonly type?: "File" | "Link" | "SymbolicLink" | "CharacterDevice";
  readonly linkpath?: string;
  readonly content?: string | Uint8Array;
  /** What the header says of the size, where that is a lie. */
  readonly size?: number;
}

function blocksOf({ path, type = "File", linkpath, content = "", size }: TarEntry): Buffer {
  const bytes = Buffer.from(content);
  const said = {
    path,
    type,
    size: size ?? bytes.byteLength,
    mode: 0o644,
    mtime: new Date(0),
    ...(linkpath === undefined ? {} : { linkpath }),
  };
  const header = new Header(said);
  header.encode();
  const long = header.needPax ? [new Pax(said).encode()] : [];
  const rest = Buffer.alloc((512 - (bytes.byteLength % 512)) % 512);
  return Buffer.concat([...long, header.block ?? Buffer.alloc(512), bytes, rest]);
}

/** An archive of entries. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(blocksOf), Buffer.alloc(1024)]);
}

/** The same with gzip. */
export function tarGzOf(entries: readonly TarEntry[]): Buffer {
  return gzipSync(tarOf(entries));
}

/** Entries of files by path. */
export function entriesOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  prefix = "",
): readonly TarEntry[] {
  return Object.entries(files).map(([path, content]) => ({ path: prefix + path, content }));
}
