/** Records of access tokens, cached in Redis. Gateways read them there, and ask this service for missing ones. */
import type { AccessTokenRecord, BearerRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { OrganizationParts } from '../organization.ts';
import { AccessTokenEntity } from './entity.ts';
import { viewRecord } from './view.ts';

/** Maximum time to live; expired records are cached again on demand. */
const longestMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Returns the record of a valid token and caches it in Redis; null if there is none. The row stays locked until then:
 * a revocation waits for the cache write, so that its deletion removes it.
 */
export const findRecord = (parts: OrganizationParts, tokenHash: string): Promise<AccessTokenRecord | null> =>
  parts.db.transaction(async (em) => {
    const row = await em.findOne(AccessTokenEntity, {
      where: { tokenHash },
      lock: { mode: 'pessimistic_read' },
    });
    if (!row) return null;
    const left = row.expiresAt ? row.expiresAt.getTime() - parts.now().getTime() : longestMilliseconds;
    if (left <= 0) return null;
    const record = viewRecord(row);
    await warm(parts, { tokenHash, record, milliseconds: Math.min(left, longestMilliseconds) });
    return record;
  });

/** Caches a record in Redis. If that fails, the record is still valid; gateways ask again each time. */
export const warm = async (
  { redis, log }: OrganizationParts,
  wanted: { tokenHash: string; record: BearerRecord; milliseconds: number },
): Promise<void> => {
  try {
    const expiration = { type: 'PX', value: wanted.milliseconds } as const;
    await redis.ask((client) =>
      client.set(accessTokenKey(wanted.tokenHash), JSON.stringify(wanted.record), { expiration }),
    );
  } catch (error) {
    // The connection has logged the outage; here it would be logged per request.
    log.debug({ err: error }, 'an access token could not be put into redis');
  }
};
