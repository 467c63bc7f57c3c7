import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captureLog } from '@tessera/kit/test/log';
import { startRedis } from '@tessera/local/servers';
import { openCache } from './cache.ts';

describe('while Redis is away', () => {
  it('commands fail soon instead of waiting to be sent later, and closing does not hang', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tessera-cache-'));
    const redis = await startRedis({ dir });
    const log = captureLog();
    const cache = await openCache(redis.url, log.logger);
    await cache.set('key', 'value', 60_000);
    await redis.stop();
    await expect(cache.set('key', 'value', 60_000)).rejects.toThrow();
    await expect(cache.drop(['key'])).rejects.toThrow();
    await expect(cache.check()).rejects.toThrow();
    await cache.close();
    expect(log.lines()).toContainEqual(expect.objectContaining({ msg: 'redis connection lost' }));
    await rm(dir, { recursive: true });
  });
});
