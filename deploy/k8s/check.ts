import {
  type ComposeService,
  type Manifest,
  programOf,
  readCompose,
  readDocumentedSecrets,
  readDocumentedVariables,
} from './documents.ts';
import {
  findComposeFaults,
  findEnvironmentFaults,
  findSecretFaults,
  findUndocumented,
  processes,
} from './environment.ts';
import { render } from './render.ts';
import { findUnmetDemands, workloadsOf } from './rules.ts';
import { findMisshapen } from './shapes.ts';

// Checks the manifests, as far as possible without a cluster, and prints the faults.
const folders = ['base', 'overlays/staging', 'overlays/production', 'overlays/usage'];

const untagged = (image: string): string => image.replace(/:[\w.-]+$/, '');

const imagesOf = (manifests: readonly Manifest[]): Map<string, string> =>
  new Map(
    workloadsOf(manifests).map(({ metadata, spec }) => [
      metadata.name,
      spec?.template?.spec.containers[0]?.image ?? '',
    ]),
  );

/** Servers that the manifests may contain. */
const servers = ['nats', 'clickhouse'];

/** Compose must build the images that the cluster runs, and both must run the same server images. */
const findImageFaults = (
  manifests: readonly Manifest[],
  compose: Record<string, ComposeService>,
): string[] => {
  const images = imagesOf(manifests);
  const wanted = new Set([...processes, ...[...images.keys()].filter((name) => programOf(name) !== name)]);
  const faults = [...wanted]
    .filter((name) => untagged(images.get(name) ?? '') !== compose[programOf(name)]?.image)
    .map(
      (name) => `${name} runs ${images.get(name)}, ${compose[programOf(name)]?.image} in docker-compose.yml`,
    );
  const others = servers.flatMap((name) => {
    const image = images.get(name);
    const isSame = image === undefined || image === compose[name]?.image;
    return isSame ? [] : [`${name} runs ${image}, unlike docker-compose.yml`];
  });
  return [...faults, ...others];
};

const rendered = new Map<string, Manifest[]>();
for (const folder of folders) rendered.set(folder, await render(folder));
const compose = readCompose();
const secrets = readDocumentedSecrets();
const problems = [
  ...findUndocumented(readDocumentedVariables()),
  ...findComposeFaults(compose, secrets),
  ...findSecretFaults([...rendered.values()].flat(), secrets),
  ...(await findMisshapen(rendered)),
  ...[...rendered].flatMap(([folder, manifests]) =>
    [
      ...findUnmetDemands(manifests),
      ...findEnvironmentFaults(manifests, secrets),
      ...findImageFaults(manifests, compose),
    ].map((problem) => `${folder}: ${problem}`),
  ),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
