/** Redis, as far as this service uses it: records of access tokens that gateways read. */
import type { Logger } from '@tessera/kit/log';
import { createClient } from 'redis';

export type RecordCache = {
  set: (key: string, value: string, milliseconds: number) => Promise<void>;
  /** Resolves when the keys are gone; throws when Redis cannot be reached. */
  drop: (keys: string[]) => Promise<void>;
  check: () => Promise<unknown>;
  close: () => Promise<void>;
};

const commandMilliseconds = 2_000;

/** Connects to Redis, waiting for it if need be. A command fails at once while the connection is lost. */
export const openCache = async (url: string, log: Logger): Promise<RecordCache> => {
  const client = createClient({
    url,
    // A write that waited for a connection could land after the revocation that must undo it.
    disableOfflineQueue: true,
    commandOptions: { timeout: commandMilliseconds },
    socket: { reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2_000) },
  });
  client.on('error', (error: unknown) => log.warn({ err: error }, 'redis connection lost'));
  await client.connect();
  return {
    set: async (key, value, milliseconds) =>
      void (await client.set(key, value, { expiration: { type: 'PX', value: milliseconds } })),
    drop: async (keys) => void (await client.del(keys)),
    check: () => client.ping(),
    close: () => client.close(),
  };
};
