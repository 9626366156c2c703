// Plain JavaScript, as the rest of bin/: runs scripts of the bundle together with what V8 made of them
// in an earlier run (docs/decisions/0031-bundle.md). Node keeps what a file is compiled to when it is
// loaded, which are few functions; here it is kept when the process ends, with all that were called.
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } =
  process.getBuiltinModule("node:fs");
const { basename, dirname, join } = process.getBuiltinModule("node:path");
const { fileURLToPath, pathToFileURL } = process.getBuiltinModule("node:url");
const { cachedDataVersionTag } = process.getBuiltinModule("node:v8");
const { Script } = process.getBuiltinModule("node:vm");

/** Scripts that ran so far, by their paths. */
const loaded = new Map();
/** Scripts whose code is to be kept, with the file for it. */
const kept = [];
// Another version of V8, and one with other flags, cannot use what this one keeps.
const tag = String(cachedDataVersionTag());

/** What a script of the bundle exports, given its address; it is run once. */
export function loadScript(url) {
  return load(fileURLToPath(url));
}

function load(path) {
  const before = loaded.get(path);
  if (before !== undefined) return before.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const run = compile(path).runInThisContext();
  const beside = (id) => join(dirname(path), id);
  const require = (id) => (id.startsWith("./") ? load(beside(id)) : process.getBuiltinModule(id));
  const importLate = async (id) => {
    if (!id.startsWith("./")) return import(id);
    return id.endsWith(".cjs") ? load(beside(id)) : import(pathToFileURL(beside(id)).href);
  };
  run(module.exports, require, importLate, path);
  return module.exports;
}

function compile(path) {
  const code = join(dirname(path), "code", tag, basename(path));
  const cachedData = readIfThere(code);
  const source = readFileSync(path, "latin1");
  const script = new Script(`(function (exports, require, importLate, __filename) {${source}\n})`, {
    filename: path,
    cachedData,
  });
  const isMissing = cachedData === undefined;
  const isFirst = process.env.PLUMBLINE_KEEP_CODE === "1";
  if (isFirst || isMissing || script.cachedDataRejected === true)
    keep({ script, path, time: timeOf(path), code, givesWay: isMissing && !isFirst });
  return script;
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** At the end of the process the code of a script is written to a file. */
function keep(one) {
  if (kept.length === 0) process.once("exit", keepAll);
  kept.push(one);
}

function keepAll() {
  const isOff = Boolean(process.env.NODE_DISABLE_COMPILE_CACHE);
  if (isOff || String(cachedDataVersionTag()) !== tag) return;
  for (const { script, path, time, code, givesWay } of kept) {
    // V8 does not notice when code is of another script of that length.
    if (timeOf(path) !== time || (givesWay && existsSync(code))) continue;
    const beside = `${code}.${process.pid}`;
    try {
      mkdirSync(dirname(code), { recursive: true });
      // Nor does it look further than the head, so a file is there whole or not at all.
      writeFileSync(beside, script.createCachedData(), { flush: true });
      renameSync(beside, code);
    } catch {
      // Who may not write here starts without; nothing else depends on it.
      if (existsSync(beside)) rmSync(beside);
      return;
    }
  }
}
