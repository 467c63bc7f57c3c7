/** Kills a program of the system as a power failure would: with no warning, in the middle of whatever it does. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Journey } from './system.ts';

/** Long enough for the pauses before a program that has died several times is started again. */
const timeoutMilliseconds = 60_000;

/** Kills it, on its way up from an earlier fault too, and resolves when it was started again. */
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
