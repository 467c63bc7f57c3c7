/** Sends mails about consents from a consumer, so that an outage of the mail server delays but never loses them. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import { mailOnce } from '@tessera/kit/mail/once';
import type { OAuthConsentGiven } from '@tessera/proto/events/gen/tessera/organization/v1/events_pb';
import { oauthConsentGiven } from '@tessera/proto/events/organization';
import type { OrganizationParts } from '../../organization.ts';
import { findOrganization } from '../../organizations/service.ts';
import { findUsers } from '../../users/service.ts';
import { consentMail } from './mail.ts';

/** Starts the consumer that sends a mail per granted consent. */
export const startConsentMails = (parts: OrganizationParts): Promise<Stoppable> =>
  parts.bus.consume({
    name: 'oauth-consent-mail',
    begin: 'now',
    on: [on(oauthConsentGiven, (message, event) => sendConsentMail(parts, message, event))],
    concurrency: 4,
  });

const sendConsentMail = async (
  parts: OrganizationParts,
  { clientName, clientId, userId, organizationId, language }: OAuthConsentGiven,
  event: EventFacts,
): Promise<void> => {
  const user = (await findUsers(parts, [userId])).get(userId);
  const organization = organizationId === undefined ? null : await findOrganization(parts, organizationId);
  // Deleted meanwhile, and the consent with it.
  if (!user || (organizationId !== undefined && !organization)) return;
  const page = organization ? `/${organization.slug}/settings/apps` : '/account/apps';
  const url = parts.publicUrl + page;
  await mailOnce(parts, {
    type: 'oauth-consent',
    to: user.email,
    ...consentMail({
      appName: parts.appName,
      ...{ clientName, organizationName: organization?.name ?? null, url, language },
    }),
    url,
    token: clientId,
    messageId: event.id,
  });
};
