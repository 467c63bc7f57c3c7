import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../system/system-processes.ts';
import { runCommand, type Step } from './step.ts';

const proto = join(root, 'proto');

const command = (name: string, words: string, cwd = root): Step => ({
  name,
  run: async () => void (await runCommand(words.split(' '), { cwd })),
});

const exists = async (revision: string): Promise<boolean> => {
  try {
    await runCommand(['git', 'cat-file', '-e', `${revision}:proto/buf.yaml`]);
    return true;
  } catch {
    return false;
  }
};

/** Messages in flight must still be readable: no breaking change against the previous commit. */
const breaking: Step = {
  name: 'protocol is compatible',
  run: async () => {
    if (!(await exists('HEAD~1'))) return;
    // A worktree's own folder cannot be cloned as a repository, and its HEAD is not the repository's.
    const where = ['git', 'rev-parse', '--path-format=absolute', '--git-common-dir'];
    const repository = (await runCommand(where)).trim();
    const before = (await runCommand(['git', 'rev-parse', 'HEAD~1'])).trim();
    await runCommand(['buf', 'breaking', '--against', `${repository}#ref=${before},subdir=proto`], {
      cwd: proto,
    });
  },
};

const contentsBelow = (folder: string): Map<string, string> =>
  new Map(
    globSync('**/*.ts', { cwd: folder }).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

const generated: Step = {
  name: 'generated protocol is up to date',
  run: async () => {
    const fresh = mkdtempSync(join(tmpdir(), 'tessera-generated-'));
    try {
      await runCommand(['buf', 'generate', '--output', fresh], { cwd: proto });
      const wanted = contentsBelow(join(fresh, 'events/gen'));
      const present = contentsBelow(join(proto, 'events/gen'));
      const files = [...new Set([...wanted.keys(), ...present.keys()])];
      const stale = files.filter((file) => wanted.get(file) !== present.get(file));
      if (stale.length > 0) throw new Error(`Run \`npx buf generate\` in proto; stale: ${stale.join(', ')}`);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  },
};

const manifests = join(root, 'deploy/k8s/check.ts');

/** Checks that run no part of the system: the fast part of the tests. */
export const staticChecks: Step[] = [
  command('types', 'tsc -b'),
  command('lint', 'oxlint --type-aware --deny-warnings'),
  command('format', 'biome check --error-on-warnings'),
  command('protocol is tidy', 'buf lint', proto),
  breaking,
  generated,
  ...(existsSync(manifests) ? [command('manifests', `node ${manifests}`)] : []),
];
