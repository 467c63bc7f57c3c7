/** The whole system, for a journey: one of its own, on private servers and free ports, or one that journeys share. */
import { rm } from 'node:fs/promises';
import { type SystemOptions, startSystem } from '@tessera/local/system';
import { makeTestFolder } from '@tessera/local/test-folder';

/** Journeys sign up many people: hashing their passwords as production does would take much of the processors' time. */
export const lowPasswordCost = { PASSWORD_COST: '16' };

/**
 * Starts the system in a throwaway folder; `stop` ends it and removes the folder. Passwords are hashed at a low cost, unless
 * `env` has another.
 */
export const startJourney = async (options: Partial<SystemOptions> = {}) => {
  const dataDir = makeTestFolder('tessera-journey-');
  const env = { ...lowPasswordCost, ...options.env };
  const system = await startSystem({ dataDir, isDurable: false, isWebServed: false, ...options, env });
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

/** A system that other journeys have used before, and will again: what a journey makes there needs names of its own. */
export type SharedJourney = Pick<Journey, 'url' | 'urls' | 'stop'>;

/** Takes a system of the pool for journeys that neither set options nor end or start processes; `stop` gives it back. */
export const shareJourney = async ({ isWebServed = false } = {}): Promise<SharedJourney> => {
  if (process.env['JOURNEY_POOL'] === undefined) return startJourney({ isWebServed });
  const { url, urls } = await askPool<Pick<Journey, 'url' | 'urls'>>('take', { isWebServed });
  return {
    urls,
    url: url.replace('127.0.0.1', 'localhost'),
    stop: async () => void (await askPool('give-back', { url })),
  };
};

const askPool = async <Reply>(path: string, body: object): Promise<Reply> => {
  const response = await fetch(`${process.env['JOURNEY_POOL']}/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Reply;
};
