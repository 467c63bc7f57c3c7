/** Processor time and memory of a process, from `/proc`. */
import { readFileSync } from 'node:fs';

/** Clock ticks per second in `/proc`, on every Linux that Node runs on. */
const ticks = 100;

/** Returns the processor time of a process in seconds, its threads included. */
export const cpuSeconds = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in brackets, which may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
};

/** Returns the resident memory of a process in megabytes, shared pages included. */
export const residentMegabytes = (pid: number): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
};
