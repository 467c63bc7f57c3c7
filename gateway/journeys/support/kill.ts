/** Kills a program of the system without warning, as a power failure would. */
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
