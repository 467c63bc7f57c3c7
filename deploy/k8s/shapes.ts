import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../local/src/testing/step.ts';
import type { Manifest } from './documents.ts';

const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2024',
  types: [],
};

/** Writes each document as a typed constant: wrong, missing and misspelt fields do not compile. */
const asSource = (manifests: readonly Manifest[]): string =>
  manifests
    .flatMap((manifest, index) => [
      `// ${manifest.kind} ${manifest.metadata.name}`,
      `import type { I${manifest.kind} as Type${index} } from 'kubernetes-models/${manifest.apiVersion}';`,
      `export const manifest${index}: Type${index} = ${JSON.stringify(manifest, null, 2)};`,
    ])
    .join('\n');

const checkTypes = async (rendered: ReadonlyMap<string, Manifest[]>): Promise<void> => {
  // Below the sources, because there the compiler finds the types.
  const cache = join(import.meta.dirname, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'types-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    for (const [name, manifests] of rendered)
      writeFileSync(join(folder, `${name.replaceAll('/', '-')}.ts`), asSource(manifests));
    await runCommand(['tsc', '-p', folder, '--pretty', 'false'], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

type Model = { validate(): void };

/** Checks formats and ranges, which types cannot express. */
const validate = async (manifest: Manifest): Promise<void> => {
  const models = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Record<
    string,
    (new (data: Manifest) => Model) | undefined
  >;
  const Kind = models[manifest.kind];
  if (Kind === undefined) throw new Error(`there is no ${manifest.apiVersion} ${manifest.kind}`);
  new Kind(manifest).validate();
};

/** Describes what is wrong with the shape of the documents. */
export const findMisshapen = async (rendered: ReadonlyMap<string, Manifest[]>): Promise<string[]> => {
  const problems: string[] = [];
  for (const [name, manifests] of rendered) {
    for (const manifest of manifests) {
      await validate(manifest).catch((error: Error) =>
        problems.push(`${name}: ${manifest.kind} ${manifest.metadata.name}: ${error.message}`),
      );
    }
  }
  await checkTypes(rendered).catch((error: Error) => problems.push(error.message));
  return problems;
};
