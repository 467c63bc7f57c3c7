/** The whole system, started for a journey on private servers and free ports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemOptions, startSystem } from '@tessera/local/system';

/** Starts the system in a throwaway folder; `stop` ends it and removes the folder. */
export const startJourney = async (options: Partial<SystemOptions> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-journey-'));
  const system = await startSystem({ dataDir, isDurable: false, isWebServed: false, ...options });
  return {
    ...system,
    dataDir,
    // As a browser spells it: the origin that the system trusts.
    url: system.url.replace('127.0.0.1', 'localhost'),
    stop: async () => {
      await system.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type Journey = Awaited<ReturnType<typeof startJourney>>;
