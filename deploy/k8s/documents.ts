import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export type Labels = Record<string, string>;
type Reference = { name: string };
type SecretReference = Reference & { key: string };
type EnvVar = { name: string; value?: string; valueFrom?: { secretKeyRef?: SecretReference } };

/** The fields of a container that the checks read. */
export type Container = {
  name: string;
  image: string;
  env?: EnvVar[];
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[];
  resources?: Record<'requests' | 'limits', Labels | undefined>;
  securityContext?: {
    readOnlyRootFilesystem?: boolean;
    allowPrivilegeEscalation?: boolean;
    capabilities?: { drop?: string[] };
  };
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', object>>;

export type PodSpec = {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: object[];
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
  containers: Container[];
};

type Egress = {
  to?: { ipBlock?: { cidr: string; except?: string[] } }[];
  ports?: { port?: number | string }[];
};

/** A rendered manifest, typed only as far as the checks need; the type check covers its full shape. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Labels };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    selector?: Labels & { matchLabels?: Labels };
    podSelector?: { matchLabels?: Labels };
    egress?: Egress[];
    tls?: { secretName: string }[];
    scaleTargetRef?: { kind: string; name: string };
    template?: { metadata: { labels: Labels }; spec: PodSpec };
  };
};

/** Returns the documents of a YAML text. Throws when the text cannot be parsed. */
export const parseDocuments = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Manifest;
  });

/** A service of the compose file, with its merge keys resolved. */
export type ComposeService = { image: string; environment?: Record<string, string | null> };

/** A variable of the README's table, with the processes that read it according to the table. */
export type DocumentedVariable = { name: string; readBy: string };

/** A worker runs the program of its service, with the same configuration. */
export const programOf = (name: string): string => name.replace(/-worker$/, '');

const folder = import.meta.dirname;

export const readCompose = (): Record<string, ComposeService> => {
  const text = readFileSync(join(folder, '../../docker-compose.yml'), 'utf8');
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
};

/** The Secrets of secrets.example.yaml, which operators must create, by name. */
export const readDocumentedSecrets = (): Map<string, Record<string, string>> => {
  const text = readFileSync(join(folder, 'secrets.example.yaml'), 'utf8');
  return new Map(parseDocuments(text).map(({ metadata, stringData }) => [metadata.name, stringData ?? {}]));
};

/** The README's table of variables: names, processes that read them, and meanings. */
export const readDocumentedVariables = (): DocumentedVariable[] => {
  const lines = readFileSync(join(folder, '../README.md'), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('| variable | read by |'));
  const rows = lines.slice(first + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .flatMap((line) => {
      const [, names = '', readBy = ''] = line.split('|');
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, readBy: readBy.trim() }));
    });
};
