/** `node services/billing/src/usage-command.ts move`: copies usage events of a running system to ClickHouse. */
import { readEnv, ServiceEnv } from '@tessera/kit/config';
import { openDatabase } from '@tessera/kit/database/data-source';
import { createLogger } from '@tessera/kit/log';
import { z } from 'zod';
import { connectClickHouse, UsageEnv } from './usage/clickhouse/connect.ts';
import { moveEvents, readStatus } from './usage/clickhouse/move.ts';

const usage = `usage move     copy all events to ClickHouse (CLICKHOUSE_URL) while the system runs; may be interrupted and run again
usage status   how many events are in Postgres, and how many in ClickHouse`;

const CommandEnv = z.object({
  DATABASE_URL: ServiceEnv.shape.DATABASE_URL,
  CLICKHOUSE_URL: UsageEnv.shape.CLICKHOUSE_URL.unwrap(),
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const everyMilliseconds = 5_000;

/** Runs the command and returns the exit code. */
const run = async ([verb, ...rest]: string[]): Promise<number> => {
  if (rest.length > 0 || (verb !== 'move' && verb !== 'status')) {
    say(usage);
    return verb === '--help' ? 0 : 1;
  }
  const env = readEnv(CommandEnv);
  const log = createLogger({ service: 'usage', level: 'silent' });
  const db = await openDatabase({ url: env.DATABASE_URL, pool: 2, entities: [], migrations: [], log });
  const client = await connectClickHouse(env.CLICKHOUSE_URL);
  let sayAt = performance.now() + everyMilliseconds;
  const tell = async (): Promise<void> => {
    const from = performance.now();
    if (from < sayAt) return;
    await sayStatus();
    const until = performance.now();
    // Counting takes longer the more events there are: at most about 5 % of the time is spent on it.
    sayAt = until + Math.max(everyMilliseconds, 20 * (until - from));
  };
  const sayStatus = async (): Promise<void> => {
    const { isOn, isWhole, inPostgres, inClickHouse } = await readStatus(db, client);
    const state = isWhole ? 'complete' : isOn ? 'under way' : 'not begun';
    say(`${inClickHouse} of ${inPostgres} events are in ClickHouse; the copy is ${state}`);
  };
  try {
    if (verb === 'move') await moveEvents(db, client, tell);
    await sayStatus();
    if (verb === 'move') say('Now start billing with USAGE_STORE=clickhouse, within an hour.');
    return 0;
  } finally {
    await client.close();
    await db.destroy();
  }
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
