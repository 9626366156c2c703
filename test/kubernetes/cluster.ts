/** The objects in the files of examples/kubernetes, and the pods that they make. */
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { clusterObject, type ClusterContainer, type ClusterObject } from "./cluster-schemas.ts";
import { filesBelow, textOf } from "../support/project/sources.ts";

/** Where they are. */
export const CLUSTER_FOLDER = "examples/kubernetes";

/** Their files. */
export const clusterFiles = filesBelow(CLUSTER_FOLDER, /\.yaml$/);

/** All objects. Throws where one is not of the right form. */
export const clusterObjects: readonly ClusterObject[] = clusterFiles.flatMap((file) =>
  parseAllDocuments(textOf(file)).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${file}: ${error.message}`);
    const parsed = clusterObject.safeParse(document.toJS());
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  }),
);

/** The objects of a kind; with a name, the one of them. */
export function clusterOf<Kind extends ClusterObject["kind"]>(kind: Kind, name?: string) {
  return clusterObjects.filter(
    (one): one is Extract<ClusterObject, { kind: Kind }> =>
      one.kind === kind && (name === undefined || one.metadata.name === name),
  );
}

type Deployment = Extract<ClusterObject, { kind: "Deployment" }>;

/** A pod, and what makes it. */
interface Pod {
  readonly by: string;
  readonly template: Deployment["spec"]["template"];
  /** By which labels its maker finds it. */
  readonly labels: Readonly<Record<string, string>>;
  /** Names of volumes that are made with it. */
  readonly claims: readonly string[];
}

/** Every pod. */
export const pods: readonly Pod[] = clusterObjects.flatMap((one): readonly Pod[] => {
  const by = one.metadata.name;
  if (one.kind === "CronJob")
    return [{ by, template: one.spec.jobTemplate.spec.template, labels: {}, claims: [] }];
  if (one.kind !== "Deployment" && one.kind !== "StatefulSet") return [];
  const { template, selector } = one.spec;
  const claims = one.kind === "Deployment" ? [] : one.spec.volumeClaimTemplates;
  const names = claims.map(({ metadata }) => metadata.name);
  return [{ by, template, labels: selector.matchLabels, claims: names }];
});

/** The pod that an object makes. Throws where there is none. */
export function podOf(name: string): Pod["template"]["spec"] {
  const found = pods.find(({ by }) => by === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.template.spec;
}

/** The settings of what applies. */
export const clusterSettings = clusterOf("ConfigMap")[0]?.data ?? {};

/** Arguments of a container as the cluster fills them in. */
export function argumentsOf({ args }: ClusterContainer): readonly string[] {
  return args.map((text) =>
    text.replaceAll(/\$\((\w+)\)/g, (_all, name: string) => clusterSettings[name] ?? ""),
  );
}
