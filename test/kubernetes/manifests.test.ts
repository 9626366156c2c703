/** The files of examples/kubernetes: of the right form, consistent with each other, and true to what Plumbline has. */
import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/process/exit-codes.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { http, postgres } from "../../src/model/limits.ts";
import { passwordWeakness } from "../../src/model/password.ts";
import {
  argumentsOf,
  CLUSTER_FOLDER,
  clusterFiles,
  clusterObjects,
  clusterOf,
  clusterSettings,
  podOf,
  pods,
} from "./cluster.ts";
import { clusterObject, type ClusterContainer } from "./cluster-schemas.ts";
import { textOf } from "../support/project/sources.ts";

const [secret] = clusterOf("Secret");

/** Containers that run Plumbline itself. */
const ours = pods.flatMap(({ by, template }) =>
  template.spec.containers.flatMap((one) => (one.image.includes("plumbline") ? [{ by, one }] : [])),
);

/** What follows a flag of ours. */
function flagOf({ one }: { one: ClusterContainer }, flag: string): string {
  return argumentsOf(one)
    .find((text) => text.startsWith(`${flag}=`))
    ?.slice(flag.length + 1) as string;
}

test("every file is named in the README, and there is an object of each sort", () => {
  const page = textOf(`${CLUSTER_FOLDER}/README.md`);
  for (const file of clusterFiles)
    expect(page).toContain(`\`${file.slice(CLUSTER_FOLDER.length + 1)}\``);
  expect(new Set(clusterObjects.map(({ kind }) => kind))).toEqual(
    new Set(clusterObject.options.map(({ shape }) => shape.kind.value)),
  );
});

describe("command lines", () => {
  const [programs, variables] = [
    buildProgram(() => undefined).commands,
    new Set(
      buildProgram(() => undefined).commands.flatMap(({ options }) =>
        options.map(({ envVar }) => envVar),
      ),
    ),
  ];

  test.for(ours)("$by", async ({ one }) => {
    const started: object[] = [];
    const said: string[] = [];
    const writeErr = (text: string) => void said.push(text);
    const program = buildProgram(({ flags }) => void started.push(flags), undefined, { writeErr });
    const parsing = program.parseAsync(argumentsOf(one), { from: "user" });
    await parsing.catch((error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
    });
    expect(said).toEqual([]);
    expect(started).toHaveLength(1);
    expect(programs.map((command) => command.name())).toContain(one.args[0]);
  });

  test("variables are those of flags, passwords and accounts", () => {
    const given = ["ADMIN_PASSWORD_FILE", "MASTER_PASSWORD_FILE", "PASSWORD_FILE", "USER"].map(
      (name) => `PLUMBLINE_${name}`,
    );
    const reference = textOf("docs/reference.md");
    for (const name of given) expect(reference).toContain(name.replace(/_FILE$/, ""));
    const used = [
      ...Object.keys(clusterSettings),
      ...ours.flatMap(({ one }) => one.env.map((each) => each.name)),
    ].filter((name) => name.startsWith("PLUMBLINE_"));
    for (const name of used) expect([...variables, ...given]).toContain(name);
  });

  test("where another try is of no use, exit codes of Plumbline say so", () => {
    const rules = clusterOf("CronJob")[0]?.spec.jobTemplate.spec.podFailurePolicy.rules ?? [];
    expect(rules[0]?.onExitCodes.values).toEqual([exitCodes.blocked, exitCodes.usage]);
    expect(rules[0]?.onExitCodes.containerName).toBe(podOf("plumbline-apply").containers[0]?.name);
  });
});

describe("what refers to what", () => {
  test("labels, volumes, keys of the secret, images", () => {
    const { version } = JSON.parse(textOf("package.json")) as { version: string };
    for (const pod of pods) {
      expect(pod.template.metadata.labels).toMatchObject(pod.labels);
      const { volumes, containers, initContainers = [] } = pod.template.spec;
      const known = [...volumes.map(({ name }) => name), ...pod.claims];
      for (const one of [...containers, ...initContainers]) {
        for (const { name } of one.volumeMounts) expect(known, pod.by).toContain(name);
        for (const { configMapRef } of one.envFrom ?? [])
          expect(clusterOf("ConfigMap", configMapRef.name)).toHaveLength(1);
        if (one.image.includes("plumbline"))
          expect(one.image).toBe(`registry.example.org/plumbline:${version}`);
      }
      for (const volume of volumes) {
        if ("persistentVolumeClaim" in volume)
          expect(
            clusterOf("PersistentVolumeClaim", volume.persistentVolumeClaim.claimName)[0]?.spec
              .accessModes,
          ).toEqual(["ReadWriteMany"]);
        if ("secret" in volume)
          for (const { key } of volume.secret.items)
            expect(Object.keys(secret?.stringData ?? {})).toContain(key);
      }
    }
  });

  test("files that a container reads are mounted, and what it writes is no part of the image", () => {
    for (const { one, by } of ours) {
      const mounted = one.volumeMounts.map(({ mountPath }) => mountPath);
      const paths = [
        ...one.env.map(({ value }) => value).filter((value) => value.startsWith("/")),
        ...argumentsOf(one).flatMap((text) => /(?:^|=)(\/.*)/.exec(text)?.[1] ?? []),
      ];
      for (const path of paths)
        expect(
          mounted.some((at) => path === at || path.startsWith(`${at}/`)),
          `${by}: ${path}`,
        ).toBe(true);
    }
  });

  test("services, ports, and the addresses that are named", () => {
    const [server] = ours.filter(({ by }) => by === "plumbline");
    if (server === undefined) throw new Error("there is no server");
    const portOf = ({ ports = [] }: ClusterContainer, named: string) =>
      ports.find(({ name }) => name === named)?.containerPort;
    expect(flagOf(server, "--port")).toBe(String(portOf(server.one, "rest")));
    for (const { one } of ours) {
      for (const probe of [one.startupProbe, one.livenessProbe, one.readinessProbe])
        if (probe !== undefined && "httpGet" in probe)
          expect(flagOf({ one }, "--endpoints")).toBe(`0.0.0.0:${portOf(one, probe.httpGet.port)}`);
    }
    for (const { metadata, spec } of clusterOf("Service")) {
      const behind = pods.find(({ template }) =>
        Object.entries(spec.selector).every(
          ([label, value]) => template.metadata.labels[label] === value,
        ),
      );
      const [container] = behind?.template.spec.containers ?? [];
      const [{ port, targetPort } = { port: 0, targetPort: undefined }] = spec.ports;
      expect(container && portOf(container, targetPort ?? "postgres"), metadata.name).toBe(port);
    }
    expect(clusterSettings["PLUMBLINE_URL"]).toBe("http://plumbline:8600");
    const url = new URL(secret?.stringData["catalog-url"] ?? "");
    expect(clusterOf("Service", url.hostname)[0]?.spec.ports[0]?.port).toBe(Number(url.port));
    expect(url.password).toBe(secret?.stringData["database-password"]);
  });
});

describe("numbers", () => {
  const server = podOf("plumbline");
  const [container] = server.containers;
  const deployment = clusterOf("Deployment", "plumbline")[0]?.spec;
  const { maxSurge = 0, maxUnavailable } = deployment?.strategy?.rollingUpdate ?? {};

  test("a server has the time to end, and a start to wait for tables that are brought up", () => {
    const seconds = /--shutdown-delay=(\d+)s/.exec(container?.args?.join(" ") ?? "")?.[1];
    const graceMs = server.terminationGracePeriodSeconds * 1_000;
    expect(graceMs).toBeGreaterThan(Number(seconds) * 1_000 + http.graceMs);
    const { periodSeconds = 0, failureThreshold = 0 } = container?.startupProbe ?? {};
    expect(periodSeconds * failureThreshold * 1_000).toBeGreaterThan(postgres.migrationMs);
  });

  test("the database has a connection for all servers of a rolling update", () => {
    const [database] = podOf("plumbline-postgres").containers;
    const most = Number(/max_connections=(\d+)/.exec(database?.args.join(" ") ?? "")?.[1]);
    const { readers, ownConnections } = postgres;
    // One that writes; the database keeps three for its administrators.
    const each = readers + ownConnections + 1;
    expect(textOf(`${CLUSTER_FOLDER}/postgres.yaml`)).toContain(`holds ${each} connections`);
    expect(each * ((deployment?.replicas ?? 0) + maxSurge)).toBeLessThanOrEqual(most - 3);
  });

  test("three servers are there throughout an update, two throughout maintenance, and two watches", () => {
    expect([deployment?.replicas, maxSurge, maxUnavailable]).toEqual([3, 1, 0]);
    const [budget] = clusterOf("PodDisruptionBudget");
    expect(budget?.spec.minAvailable).toBe(2);
    expect(deployment?.template.metadata.labels).toMatchObject(
      budget?.spec.selector.matchLabels ?? {},
    );
    expect(clusterOf("Deployment", "plumbline-watch")[0]?.spec.replicas).toBe(2);
  });
});

test("a password that nobody has replaced is refused", () => {
  const left = Object.entries(secret?.stringData ?? {}).filter(([key]) => key !== "catalog-url");
  expect(left.map(([, text]) => text)).toEqual(["change-me", "change-me", "change-me"]);
  expect(passwordWeakness("change-me")).toBeDefined();
});
