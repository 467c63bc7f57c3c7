/** Answers the gateways' requests about access tokens, and records their uses. */
import {
  AccessTokenUsed,
  accessTokenUsedSubject,
  askAccessToken,
  type BearerRecord,
} from '@tessera/proto/api/asks';
import { id } from '@tessera/proto/api/fields';
import type { OrganizationParts } from '../organization.ts';
import { findRecord } from './records.ts';
import { recordUse } from './service.ts';

/** Another kind of token that gateways look up by hash. */
export type OtherTokens = {
  find: (tokenHash: string) => Promise<BearerRecord | null>;
  recordUse: (tokenId: string, at: Date) => Promise<void>;
};

export const answerAboutAccessTokens = (parts: OrganizationParts, others: OtherTokens): Promise<void> =>
  parts.bus.answer(
    askAccessToken,
    async ({ tokenHash }) => (await findRecord(parts, tokenHash)) ?? others.find(tokenHash),
  );

/** Listens to uses of tokens; each goes to one replica. Returns the unsubscribe function. */
export const followTokenUses = (parts: OrganizationParts, others: OtherTokens): Promise<() => void> =>
  parts.bus.onBroadcast(
    accessTokenUsedSubject,
    (note) => void receiveUse(parts, others, note),
    'organization',
  );

const receiveUse = async (parts: OrganizationParts, others: OtherTokens, note: unknown): Promise<void> => {
  const used = AccessTokenUsed.safeParse(note);
  if (!used.success || !id.safeParse(used.data.tokenId).success) {
    parts.log.warn({ subject: accessTokenUsedSubject }, 'a note could not be read');
    return;
  }
  try {
    const { tokenId } = used.data;
    const at = new Date(used.data.at);
    if (!(await recordUse(parts, tokenId, at))) await others.recordUse(tokenId, at);
  } catch (error) {
    parts.log.warn({ err: error }, 'the use of an access token was not recorded');
  }
};
