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

/** Processes whose numbers follow on each other draw from different thousands: none takes what another is about to use. */
const lowestOfProcess = lowest + (process.pid % ((highest - lowest) / share)) * share;
/** One after the other: of two that are asked for before either is used, the second is another. */
let next = randomInt(share);

/**
 * A port of 127.0.0.1 that nobody listens on at this moment. It lies below those that the kernel gives to
 * outgoing connections, so that it is still free when a killed server comes back.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    next = (next + 1) % share;
    const port = lowestOfProcess + next;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port was found between ${lowestOfProcess} and ${lowestOfProcess + share}`);
};
