import type { z } from 'zod';
import { GatewayEnv } from '../../gateway/src/config.ts';
import { BillingEnv } from '../../services/billing/src/config.ts';
import { IdentityEnv } from '../../services/identity/src/config.ts';
import { OrganizationEnv } from '../../services/organization/src/config.ts';
import { WebhookEnv } from '../../services/webhook/src/config.ts';
import {
  type ComposeService,
  type Container,
  type DocumentedVariable,
  type Manifest,
  programOf,
} from './documents.ts';

/** The environment schema of each process, from its own code. */
const demanded: Record<string, z.ZodObject> = {
  gateway: GatewayEnv,
  identity: IdentityEnv,
  organization: OrganizationEnv,
  billing: BillingEnv,
  webhook: WebhookEnv,
};
export const processes = Object.keys(demanded);

const isProcess = (name: string): boolean => programOf(name) in demanded;

type Variables = Record<string, string | undefined>;
type Secrets = ReadonlyMap<string, Record<string, string>>;

const findFaults = (name: string, variables: Variables): string[] => {
  const schema = demanded[programOf(name)];
  if (schema === undefined) return [];
  // Variables that the image itself sets are known to every process (deploy/docker/Dockerfile).
  const result = schema.safeParse({ PORT: '8080', ...variables });
  const known = new Set([...Object.keys(schema.shape), 'HOST', 'WEB_ROOT']);
  const unknownKeys = Object.keys(variables).filter((key) => !known.has(key) && !shared.has(key));
  return [
    ...(result.error?.issues ?? []).map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`),
    ...unknownKeys.map((key) => `${name}: ${key} is given, but not read`),
  ];
};

const isReader = (process: string, readBy: string): boolean =>
  readBy === 'all' ||
  (readBy === 'services' && process !== 'gateway') ||
  readBy.split(', ').includes(process);

/** Differences between the README's table of variables and what the processes read. */
export const findUndocumented = (documented: readonly DocumentedVariable[]): string[] =>
  Object.entries(demanded).flatMap(([process, { shape }]) => {
    const names = documented.filter(({ readBy }) => isReader(process, readBy)).map(({ name }) => name);
    const read = Object.keys(shape);
    return [
      ...read
        .filter((name) => !names.includes(name))
        .map((name) => `${process} reads ${name}, which deploy/README.md does not say`),
      ...names
        .filter((name) => !read.includes(name))
        .map((name) => `deploy/README.md says that ${process} reads ${name}`),
    ];
  });

/** In the ConfigMap shared by all processes, though not every process reads it. */
const shared = new Set(['MAIL_FROM']);

const resolve = (
  container: Container,
  manifests: readonly Manifest[],
  secrets: Secrets,
): { variables: Variables; problems: string[] } => {
  const problems: string[] = [];
  const variables: Variables = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    const map = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name,
    );
    if (map?.data === undefined)
      problems.push(`there is no ConfigMap ${configMapRef?.name ?? secretRef?.name}`);
    Object.assign(variables, map?.data);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const reference = valueFrom?.secretKeyRef;
    variables[name] = reference === undefined ? value : secrets.get(reference.name)?.[reference.key];
    if (reference !== undefined && variables[name] === undefined)
      problems.push(`the secret ${reference.name}/${reference.key} is not in secrets.example.yaml`);
  }
  return { variables, problems };
};

/** Containers in the manifests that lack a variable, or have a value that their process would refuse. */
export const findEnvironmentFaults = (manifests: readonly Manifest[], secrets: Secrets): string[] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ metadata, spec }) =>
      (spec?.template?.spec.containers ?? []).flatMap((container) => {
        const { variables, problems } = resolve(container, manifests, secrets);
        return [
          ...problems.map((text) => `${metadata.name}: ${text}`),
          ...findFaults(metadata.name, variables),
        ];
      }),
    );

/** Documented Secrets that no manifest uses, and certificates that are used but not documented. */
export const findSecretFaults = (manifests: readonly Manifest[], secrets: Secrets): string[] => {
  const certificates = new Set(
    manifests.flatMap(({ spec }) => (spec?.tls ?? []).map(({ secretName }) => secretName)),
  );
  const used = new Set(
    manifests
      .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
      .flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name)),
  );
  const unused = [...secrets.keys()].filter((name) => !used.has(name) && !certificates.has(name));
  const unknown = [...certificates].filter((name) => !secrets.has(name));
  return [
    ...unused.map((name) => `nothing uses the documented secret ${name}`),
    ...unknown.map((name) => `the certificate ${name} is not in secrets.example.yaml`),
  ];
};

const withDefaults = (text: string): string => text.replace(/\$\{\w+:-((?:[^{}]|\{[^}]*\})*)\}/g, '$1');

/** The same for the compose file; secrets without a value there take the value of their example. */
export const findComposeFaults = (services: Record<string, ComposeService>, secrets: Secrets): string[] => {
  const examples: Variables = {
    TESSERA_SECRET: secrets.get('tessera-session')?.['secret'],
    PASSPORT_PRIVATE_KEY: secrets.get('tessera-passport-private')?.['key'],
    PASSPORT_PUBLIC_KEY: secrets.get('tessera-passport-public')?.['key'],
    ENCRYPTION_KEYS: secrets.get('tessera-encryption')?.['keys'],
  };
  const wanted = new Set([...processes, ...Object.keys(services).filter(isProcess)]);
  return [...wanted].flatMap((name) => {
    const environment = services[name]?.environment;
    if (environment === undefined) return [`docker-compose.yml has no service ${name} with an environment`];
    const given = Object.entries(environment)
      .map(([key, value]) => [key, value === null ? examples[key] : withDefaults(value)] as const)
      .filter(([, value]) => value !== '');
    return findFaults(name, Object.fromEntries(given)).map((fault) => `docker-compose.yml: ${fault}`);
  });
};
