/** Following a branch: what is fetched, what stands in the folder meanwhile, what is refused. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  GitSourceError,
  openGitSource,
  withoutUserinfo,
  type GitSource,
  type GitSourceOptions,
} from "../../src/reconciler/watch/git-source.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { git, makeRepository } from "../support/project/git.ts";

function follow(url: string, more: Partial<GitSourceOptions> = {}): GitSource {
  const source = openGitSource({
    url,
    branch: "main",
    folder: temporaryFolder(),
    environment: process.env,
    ...more,
  });
  onTestFinished(() => source.close());
  return source;
}

/** The error a fetch ends with. */
async function faultOf(work: Promise<unknown>): Promise<GitSourceError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GitSourceError);
  return error as GitSourceError;
}

describe("a branch", () => {
  test("is fetched, followed, and stands at one path", async () => {
    const repository = makeRepository();
    const first = repository.push({ "a.yaml": "one", "deep/b.yaml": "b" });
    const source = follow(repository.url);
    expect(existsSync(source.folder)).toBe(false);
    expect(await source.fetch()).toEqual({ commit: first, changed: true, rewritten: false });
    expect(readFileSync(join(source.folder, "a.yaml"), "utf8")).toBe("one");
    expect(await source.fetch()).toEqual({ commit: first, changed: false, rewritten: false });

    repository.push({ "a.yaml": "two" });
    const third = repository.push({ "a.yaml": "three", "c.yaml": "c" });
    expect(await source.fetch()).toEqual({ commit: third, changed: true, rewritten: false });
    expect(readFileSync(join(source.folder, "a.yaml"), "utf8")).toBe("three");
    expect(readdirSync(source.folder).toSorted()).toEqual(["a.yaml", "c.yaml", "deep"]);
  });

  test("is followed at a path inside the repository, from an address with a scheme", async () => {
    const repository = makeRepository();
    repository.push({ "maps/a.yaml": "a", "other/b.yaml": "b" });
    const source = follow(`file://${repository.url}`, { path: "./maps/" });
    await source.fetch();
    expect(readdirSync(source.folder)).toEqual(["a.yaml"]);
  });

  test("whose history was rewritten is followed, and that is reported", async () => {
    const repository = makeRepository();
    repository.push({ "a.yaml": "one" });
    repository.push({ "a.yaml": "two", "gone.yaml": "x" });
    const source = follow(repository.url);
    await source.fetch();
    git(repository.folder, "reset", "--quiet", "--hard", "HEAD~1");
    const rewritten = repository.push({ "a.yaml": "another two" });
    expect(await source.fetch()).toEqual({ commit: rewritten, changed: true, rewritten: true });
    expect(readdirSync(source.folder)).toEqual(["a.yaml"]);
    const next = repository.push({ "a.yaml": "three" });
    expect(await source.fetch()).toEqual({ commit: next, changed: true, rewritten: false });
  });

  test("keeps the tree of the commit before for anybody who still reads it", async () => {
    const repository = makeRepository();
    repository.push({ "a.yaml": "one" });
    const source = follow(repository.url);
    await source.fetch();
    const before = realpathSync(source.folder);
    repository.push({ "a.yaml": "two" });
    await source.fetch();
    expect(readFileSync(join(before, "a.yaml"), "utf8")).toBe("one");
    repository.push({ "a.yaml": "three" });
    await source.fetch();
    expect(existsSync(before)).toBe(false);
  });

  test("two fetches at once are one", async () => {
    const repository = makeRepository();
    const commit = repository.push({ "a.yaml": "one" });
    const source = follow(repository.url);
    const both = await Promise.all([source.fetch(), source.fetch()]);
    expect(both).toEqual([both[0], both[0]]);
    expect(both[0]).toMatchObject({ commit, changed: true });
  });
});

describe("what cannot be fetched leaves the folder as it was", () => {
  async function fetched() {
    const repository = makeRepository();
    repository.push({ "maps/a.yaml": "one" });
    const source = follow(repository.url, { path: "maps" });
    const { commit } = await source.fetch();
    const stands = () => {
      expect(readFileSync(join(source.folder, "a.yaml"), "utf8")).toBe("one");
      expect(realpathSync(source.folder)).toContain(commit.slice(0, 12));
    };
    return { repository, source, stands };
  }

  test("a path that a commit removed", async () => {
    const { repository, source, stands } = await fetched();
    git(repository.folder, "rm", "--quiet", "-r", "maps");
    repository.push({ "README.md": "moved" });
    expect(await faultOf(source.fetch())).toMatchObject({ code: "path-missing" });
    stands();
    repository.push({ "maps/a.yaml": "again" });
    await source.fetch();
    expect(readFileSync(join(source.folder, "a.yaml"), "utf8")).toBe("again");
  });

  test("a branch that was deleted, a repository that is gone", async () => {
    const { repository, source, stands } = await fetched();
    git(repository.url, "update-ref", "-d", "refs/heads/main");
    expect(await faultOf(source.fetch())).toMatchObject({ code: "branch-missing" });
    stands();
    const other = follow(join(temporaryFolder(), "nothing.git"));
    const error = await faultOf(other.fetch());
    expect(error).toMatchObject({ code: "unreachable" });
    expect(error.hint).not.toBe("");
  });

  test("a submodule where the manifests are", async () => {
    const { repository, source, stands } = await fetched();
    const commit = git(repository.folder, "rev-parse", "HEAD");
    git(repository.folder, "update-index", "--add", "--cacheinfo", `160000,${commit},maps/shared`);
    mkdirSync(join(repository.folder, "maps/shared"));
    git(repository.folder, "commit", "--quiet", "--message=submodule");
    git(repository.folder, "push", "--quiet", "origin", "HEAD:main");
    expect(await faultOf(source.fetch())).toMatchObject({ code: "submodule" });
    stands();
  });

  test.for([
    ["a file of the machine", "/etc/hostname"],
    ["a folder above", "../../.."],
    ["a file beside, by way of another link", "up/../../../repository.git"],
    ["what may be there later, by way of another link", "up/../../../later"],
    ["something that is not there yet", "/nowhere/at/all"],
  ] as const)("a link to %s", async ([_label, target]) => {
    const { repository, source, stands } = await fetched();
    mkdirSync(join(repository.folder, "maps/deep"));
    symlinkSync("..", join(repository.folder, "maps/deep/up"));
    symlinkSync(target, join(repository.folder, "maps/deep/leak.sld"));
    repository.push();
    expect(await faultOf(source.fetch())).toMatchObject({ code: "link-outside" });
    stands();
  });

  test("a link inside the commit is a file as any other", async () => {
    const { repository, source } = await fetched();
    symlinkSync("a.yaml", join(repository.folder, "maps/b.yaml"));
    repository.push();
    await source.fetch();
    expect(readFileSync(join(source.folder, "b.yaml"), "utf8")).toBe("one");
  });

  test("a server that never answers ends with the source", async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const source = follow(`http://127.0.0.1:${port}/estate.git`);
    const fetching = faultOf(source.fetch());
    await new Promise<void>((resolve) => server.once("request", () => resolve()));
    await source.close();
    expect(await fetching).toMatchObject({ code: "closed" });
    expect(await faultOf(source.fetch())).toMatchObject({ code: "closed" });
  });
});

describe("after an end in the middle", () => {
  test("what an earlier process left is neither shown nor in the way", async () => {
    const repository = makeRepository();
    repository.push({ "a.yaml": "one" });
    const folder = temporaryFolder();
    const first = follow(repository.url, { folder });
    await first.fetch();
    await first.close();
    // A git that was killed while it wrote: its locks, and the mark that it was at work.
    writeFileSync(join(folder, "repository.git", "shallow.lock"), "");
    writeFileSync(join(folder, "repository.git", "refs/plumbline/head.lock"), "");
    writeFileSync(join(folder, "repository.git.writing"), "");
    mkdirSync(join(folder, "trees", "9-half"), { recursive: true });

    const second = follow(repository.url, { folder });
    expect(existsSync(second.folder)).toBe(false);
    const commit = repository.push({ "a.yaml": "two" });
    expect(await second.fetch()).toMatchObject({ commit, changed: true });
    expect(readFileSync(join(second.folder, "a.yaml"), "utf8")).toBe("two");
    expect(readdirSync(join(folder, "trees"))).toHaveLength(1);
  });

  test("the folder of another branch is recreated, and nothing is called rewritten", async () => {
    const repository = makeRepository();
    repository.push({ "a.yaml": "one" });
    const folder = temporaryFolder();
    const first = follow(repository.url, { folder });
    await first.fetch();
    await first.close();
    git(repository.folder, "checkout", "--quiet", "--orphan", "other");
    writeFiles(repository.folder, { "a.yaml": "other" });
    git(repository.folder, "commit", "--quiet", "--all", "--message=other");
    git(repository.folder, "push", "--quiet", "origin", "other");
    const second = follow(repository.url, { folder, branch: "other" });
    expect(await second.fetch()).toMatchObject({ changed: true, rewritten: false });
    expect(readFileSync(join(second.folder, "a.yaml"), "utf8")).toBe("other");
  });
});

describe("nothing of a repository or of the account runs", () => {
  test("no hook, filter or file system monitor", async () => {
    const repository = makeRepository();
    const witness = join(temporaryFolder(), "ran");
    const script = join(temporaryFolder(), "script");
    writeFileSync(script, `#!/bin/sh\ntouch ${witness}\ncat\n`);
    chmodSync(script, 0o755);
    const hooks = temporaryFolder();
    for (const hook of ["post-checkout", "reference-transaction", "post-merge"])
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${witness}\n`, { mode: 0o755 });
    const config = join(temporaryFolder(), "gitconfig");
    writeFileSync(
      config,
      `[core]\n\thooksPath = ${hooks}\n\tfsmonitor = ${script}\n[filter "mine"]\n\tsmudge = ${script}\n\trequired = true\n`,
    );
    repository.push({ "a.yaml": "one", ".gitattributes": "*.yaml filter=mine\n" });
    const before = process.env["GIT_CONFIG_GLOBAL"];
    process.env["GIT_CONFIG_GLOBAL"] = config;
    onTestFinished(() => {
      if (before === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
      else process.env["GIT_CONFIG_GLOBAL"] = before;
    });
    const source = follow(repository.url);
    await source.fetch();
    expect(readFileSync(join(source.folder, "a.yaml"), "utf8")).toBe("one");
    expect(existsSync(witness)).toBe(false);
  });

  test("a surrounding git, as in a hook, does not redirect it", async () => {
    const repository = makeRepository();
    repository.push({ "a.yaml": "one" });
    process.env["GIT_DIR"] = join(temporaryFolder(), "elsewhere");
    process.env["GIT_INDEX_FILE"] = join(temporaryFolder(), "index");
    onTestFinished(() => {
      delete process.env["GIT_DIR"];
      delete process.env["GIT_INDEX_FILE"];
    });
    const source = follow(repository.url);
    await source.fetch();
    expect(readdirSync(source.folder)).toEqual(["a.yaml"]);
  });
});

describe("addresses", () => {
  test.for([
    "--upload-pack=touch /tmp/x",
    "-oProxyCommand=x",
    "ext::sh -c touch% /tmp/x",
    "fd::17",
    "git://example.org/a.git",
    "ftp://example.org/a.git",
    "javascript://example.org",
    "https://",
    "ssh://-oProxyCommand=x/a",
    "a\nb",
    "",
    "just-a-word",
  ])("%j is refused", (url) => {
    expect(() =>
      openGitSource({ url, branch: "main", folder: temporaryFolder(), environment: process.env }),
    ).toThrow(GitSourceError);
  });

  test.for([
    "https://example.org/a.git",
    "ssh://git@example.org:22/a.git",
    "git@example.org:team/maps.git",
    "file:///srv/git/a.git",
    "/srv/git/a.git",
    "../a.git",
  ])("%j is taken", (url) => {
    expect(() =>
      openGitSource({ url, branch: "main", folder: temporaryFolder(), environment: process.env }),
    ).not.toThrow();
  });

  test.for([
    "-x",
    "",
    "a b",
    "a..b",
    "a~1",
    "a^",
    "a:b",
    "/a",
    "a/",
    "a.lock",
    "@{1}",
    ".a",
    "a\\b",
  ])("the branch %j is refused", (branch) => {
    expect(() =>
      openGitSource({
        url: "/srv/git/a.git",
        branch,
        folder: temporaryFolder(),
        environment: process.env,
      }),
    ).toThrow(GitSourceError);
  });

  test.for(["..", "../x", "/etc", "a/../../b", ".git", "a/.GIT/hooks"])(
    "the path %j is refused",
    (path) => {
      expect(() =>
        openGitSource({
          url: "/srv/git/a.git",
          branch: "main",
          path,
          folder: temporaryFolder(),
          environment: process.env,
        }),
      ).toThrow(GitSourceError);
    },
  );

  test("no credentials are reported, whatever goes wrong", async () => {
    const server = createServer((_request, response) => response.writeHead(403).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const urls = [
      `http://robot:canary-secret@127.0.0.1:${port}/a.git`,
      "http://robot:canary-secret@127.0.0.1:1/a.git",
      "https://canary-secret@host.invalid/a.git",
    ];
    for (const url of urls) {
      const error = await faultOf(follow(url).fetch());
      expect(["denied", "unreachable"]).toContain(error.code);
      expect(`${error.message} ${error.hint} ${error.stack}`).not.toContain("canary-secret");
    }
    expect(() =>
      openGitSource({
        url: "ftp://u:canary-secret@h/x",
        branch: "b",
        folder: "/",
        environment: process.env,
      }),
    ).toThrow(/^(?!.*canary-secret)/);
    expect(withoutUserinfo("see https://u:p@x.org/a and ssh://v@y.org")).toBe(
      "see https://x.org/a and ssh://y.org",
    );
  });
});
