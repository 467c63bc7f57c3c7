/** What a process has cost its machine, and holds of it. */
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

/** Megabytes of memory that a process holds, shared pages included. */
export const residentMegabytes = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
};
