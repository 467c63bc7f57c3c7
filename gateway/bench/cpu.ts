/** What a process has cost its machine. */
import { readFileSync } from 'node:fs';

/** Ticks of `/proc` a second, on every Linux that Node runs on. */
const ticks = 100;

/** Seconds of processor time that a process has used, its threads included. */
export const cpuSeconds = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
};
