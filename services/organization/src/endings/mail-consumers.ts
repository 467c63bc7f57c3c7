/** Sends the mails about deleted organizations and new owners from a consumer, so that no outage loses one. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { mayWrite } from '@tessera/kit/mail/limit';
import { mailOnce, messageIdFor } from '@tessera/kit/mail/once';
import { askUser } from '@tessera/proto/api/asks';
import type {
  OrganizationDeleted,
  OwnershipInherited,
} from '@tessera/proto/events/gen/tessera/organization/v1/events_pb';
import { organizationDeleted, ownershipInherited } from '@tessera/proto/events/organization';
import type { OrganizationParts } from '../organization.ts';
import { findOrganization } from '../organizations/service.ts';
import { findUsers } from '../users/service.ts';
import { mailLanguages, organizationDeletedMail, ownershipInheritedMail } from './mail.ts';

/** Starts the consumer that tells members of deletions and of an ownership that became theirs. */
export const startEndingMails = (parts: OrganizationParts): Promise<Stoppable> =>
  parts.bus.consume({
    name: 'ending-mail',
    begin: 'now',
    on: [
      on(organizationDeleted, (message, event) => mailMembers(parts, message, event)),
      on(ownershipInherited, (message, event) => mailOwner(parts, message, event)),
    ],
    concurrency: 4,
  });

const mailMembers = async (
  parts: OrganizationParts,
  { name, deletedBy, memberUserIds, language }: OrganizationDeleted,
  { id: eventId, time: deletedAt }: EventFacts,
): Promise<void> => {
  if (memberUserIds.length === 0) return;
  const deleter =
    deletedBy === undefined ? null : ((await findUsers(parts, [deletedBy])).get(deletedBy) ?? null);
  const { appName } = parts;
  for (const userId of memberUserIds) {
    const by = deletedBy === undefined ? 'administrator' : userId === deletedBy ? 'you' : deleter;
    await mailUser(parts, userId, {
      type: 'organization-deleted',
      eventId,
      language,
      write: (language) => organizationDeletedMail({ appName, organization: name, by, deletedAt, language }),
    });
  }
};

const mailOwner = async (
  parts: OrganizationParts,
  { organizationId, userId, formerOwnerName }: OwnershipInherited,
  { id: eventId }: EventFacts,
): Promise<void> => {
  const organization = await findOrganization(parts, organizationId);
  // Deleted meanwhile, which its own mail tells.
  if (!organization) return;
  const url = `${parts.publicUrl}/${organization.slug}/settings/members`;
  const facts = {
    appName: parts.appName,
    organization: organization.name,
    formerOwner: formerOwnerName,
    url,
  };
  await mailUser(parts, userId, {
    type: 'organization-inherited',
    eventId,
    language: '',
    url,
    write: (language) => ownershipInheritedMail({ ...facts, language }),
  });
};

type Letter = {
  type: string;
  eventId: string;
  /** The language where the reader has chosen none. */
  language: string;
  url?: string;
  write: (language: string) => WrittenMail;
};

/** Asks identity for the reader: nobody here keeps the language, and the copy has no user who was never listed. */
const mailUser = async (
  parts: OrganizationParts,
  userId: string,
  { type, eventId, language, url, write }: Letter,
): Promise<void> => {
  const user = await parts.bus.ask(askUser, { userId });
  if (!user) return;
  const head = { type, to: user.email, messageId: messageIdFor(eventId, userId) };
  if (!(await mayWrite(parts, { ...head, eventId: head.messageId }))) return;
  const chosen = user.language ?? language;
  const written = write(mailLanguages.includes(chosen) ? chosen : '');
  await mailOnce(parts, { ...written, ...head, ...(url && { url }) });
};
