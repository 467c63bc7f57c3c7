import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { natsUrlOf } from './servers/nats.ts';
import { root } from './system/system-processes.ts';

/** The URL of the event bus: the environment's, or that of the system that keeps its data in the folder. */
const natsUrl = (data: string | undefined): string => {
  const given = process.env['NATS_URL'];
  if (given !== undefined && given !== '') return given;
  const dataDir = data === undefined ? join(root, '.data') : resolve(process.env['INIT_CWD'] ?? '.', data);
  const url = natsUrlOf(join(dataDir, 'nats'));
  if (url === undefined)
    throw new Error(`No NATS server was started in ${dataDir}: name its folder with --data, or set NATS_URL`);
  return url;
};

// `npm run parked`: the operator's command of services/kit, against the system that `npm start` runs.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const command = join(root, 'services/kit/src/events/parked.ts');
  const words = values.help ? ['--help'] : positionals;
  const env = { ...process.env, NATS_URL: values.help ? '' : natsUrl(values.data) };
  const child = spawn(process.execPath, [command, ...words], { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
