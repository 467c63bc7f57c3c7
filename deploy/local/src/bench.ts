import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './system-processes.ts';
import { tethered } from './tether.ts';

const folder = join(root, 'gateway/bench');

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

const [name, ...args] = process.argv.slice(2);
const script = join(folder, `${name}.ts`);
if (name === undefined || !/^[\w-]+$/.test(name) || !existsSync(script)) {
  const problem = name === undefined ? 'Name a bench' : `There is no bench "${name}"`;
  process.stderr.write(`${problem}: npm run bench -- <${names.join(' | ') || 'none yet'}>\n`);
  process.exit(1);
}

const [file = '', ...rest] = tethered([process.execPath, script, ...args], 'SIGTERM');
const child = spawn(file, rest, { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
process.exit(code ?? 1);
