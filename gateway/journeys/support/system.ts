/** A whole system for a journey: its own, on private servers and free ports, or a shared one of the pool. */
import { rm } from 'node:fs/promises';
import { type SystemOptions, startSystem } from '@tessera/local/system/system';
import { makeTestFolder } from '@tessera/local/testing/test-folder';

/** Journeys sign up many users: hashing passwords at the production cost would take much CPU time. */
export const lowPasswordCost = { PASSWORD_COST: '16' };

/**
 * Starts a system in a temporary folder; `stop` stops it and removes the folder. Passwords are hashed at a low cost,
 * unless `env` sets another.
 */
export const startJourney = async (options: Partial<SystemOptions> = {}) => {
  const dataDir = makeTestFolder('tessera-journey-');
  const env = { ...lowPasswordCost, ...options.env };
  const system = await startSystem({ dataDir, isDurable: false, isWebServed: false, ...options, env });
  return {
    ...system,
    dataDir,
    // The origin that the system trusts.
    url: system.url.replace('127.0.0.1', 'localhost'),
    stop: async () => {
      await system.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export type Journey = Awaited<ReturnType<typeof startJourney>>;

/** A system that other journeys use before and after: a journey needs unique names for what it creates there. */
export type SharedJourney = Pick<Journey, 'url' | 'urls' | 'stop'>;

/** Takes a system of the pool, for journeys that neither set options nor stop processes; `stop` returns it. */
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
