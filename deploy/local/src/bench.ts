import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withParentDeathSignal } from './processes/tether.ts';
import { root } from './system/system-processes.ts';
import { listBenches } from './testing/benches.ts';

const folder = join(root, 'gateway/bench');

const names = listBenches(folder);

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  const problem = name === undefined ? 'Name a bench' : `There is no bench "${name}"`;
  process.stderr.write(`${problem}: npm run bench -- <${names.join(' | ')}>\n`);
  process.exit(1);
}
const script = join(folder, `${name}.ts`);

const [file = '', ...rest] = withParentDeathSignal([process.execPath, script, ...args], 'SIGTERM');
const child = spawn(file, rest, { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
process.exit(code ?? 1);
