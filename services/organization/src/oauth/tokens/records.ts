/** Records of OAuth access tokens for the gateways, and the last use that gateways report. */
import { sql } from '@tessera/kit/database/sql';
import type { BearerRecord } from '@tessera/proto/api/asks';
import { warm } from '../../access-tokens/records.ts';
import type { OrganizationParts } from '../../organization.ts';

type Row = {
  id: string;
  scopes: string[];
  expiresAt: Date;
  userId: string;
  organizationId: string | null;
  clientId: string;
};

/**
 * Finds a valid access token by its hash and caches its record in Redis. Locks the row meanwhile, as for organization
 * access tokens: a revocation waits, and then drops the cached record.
 */
export const findOAuthRecord = (parts: OrganizationParts, tokenHash: string): Promise<BearerRecord | null> =>
  parts.db.transaction(async (em) => {
    const [row] = await sql<Row>(
      em,
      `SELECT tokens.id, tokens.scopes, tokens.access_expires_at AS "expiresAt", consents.user_id AS "userId",
         consents.organization_id AS "organizationId", clients.client_id AS "clientId"
       FROM oauth_tokens tokens
       JOIN oauth_consents consents ON consents.id = tokens.consent_id
       JOIN oauth_clients clients ON clients.id = consents.client_id
       WHERE tokens.access_hash = $1 FOR SHARE OF tokens`,
      [tokenHash],
    );
    const milliseconds = row ? row.expiresAt.getTime() - parts.now().getTime() : 0;
    if (!row || milliseconds <= 0) return null;
    const record = recordOf(row);
    await warm(parts, { tokenHash, record, milliseconds });
    return record;
  });

const recordOf = ({ id, scopes, expiresAt, userId, organizationId, clientId }: Row): BearerRecord => {
  const shared = { id, scopes, expiresAt: expiresAt.toISOString(), clientId };
  return organizationId === null ? { ...shared, userId } : { ...shared, organizationId };
};

/** Records a token's last use on its consent. An older time never overwrites a newer one. */
export const recordConsentUse = async (
  { db }: OrganizationParts,
  tokenId: string,
  at: Date,
): Promise<void> => {
  await db.query(
    `UPDATE oauth_consents SET last_used_at = GREATEST(last_used_at, $2)
     WHERE id = (SELECT consent_id FROM oauth_tokens WHERE id = $1)`,
    [tokenId, at],
  );
};
