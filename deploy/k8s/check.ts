import { type ComposeService, type Manifest, readCompose, readDocumentedSecrets } from './documents.ts';
import { findComposeFaults, findEnvironmentFaults, processes } from './environment.ts';
import { render } from './render.ts';
import { findUnmetDemands, workloadsOf } from './rules.ts';
import { findMisshapen } from './shapes.ts';

// Says what is wrong with the manifests, as far as that can be said without a cluster.
const folders = ['base', 'overlays/staging', 'overlays/production'];

const untagged = (image: string): string => image.replace(/:[\w.-]+$/, '');

const imagesOf = (manifests: readonly Manifest[]): Map<string, string> =>
  new Map(
    workloadsOf(manifests).map(({ metadata, spec }) => [
      metadata.name,
      spec?.template?.spec.containers[0]?.image ?? '',
    ]),
  );

/** Compose builds what the cluster runs, and both run the same NATS. */
const findImageFaults = (
  manifests: readonly Manifest[],
  compose: Record<string, ComposeService>,
): string[] => {
  const images = imagesOf(manifests);
  const faults = processes
    .filter((name) => untagged(images.get(name) ?? '') !== compose[name]?.image)
    .map((name) => `${name} runs ${images.get(name)} here, ${compose[name]?.image} in docker-compose.yml`);
  const nats = images.get('nats');
  return nats === compose['nats']?.image
    ? faults
    : [...faults, `nats runs ${nats}, unlike docker-compose.yml`];
};

const rendered = new Map<string, Manifest[]>();
for (const folder of folders) rendered.set(folder, await render(folder));
const compose = readCompose();
const secrets = readDocumentedSecrets();
const problems = [
  ...findComposeFaults(compose, secrets),
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
