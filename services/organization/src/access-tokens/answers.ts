/** What gateways ask and tell about access tokens. */
import { AccessTokenUsed, accessTokenUsedSubject, askAccessToken } from '@tessera/proto/api/asks';
import { id } from '@tessera/proto/api/fields';
import type { OrganizationParts } from '../organization.ts';
import { findRecord } from './records.ts';
import { recordUse } from './service.ts';

export const answerAboutAccessTokens = (parts: OrganizationParts): Promise<void> =>
  parts.bus.answer(askAccessToken, ({ tokenHash }) => findRecord(parts, tokenHash));

/** Hears of uses, one replica each. Answers how to stop. */
export const followTokenUses = (parts: OrganizationParts): Promise<() => void> =>
  parts.bus.onBroadcast(accessTokenUsedSubject, (note) => void receiveUse(parts, note), 'organization');

const receiveUse = async (parts: OrganizationParts, note: unknown): Promise<void> => {
  const used = AccessTokenUsed.safeParse(note);
  if (!used.success || !id.safeParse(used.data.tokenId).success) {
    parts.log.warn({ subject: accessTokenUsedSubject }, 'a note could not be read');
    return;
  }
  try {
    await recordUse(parts, used.data.tokenId, new Date(used.data.at));
  } catch (error) {
    parts.log.warn({ err: error }, 'the use of an access token was not recorded');
  }
};
