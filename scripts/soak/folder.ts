/** A folder of styles that is edited at random, with a model of what it means when it is whole. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** What is declared: the folder of each style and its colour, by name. */
type Model = Map<string, { folder: string; colour: string }>;

/** A folder under soak. */
export interface SoakFolder {
  /** One edit; resolves when it is finished. Gives its name. */
  readonly edit: () => Promise<string>;
  /** Makes everything whole that was broken. */
  readonly repair: () => void;
  /** Colours by name. */
  readonly wanted: () => ReadonlyMap<string, string>;
  /** Whether the folder, when whole, was without a style at some time since. */
  readonly wasWithout: (name: string, since: number) => boolean;
  /** Files and folders in it. */
  readonly entries: () => number;
}

const FOLDERS = [".", "north", "north/east", "south", "west"];
const STYLES = 24;

/** The SLD of a style. */
function sld(name: string, colour: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${name}</Name><UserStyle><FeatureTypeStyle><Rule><LineSymbolizer><Stroke><CssParameter name="stroke">${colour}</CssParameter></Stroke></LineSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
`;
}

function manifest(name: string): string {
  return `apiVersion: plumbline/v1\nkind: Style\nmetadata: { name: ${name} }\nspec: { source: ./${name}.sld }\n`;
}

/** Fills a folder with styles and gives what edits it; `random` gives numbers from 0 to 1. */
export function soakFolder(root: string, random: () => number): SoakFolder {
  const model: Model = new Map();
  const goneAt = new Map<string, number>();
  const backAt = new Map<string, number>();
  const broken = new Set<string>();
  let serial = 0;
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = <Element>(elements: readonly Element[]): Element | undefined =>
    elements[below(elements.length)];
  const colour = () => `#${below(0x1000000).toString(16).padStart(6, "0")}`;
  const path = (name: string, end: string) =>
    join(root, model.get(name)?.folder ?? ".", `${name}.${end}`);
  const write = (name: string): void => {
    mkdirSync(dirname(path(name, "sld")), { recursive: true });
    writeFileSync(path(name, "sld"), sld(name, model.get(name)?.colour ?? ""));
    writeFileSync(path(name, "yaml"), manifest(name));
  };
  const any = () => pick([...model.keys()].filter((name) => !broken.has(name))) ?? "";
  const add = (): void => {
    const name = `s${serial++ % (STYLES * 2)}`;
    if (model.has(name)) return;
    model.set(name, { folder: pick(FOLDERS) ?? ".", colour: colour() });
    backAt.set(name, Date.now());
    write(name);
  };
  const remove = (name: string): void => {
    goneAt.set(name, Date.now());
    rmSync(path(name, "yaml"), { force: true });
    rmSync(path(name, "sld"), { force: true });
    model.delete(name);
    broken.delete(name);
  };
  const paint = (name: string): string => {
    const own = model.get(name);
    if (own !== undefined) own.colour = colour();
    return sld(name, own?.colour ?? "");
  };
  const slowly = async (file: string, text: string): Promise<void> => {
    writeFileSync(file, "");
    const step = Math.ceil(text.length / (2 + below(4)));
    for (let at = 0; at < text.length; at += step) {
      await pause(below(180));
      appendFileSync(file, text.slice(at, at + step));
    }
  };
  const inFolder = (folder: string) =>
    [...model].filter(([, own]) => own.folder === folder).map(([name]) => name);

  const edits: Readonly<Record<string, () => Promise<void> | void>> = {
    "in place": () => {
      const name = any();
      writeFileSync(path(name, "sld"), paint(name));
    },
    "renamed over": () => {
      const name = any();
      writeFileSync(`${path(name, "sld")}.tmp`, paint(name));
      renameSync(`${path(name, "sld")}.tmp`, path(name, "sld"));
    },
    slow: async () => {
      const name = any();
      await slowly(path(name, "sld"), paint(name));
    },
    "slow manifest": async () => {
      const name = any();
      await slowly(path(name, "yaml"), manifest(name));
    },
    add,
    remove: () => {
      if (model.size > STYLES / 2) remove(any());
    },
    "folder removed": () => {
      const folder = pick(FOLDERS.slice(2)) ?? "";
      if (inFolder(folder).length > model.size / 2) return;
      for (const name of inFolder(folder)) remove(name);
      rmSync(join(root, folder), { recursive: true, force: true });
    },
    "away and back": async () => {
      const folder = join(root, pick(FOLDERS.slice(1)) ?? "");
      if (!existsSync(folder)) return;
      renameSync(folder, `${root}-away`);
      await pause(below(600));
      renameSync(`${root}-away`, folder);
    },
    "gone and made again": async () => {
      const name = any();
      rmSync(path(name, "yaml"));
      await pause(below(600));
      writeFileSync(path(name, "yaml"), manifest(name));
    },
    "all away and back": async () => {
      renameSync(root, `${root}-all`);
      await pause(below(600));
      renameSync(`${root}-all`, root);
    },
    broken: () => {
      const name = any();
      broken.add(name);
      const cut = manifest(name).slice(0, below(40));
      writeFileSync(path(name, "yaml"), below(2) === 0 ? "" : `${cut}{`);
    },
    "without its file": () => {
      const name = any();
      broken.add(name);
      rmSync(path(name, "sld"));
    },
    "of an editor": () => {
      const name = any();
      writeFileSync(join(root, `.${name}.yaml.swp`), "x");
      writeFileSync(join(root, `${name}.yaml~`), "kind: Nothing");
      rmSync(join(root, `.${name}.yaml.swp`));
    },
  };
  const names = Object.keys(edits);
  const repair = (): void => {
    for (const name of broken) write(name);
    broken.clear();
  };
  mkdirSync(root, { recursive: true });
  while (model.size < STYLES) add();
  return {
    edit: async () => {
      if (broken.size > 0 && below(2) === 0) {
        repair();
        return "repaired";
      }
      const name = pick(names) ?? "";
      await edits[name]?.();
      while (model.size < STYLES / 2) add();
      return name;
    },
    repair,
    wanted: () => new Map([...model].map(([name, own]) => [name, own.colour])),
    wasWithout: (name, since) =>
      !model.has(name) || (goneAt.has(name) && (backAt.get(name) ?? 0) >= since),
    entries: () => readdirSync(root, { recursive: true }).length + 1,
  };
}
