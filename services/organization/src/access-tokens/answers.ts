/** What gateways ask and tell about access tokens. */
import { AccessTokenUsed, accessTokenUsedSubject, askAccessToken } from '@tessera/proto/api/asks';
import { id } from '@tessera/proto/api/fields';
import type { Service } from '../service.ts';
import { findRecord } from './records.ts';
import { recordUse } from './service.ts';

export const answerAboutAccessTokens = (service: Service): Promise<void> =>
  service.bus.answer(askAccessToken, ({ tokenHash }) => findRecord(service, tokenHash));

/** Hears of uses, one replica each. Answers how to stop. */
export const hearOfUses = (service: Service): Promise<() => void> =>
  service.bus.hear(accessTokenUsedSubject, (note) => void hearUse(service, note), 'organization');

const hearUse = async (service: Service, note: unknown): Promise<void> => {
  const used = AccessTokenUsed.safeParse(note);
  if (!used.success || !id.safeParse(used.data.tokenId).success) {
    service.log.warn({ subject: accessTokenUsedSubject }, 'a note could not be read');
    return;
  }
  try {
    await recordUse(service, used.data.tokenId, new Date(used.data.at));
  } catch (error) {
    service.log.warn({ err: error }, 'the use of an access token was not recorded');
  }
};
