/** Sends invitation mails from a consumer, so that an outage of the mail server only delays them. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import { mayWrite } from '@tessera/kit/mail/limit';
import { mailOnce } from '@tessera/kit/mail/once';
import type { InvitationCreated } from '@tessera/proto/events/gen/tessera/organization/v1/events_pb';
import { invitationCreated } from '@tessera/proto/events/organization';
import type { OrganizationParts } from '../organization.ts';
import { findOrganization } from '../organizations/service.ts';
import { findUsers } from '../users/service.ts';
import { invitationMail } from './mail.ts';
import { createProof } from './recipient.ts';
import { isOpen } from './rules.ts';
import { findInvitation } from './service.ts';

/** Starts the consumer that sends invitation mails. */
export const startInvitationMails = (parts: OrganizationParts): Promise<Stoppable> =>
  parts.bus.consume({
    name: 'invitation-mail',
    begin: 'now',
    on: [on(invitationCreated, (message, event) => sendInvitation(parts, message, event))],
    concurrency: 4,
  });

/** Sends a mail, unless the invitation has been answered or canceled in the meantime. */
const sendInvitation = async (
  parts: OrganizationParts,
  { invitation: created, language }: InvitationCreated,
  event: EventFacts,
): Promise<void> => {
  if (!created || !parts.options.sendInvitationEmail) return;
  const invitation = await findInvitation(parts.db.manager, created.id);
  if (!invitation || !isOpen(invitation, parts.now())) return;
  const { organizationId, inviterId, email, role, expiresAt } = invitation;
  const organization = await findOrganization(parts, organizationId);
  const inviter = (await findUsers(parts, [inviterId])).get(inviterId);
  if (!organization || !inviter) return;
  const facts = { type: 'organization-invitation', to: email };
  if (!(await mayWrite(parts, { ...facts, eventId: event.id }))) return;
  const proof = await createProof(parts, invitation);
  const url = `${parts.publicUrl}/accept-invitation?${new URLSearchParams({ id: invitation.id, proof }).toString()}`;
  await mailOnce(parts, {
    ...facts,
    ...invitationMail({
      appName: parts.appName,
      organization,
      inviter,
      role,
      url,
      email,
      expiresAt,
      language,
    }),
    url,
    token: invitation.id,
    messageId: event.id,
  });
};
