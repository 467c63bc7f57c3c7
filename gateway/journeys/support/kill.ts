/** Kills parts of the system without warning, as a power failure would. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Journey } from './system.ts';

/** Longer than the restart back-off of a program that died several times. */
const timeoutMilliseconds = 60_000;

/** Kills a program, even while it restarts, and resolves when it was restarted. */
export const killProgram = async (
  program: Journey['processes'][keyof Journey['processes']],
): Promise<void> => {
  const killed = await eventually(() => {
    const { name, pid } = program;
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(-pid, 'SIGKILL');
    return pid;
  }, timeoutMilliseconds);
  await eventually(() => expect([undefined, killed]).not.toContain(program.pid), timeoutMilliseconds);
};

/**
 * Kills Postgres with its connections, transactions and unwritten pages, and starts it again: what was committed has to
 * come back from its log. Of a system that is not started as `isDurable` it forgets the last moments.
 */
export const killPostgres = async ({ servers }: Pick<Journey, 'servers'>): Promise<void> => {
  await servers.postgres.kill();
  await servers.postgres.restart();
};
