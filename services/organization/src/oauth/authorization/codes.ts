/** Creates authorization codes: a client exchanges one for tokens, once and within ten minutes. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { createToken, sha256 } from '@tessera/kit/secrets';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import { uuidv7 } from 'uuidv7';
import type { OrganizationParts } from '../../organization.ts';
import { lockOrganizationKey } from '../../organizations/lock.ts';
import { lockFreeUser } from '../../users/departure.ts';
import { ClientEntity, type ClientRow } from '../clients/entity.ts';
import { giveConsent, type Subject } from '../consents/service.ts';
import { oauthErrors } from '../errors.ts';
import { CodeEntity } from '../tokens/entity.ts';
import type { Wanted } from './request.ts';

const codeMilliseconds = 10 * 60 * 1000;

/** `authTime`: when the consenting user signed in; null: not known. */
type Allowed = { client: ClientRow; subject: Subject; wanted: Wanted; authTime: Date | null };

/**
 * Stores the consent and returns a new code. Throws InvalidSub when the organization, UnknownClient when the client
 * was deleted. Locks the user, the organization, the client and the consent, in this order.
 */
export const createCode = async (
  parts: OrganizationParts,
  { client, subject, wanted, authTime }: Allowed,
): Promise<string> => {
  const code = createToken(oauthPrefixes.code);
  const now = parts.now();
  const { scopes, redirectUri, isRedirectUriGiven, codeChallenge, nonce } = wanted;
  await transact(parts.db, async (em) => {
    if (!(await lockFreeUser(em, subject.userId, now))) throw kitErrors.Unauthorized();
    // The locks keep both from being deleted meanwhile.
    if (subject.organizationId !== null && !(await lockOrganizationKey(em, subject.organizationId)))
      throw oauthErrors.InvalidSub('The organization has been deleted.');
    const lock = { mode: 'for_key_share' } as const;
    if (!(await em.findOne(ClientEntity, { where: { id: client.id }, lock })))
      throw oauthErrors.UnknownClient('The client has been deleted.');
    const consent = await giveConsent(em, { client, subject, scopes, now });
    await em.insert(CodeEntity, {
      id: uuidv7(),
      codeHash: sha256(code),
      consentId: consent.id,
      scopes,
      redirectUri,
      isRedirectUriGiven,
      codeChallenge,
      nonce,
      authTime,
      expiresAt: new Date(now.getTime() + codeMilliseconds),
      usedAt: null,
    });
  });
  return code;
};
