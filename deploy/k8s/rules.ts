import { type Container, type Labels, type Manifest, type PodSpec, programOf } from './documents.ts';

/** A requirement of every process, and whether it is met. */
type Demand = readonly [string, boolean];

const matches = (selector: Labels | undefined, labels: Labels): boolean =>
  selector !== undefined &&
  Object.keys(selector).length > 0 &&
  Object.entries(selector).every(([key, value]) => labels[key] === value);

const podDemands = (pod: PodSpec): Demand[] => [
  ['runs as non-root', pod.securityContext?.runAsNonRoot === true],
  ['has the seccomp profile RuntimeDefault', pod.securityContext?.seccompProfile?.type === 'RuntimeDefault'],
  ['mounts no service account token', pod.automountServiceAccountToken === false],
  ['is given more than the 15 s of draining', (pod.terminationGracePeriodSeconds ?? 0) > 15],
];

const containerDemands = ({ securityContext, resources, image, ...container }: Container): Demand[] => [
  ['has a startup probe', container.startupProbe !== undefined],
  ['has a liveness probe', container.livenessProbe !== undefined],
  ['has a readiness probe', container.readinessProbe !== undefined],
  ['requests processor time', resources?.requests?.['cpu'] !== undefined],
  ['requests memory', resources?.requests?.['memory'] !== undefined],
  ['limits memory', resources?.limits?.['memory'] !== undefined],
  ['has a read-only root filesystem', securityContext?.readOnlyRootFilesystem === true],
  ['cannot gain privileges', securityContext?.allowPrivilegeEscalation === false],
  ['drops all capabilities', securityContext?.capabilities?.drop?.includes('ALL') === true],
  ['names a tag of its image', /:[\w.-]+$/.test(image)],
];

const companionDemands = (manifests: readonly Manifest[], workload: Manifest): Demand[] => {
  const { kind, metadata, spec } = workload;
  const labels = spec?.template?.metadata.labels ?? {};
  const has = (wanted: string, test: (manifest: Manifest) => boolean) =>
    manifests.some((manifest) => manifest.kind === wanted && test(manifest));
  const account = spec?.template?.spec.serviceAccountName;
  const demands: Demand[] = [
    ['is found by a Service', has('Service', ({ spec }) => matches(spec?.selector, labels))],
    [
      'has a PodDisruptionBudget',
      has('PodDisruptionBudget', ({ spec }) => matches(spec?.selector?.matchLabels, labels)),
    ],
    [
      'has a NetworkPolicy of its own',
      has(
        'NetworkPolicy',
        ({ metadata: { name }, spec }) =>
          name === metadata.name && matches(spec?.podSelector?.matchLabels, labels),
      ),
    ],
    [
      'has a ServiceAccount of its own',
      account === metadata.name && has('ServiceAccount', ({ metadata: { name } }) => name === account),
    ],
  ];
  if (kind !== 'Deployment') return demands;
  const scaler: Demand = [
    'has a HorizontalPodAutoscaler',
    has('HorizontalPodAutoscaler', ({ spec }) => spec?.scaleTargetRef?.name === metadata.name),
  ];
  const spread = spec?.template?.spec.topologySpreadConstraints ?? [];
  return [...demands, scaler, ['is spread over nodes', spread.length > 0]];
};

/** Services that call external servers over https: identity providers, Stripe, platforms, sellers' endpoints. */
const speaksOutside = ['identity', 'billing', 'webhook'];
const everywhere = ['0.0.0.0/0', '::/0'];
const privateRanges = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
];

const internetDemands = (manifests: readonly Manifest[], name: string): Demand[] => {
  const isOutside = speaksOutside.includes(programOf(name));
  const policies = manifests.filter(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name,
  );
  const outside = policies
    .flatMap(({ spec }) => spec?.egress ?? [])
    .filter(({ to = [] }) => to.some(({ ipBlock }) => everywhere.includes(ipBlock?.cidr ?? '')));
  const closed = new Set(
    outside.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? [])),
  );
  const reaches = outside.some(({ ports }) => ports === undefined || ports.some(({ port }) => port === 443));
  return [
    [`reaches the internet over https: ${isOutside}`, reaches === isOutside],
    [
      'reaches nothing private by way of the internet',
      !reaches || privateRanges.every((range) => closed.has(range)),
    ],
  ];
};

/** Files and event streams must pass through the ingress unbuffered. */
const passesThrough: Labels = {
  'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
  'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
  'nginx.ingress.kubernetes.io/proxy-body-size': '0',
};

const findUnmetByIngress = (manifests: readonly Manifest[]): string[] =>
  manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap(({ metadata: { name, annotations } }) =>
      Object.entries(passesThrough)
        .filter(([key, value]) => annotations?.[key] !== value)
        .map(([key, value]) => `Ingress ${name}: not true that its ${key} is ${value}`),
    );

/** Deployments and StatefulSets. */
export const workloadsOf = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');

/** Describes which requirements the workloads and ingresses do not meet. */
export const findUnmetDemands = (manifests: readonly Manifest[]): string[] => {
  const unmet = workloadsOf(manifests).flatMap((workload) => {
    const pod = workload.spec?.template?.spec;
    if (pod === undefined) return [`${workload.kind} ${workload.metadata.name} has no pods`];
    const demands = [
      ...podDemands(pod),
      ...pod.containers.flatMap(containerDemands),
      ...companionDemands(manifests, workload),
      ...internetDemands(manifests, workload.metadata.name),
    ];
    return demands
      .filter(([, isMet]) => !isMet)
      .map(([demand]) => `${workload.kind} ${workload.metadata.name}: not true that it ${demand}`);
  });
  const isClosed = manifests.some(
    ({ kind, spec }) => kind === 'NetworkPolicy' && Object.keys(spec?.podSelector ?? {}).length === 0,
  );
  const closed = isClosed ? [] : ['there is no NetworkPolicy that closes what is not opened'];
  return [...unmet, ...findUnmetByIngress(manifests), ...closed];
};
