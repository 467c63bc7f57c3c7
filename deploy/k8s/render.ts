import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { findExecutable } from '../local/src/processes/tether.ts';
import { runCommand } from '../local/src/testing/step.ts';
import { type Manifest, parseDocuments } from './documents.ts';
import { type Generator, generatedData, nameByContent } from './generate.ts';
import { mergeTrees, type Replacement, replace, type Tree } from './merge.ts';

type Patch = { path?: string; patch?: string; target: { kind: string; name?: string } };
type Kustomization = {
  apiVersion: string;
  kind: string;
  namespace?: string;
  resources?: string[];
  patches?: Patch[];
  configMapGenerator?: Generator[];
  images?: { name: string; newTag: string }[];
};
type Layer = { documents: Tree[]; generated: Set<string> };

const understood = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'patches',
  'configMapGenerator',
  'images',
];

const nameOf = (document: Tree): string => (document['metadata'] as Tree)['name'] as string;

const readYaml = (file: string): Tree[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Tree);

const gather = (folder: string, resources: readonly string[]): Layer => {
  const layer: Layer = { documents: [], generated: new Set() };
  for (const path of resources.map((resource) => join(folder, resource))) {
    const inner = statSync(path).isDirectory() ? build(path) : { documents: readYaml(path), generated: [] };
    layer.documents.push(...inner.documents);
    for (const name of inner.generated) layer.generated.add(name);
  }
  return layer;
};

const generate = (folder: string, layer: Layer, generator: Generator): void => {
  const { name, behavior = 'create' } = generator;
  const data = generatedData(folder, generator);
  const present = layer.documents.find(
    (document) => document['kind'] === 'ConfigMap' && nameOf(document) === name,
  );
  if ((behavior === 'create') === (present !== undefined))
    throw new Error(`cannot ${behavior} ConfigMap ${name}`);
  if (present !== undefined)
    present['data'] = behavior === 'replace' ? data : { ...(present['data'] as Tree), ...data };
  else layer.documents.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  layer.generated.add(name);
};

const applyPatch = (folder: string, documents: Tree[], { path, patch, target }: Patch): Tree[] => {
  const content = parse(path === undefined ? (patch ?? '') : readFileSync(join(folder, path), 'utf8')) as
    | Tree
    | Replacement[];
  return documents.map((document) => {
    const name = nameOf(document);
    if (document['kind'] !== target.kind || (target.name ?? name) !== name) return document;
    if (!Array.isArray(content)) return mergeTrees(document, { ...content, metadata: {} });
    const changed = structuredClone(document);
    for (const step of content) replace(changed, step);
    return changed;
  });
};

const tagImages = (documents: Tree[], images: NonNullable<Kustomization['images']>): void => {
  const tags = new Map(images.map(({ name, newTag }) => [name, newTag]));
  for (const document of documents as unknown as Manifest[])
    for (const container of document.spec?.template?.spec.containers ?? []) {
      const name = container.image.replace(/:[^/]*$/, '');
      const tag = tags.get(name);
      if (tag !== undefined) container.image = `${name}:${tag}`;
    }
};

const build = (folder: string): Layer => {
  const wanted = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknownKey = Object.keys(wanted).find((key) => !understood.includes(key));
  if (unknownKey !== undefined)
    throw new Error(`${folder}: ${unknownKey} is not known to deploy/k8s/render.ts`);
  const layer = gather(folder, wanted.resources ?? []);
  for (const generator of wanted.configMapGenerator ?? []) generate(folder, layer, generator);
  for (const patch of wanted.patches ?? []) layer.documents = applyPatch(folder, layer.documents, patch);
  const { namespace, images = [] } = wanted;
  if (namespace !== undefined)
    for (const document of layer.documents)
      document['metadata'] = { ...(document['metadata'] as Tree), namespace };
  tagImages(layer.documents, images);
  return layer;
};

const sorted = (manifests: Manifest[]): Manifest[] =>
  manifests.toSorted((a, b) => (`${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1));

const compareWithKubectl = async (kubectl: string, folder: string, ours: Manifest[]): Promise<void> => {
  const theirs = sorted(parseDocuments(await runCommand([kubectl, 'kustomize', folder])));
  const different = ours.filter((manifest, index) => !isDeepStrictEqual(manifest, theirs[index]));
  if (different.length === 0 && ours.length === theirs.length) return;
  const names = different.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  throw new Error(
    `${folder}: kubectl renders other documents than deploy/k8s/render.ts: ${names.join(', ')}`,
  );
};

/**
 * Renders a kustomization as it would be applied. Implemented here, so that nothing has to be installed, for the few
 * features that are used (others are refused). Where kubectl is present, its result must be the same.
 */
export const render = async (name: string): Promise<Manifest[]> => {
  const folder = join(import.meta.dirname, name);
  const { documents, generated } = build(folder);
  const manifests = sorted(nameByContent(documents, generated) as unknown as Manifest[]);
  const kubectl = findExecutable('kubectl');
  if (kubectl !== undefined) await compareWithKubectl(kubectl, folder, manifests);
  return manifests;
};
