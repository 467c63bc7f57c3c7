import { join } from 'node:path';
import { runCommand } from '../local/src/step.ts';
import { findExecutable } from '../local/src/tether.ts';
import { type Manifest, parseDocuments } from './documents.ts';

/** Renders a kustomization as it would be applied. */
export const render = async (name: string): Promise<Manifest[]> => {
  const kubectl = findExecutable('kubectl');
  if (kubectl === undefined) throw new Error('kubectl is needed');
  return parseDocuments(await runCommand([kubectl, 'kustomize', join(import.meta.dirname, name)]));
};
