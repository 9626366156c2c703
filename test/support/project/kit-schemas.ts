/**
 * What the files of the GitOps kit may hold: the part of each format that the kit uses, without room
 * for misspelt names.
 */
import { z } from "zod";

const text = z.string().min(1);
const texts = z.record(z.string().regex(/^\w+$/), z.union([z.string(), z.number()]));
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const expression = z.string().regex(/^(?!.*\$\{\{)/, "conditions are expressions as they are");

const step = z
  .strictObject({
    name: text.optional(),
    id: text.optional(),
    if: expression.optional(),
    uses: z
      .string()
      .regex(/^[\w-]+\/[\w-]+@v\d/)
      .optional(),
    run: text.optional(),
    shell: z.literal("bash").optional(),
    with: z.record(z.string(), scalar).optional(),
    env: texts.optional(),
    "continue-on-error": z.boolean().optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), "either uses or run")
  // What others may write (titles, branches) must come to a shell by environment only.
  .refine(({ run }) => run === undefined || !run.includes("${{"), "no expression in a script");

const access = z.enum(["read", "write", "none"]);

const workflow = z.strictObject({
  name: text,
  on: z.strictObject({
    pull_request: z.strictObject({ paths: z.array(text) }).optional(),
    push: z.strictObject({ branches: z.array(text), paths: z.array(text) }).optional(),
    schedule: z
      .array(z.strictObject({ cron: z.string().regex(/^(?:[\d*/,-]+ ){4}[\d*/,-]+$/) }))
      .optional(),
    workflow_dispatch: z.strictObject({}).optional(),
  }),
  permissions: z.strictObject({
    contents: z.literal("read"),
    actions: access.optional(),
    "pull-requests": access.optional(),
  }),
  concurrency: z.strictObject({ group: text, "cancel-in-progress": z.boolean() }).optional(),
  env: texts.optional(),
  jobs: z.record(
    z.string().regex(/^[a-z-]+$/),
    z.strictObject({
      if: expression.optional(),
      needs: text.optional(),
      environment: text.optional(),
      "runs-on": text,
      "timeout-minutes": z.int(),
      env: texts.optional(),
      outputs: texts.optional(),
      steps: z.array(step).min(1),
    }),
  ),
});

const action = z.strictObject({
  name: text,
  description: text,
  branding: z.strictObject({ icon: text, color: text }),
  inputs: z.record(z.string(), z.strictObject({ description: text, default: text.optional() })),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(step).min(1) }),
});

const gitlabJob = z.strictObject({
  extends: text.optional(),
  stage: z.enum(["plan", "apply"]).optional(),
  image: z.strictObject({ name: text, entrypoint: z.array(z.string()) }).optional(),
  interruptible: z.boolean().optional(),
  resource_group: text.optional(),
  needs: z.array(text).optional(),
  rules: z
    .array(
      z.strictObject({
        if: text,
        when: z.literal("manual").optional(),
        allow_failure: z.boolean().optional(),
      }),
    )
    .optional(),
  script: z.array(text).min(1).optional(),
  artifacts: z
    .strictObject({
      when: z.literal("always").optional(),
      paths: z.array(text),
      reports: z.strictObject({ junit: text }).optional(),
      expire_in: text,
    })
    .optional(),
});

const gitlab = z
  .strictObject({ variables: texts, stages: z.tuple([z.literal("plan"), z.literal("apply")]) })
  .catchall(gitlabJob);

const hooks = z.strictObject({
  repos: z.array(
    z.strictObject({
      repo: z.literal("local"),
      hooks: z.array(
        z.strictObject({
          id: text,
          name: text,
          language: z.literal("script"),
          entry: text,
          files: text.refine((pattern) => new RegExp(pattern) instanceof RegExp),
          pass_filenames: z.boolean(),
        }),
      ),
    }),
  ),
});

/** Schemas by the place of the files they hold for. */
export const kitSchemas: readonly (readonly [file: RegExp, schema: z.ZodType])[] = [
  [/^action\.yml$/, action],
  [/\/github\/[\w-]+\.yaml$/, workflow],
  [/\/gitlab\/[\w.-]+\.yml$/, gitlab],
  [/\/\.pre-commit-config\.yaml$/, hooks],
];

const quantity = z.union([z.string().regex(/^\d+(?:m|Ki|Mi|Gi)?$/), z.int()]);

const confined = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
});

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(["/livez", "/readyz"]), port: z.literal("http") }),
  periodSeconds: z.int(),
  failureThreshold: z.int().optional(),
});

const container = z.strictObject({
  name: text,
  image: z.literal("registry.example.org/plumbline:0.1.0"),
  command: z.array(text).optional(),
  args: z.array(text),
  workingDir: text.optional(),
  env: z.array(z.strictObject({ name: text, value: text })).optional(),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: text }) }),
      z.strictObject({ secretRef: z.strictObject({ name: text }) }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: text, containerPort: z.int() })).optional(),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: quantity, memory: quantity }),
    limits: z.strictObject({ memory: quantity }),
  }),
  securityContext: confined,
  volumeMounts: z.array(
    z.strictObject({ name: text, mountPath: text, readOnly: z.boolean().optional() }),
  ),
});

/** A pod that runs as nobody in particular and asks nothing of the cluster. */
export const podSchema = z.strictObject({
  serviceAccountName: z.literal("plumbline"),
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  terminationGracePeriodSeconds: z.int().optional(),
  restartPolicy: z.literal("Never").optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().positive(),
    runAsGroup: z.int().positive(),
    fsGroup: z.int().positive(),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  initContainers: z.array(container).optional(),
  containers: z.array(container).min(1),
  volumes: z.array(
    z.union([
      z.strictObject({ name: text, emptyDir: z.strictObject({ sizeLimit: quantity }) }),
      z.strictObject({ name: text, configMap: z.strictObject({ name: text }) }),
      z.strictObject({
        name: text,
        secret: z.strictObject({ secretName: text, defaultMode: z.int() }),
      }),
    ]),
  ),
});
