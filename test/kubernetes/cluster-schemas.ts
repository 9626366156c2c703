/**
 * What the files of examples/kubernetes may hold: the part of each kind of object that they use, without room for
 * misspelt names.
 */
import { z } from "zod";

const text = z.string().min(1);
const texts = z.record(z.string(), text);
const quantity = z.string().regex(/^\d+(?:m|Mi|Gi)?$/);
const whole = z.int().nonnegative();
const name = z.string().regex(/^[a-z][a-z0-9-]*$/);
const metadata = z.strictObject({ name, labels: texts.optional() });
const selector = z.strictObject({ matchLabels: texts });

const exec = z.strictObject({ command: z.array(text).min(1) });
const times = {
  periodSeconds: z.int().positive(),
  timeoutSeconds: z.int().positive().optional(),
  failureThreshold: z.int().positive().optional(),
};
const probe = z.union([
  z.strictObject({
    httpGet: z.strictObject({ path: z.enum(["/livez", "/readyz"]), port: name }),
    ...times,
  }),
  z.strictObject({ exec, ...times }),
]);

const container = z.strictObject({
  name,
  image: z.string().regex(/^[a-z0-9.-]+\/[a-z0-9./-]+:[\w.-]+$/),
  command: z.array(text).optional(),
  args: z.array(text),
  env: z.array(z.strictObject({ name: z.string().regex(/^[A-Z_]+$/), value: text })),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name }) })).optional(),
  ports: z.array(z.strictObject({ name, containerPort: z.int() })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: quantity, memory: quantity }),
    limits: z.strictObject({ memory: quantity }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({
      name,
      mountPath: z.string().startsWith("/"),
      readOnly: z.literal(true).optional(),
    }),
  ),
});

const volume = z.union([
  z.strictObject({ name, emptyDir: z.strictObject({ sizeLimit: quantity }) }),
  z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
  z.strictObject({
    name,
    secret: z.strictObject({
      secretName: name,
      // The group of the pod may read it, and nobody else.
      defaultMode: z.literal(0o440),
      items: z.array(z.strictObject({ key: name, path: name })).min(1),
    }),
  }),
]);

const pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  restartPolicy: z.literal("Never").optional(),
  terminationGracePeriodSeconds: whole,
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.literal(1),
        topologyKey: z.literal("kubernetes.io/hostname"),
        whenUnsatisfiable: z.literal("ScheduleAnyway"),
        labelSelector: selector,
      }),
    )
    .optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().positive(),
    runAsGroup: z.int().positive(),
    fsGroup: z.int().positive(),
    fsGroupChangePolicy: z.literal("OnRootMismatch").optional(),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  initContainers: z.array(container).optional(),
  containers: z.array(container).length(1),
  volumes: z.array(volume),
});

const template = z.strictObject({
  metadata: z.strictObject({ labels: texts, annotations: texts.optional() }),
  spec: pod,
});

const claim = z.strictObject({
  accessModes: z.tuple([z.enum(["ReadWriteOnce", "ReadWriteMany"])]),
  resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
});

/** An object of a cluster. */
export const clusterObject = z.discriminatedUnion("kind", [
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Secret"),
    metadata,
    type: z.literal("Opaque"),
    stringData: texts,
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("ConfigMap"),
    metadata,
    data: texts,
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata,
    spec: z.strictObject({
      clusterIP: z.literal("None").optional(),
      selector: texts,
      ports: z.array(z.strictObject({ name, port: z.int(), targetPort: name.optional() })).min(1),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("PersistentVolumeClaim"),
    metadata,
    spec: claim,
  }),
  z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata,
    spec: z.strictObject({
      replicas: whole,
      strategy: z
        .strictObject({
          type: z.literal("RollingUpdate"),
          rollingUpdate: z.strictObject({ maxSurge: whole, maxUnavailable: whole }),
        })
        .optional(),
      selector,
      template,
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("StatefulSet"),
    metadata,
    spec: z.strictObject({
      serviceName: name,
      replicas: z.literal(1),
      selector,
      template,
      volumeClaimTemplates: z.array(
        z.strictObject({ metadata: z.strictObject({ name }), spec: claim }),
      ),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal("policy/v1"),
    kind: z.literal("PodDisruptionBudget"),
    metadata,
    spec: z.strictObject({ minAvailable: whole, selector }),
  }),
  z.strictObject({
    apiVersion: z.literal("batch/v1"),
    kind: z.literal("CronJob"),
    metadata,
    spec: z.strictObject({
      schedule: z.string().regex(/^(?:[\d*/,-]+ ){4}[\d*/,-]+$/),
      concurrencyPolicy: z.literal("Forbid"),
      startingDeadlineSeconds: whole,
      successfulJobsHistoryLimit: whole,
      failedJobsHistoryLimit: whole,
      jobTemplate: z.strictObject({
        spec: z.strictObject({
          activeDeadlineSeconds: whole,
          backoffLimit: whole,
          podFailurePolicy: z.strictObject({
            rules: z.array(
              z.strictObject({
                action: z.literal("FailJob"),
                onExitCodes: z.strictObject({
                  containerName: name,
                  operator: z.literal("In"),
                  values: z.array(z.int()),
                }),
              }),
            ),
          }),
          template,
        }),
      }),
    }),
  }),
]);

/** One of them. */
export type ClusterObject = z.infer<typeof clusterObject>;

/** The container of a pod. */
export type ClusterContainer = z.infer<typeof container>;
