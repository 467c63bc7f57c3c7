/** Records of access tokens in Redis: gateways read them there and ask for those that are missing. */
import type { AccessTokenRecord, BearerRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { OrganizationParts } from '../organization.ts';
import { AccessTokenEntity } from './entity.ts';
import { viewRecord } from './view.ts';

/** A record is made again on demand, so that none stays for ever. */
const longestMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Finds a live token and warms Redis with its record. The row is locked meanwhile: a revocation waits, and what it
 * drops afterwards is everything that was written.
 */
export const findRecord = (parts: OrganizationParts, tokenHash: string): Promise<AccessTokenRecord | null> =>
  parts.db.transaction(async (em) => {
    const row = await em
      .getRepository(AccessTokenEntity)
      .findOne({ where: { tokenHash }, lock: { mode: 'pessimistic_read' } });
    if (!row) return null;
    const left = row.expiresAt ? row.expiresAt.getTime() - parts.now().getTime() : longestMilliseconds;
    if (left <= 0) return null;
    const record = viewRecord(row);
    await warm(parts, { tokenHash, record, milliseconds: Math.min(left, longestMilliseconds) });
    return record;
  });

/** Puts a record into Redis. Without Redis the answer still stands: gateways then ask each time. */
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
    // The connection has told of it; here it would be told with each request.
    log.debug({ err: error }, 'an access token could not be put into redis');
  }
};
