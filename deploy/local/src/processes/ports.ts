import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Whether something can listen on this port of the host. */
export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });

const [lowest, highest, share] = [15_000, 32_000, 1_000];

/** Processes with consecutive pids use different thousands: none takes a port that another is about to use. */
const lowestOfProcess = lowest + (process.pid % ((highest - lowest) / share)) * share;
/** Ports are tried in sequence, so that two calls before either port is used return different ports. */
let next = randomInt(share);

/**
 * Returns a port of 127.0.0.1 that is free at this moment. It is below the kernel's ephemeral range, so that it is
 * still free when a killed server is restarted. Throws when none is found.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    next = (next + 1) % share;
    const port = lowestOfProcess + next;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port was found between ${lowestOfProcess} and ${lowestOfProcess + share}`);
};
