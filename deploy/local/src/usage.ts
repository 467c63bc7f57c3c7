import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { databaseUrl } from './servers/databases.ts';
import { postgresUrlOf } from './servers/postgres.ts';
import { root } from './system/system-processes.ts';

/** The URL of billing's database: the environment's, or that of the system that keeps its data in the folder. */
const billingUrl = (data: string | undefined): string => {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return given;
  const dataDir = data === undefined ? join(root, '.data') : resolve(process.env['INIT_CWD'] ?? '.', data);
  const url = postgresUrlOf(join(dataDir, 'postgres'));
  if (url === undefined)
    throw new Error(
      `No Postgres was started in ${dataDir}: name its folder with --data, or set DATABASE_URL`,
    );
  return databaseUrl(url, 'billing');
};

// `npm run usage`: the operator's command of services/billing, against the system that `npm start` runs.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  const command = join(root, 'services/billing/src/usage-command.ts');
  const words = values.help ? ['--help'] : positionals;
  const env = { ...process.env, DATABASE_URL: values.help ? '' : billingUrl(values.data) };
  const child = spawn(process.execPath, [command, ...words], { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
