/** Answers other services' requests about members. */
import { askAddMember, askMembership, askMemberships } from '@tessera/proto/api/asks';
import type { OrganizationParts } from '../organization.ts';
import { addMember } from './add.ts';
import { findMember, listMemberships } from './service.ts';
import { viewFacts } from './view.ts';

export const answerAboutMembers = async (parts: OrganizationParts): Promise<void> => {
  const { bus, options } = parts;
  await bus.answer(askMembership, async (key) => {
    const member = await findMember(parts, key);
    return member && viewFacts(options.roles, member);
  });
  await bus.answer(askAddMember, (addition) => addMember(parts, addition));
  await bus.answer(askMemberships, async ({ userId }) => {
    const members = await listMemberships(parts, userId);
    return members.map((member) => viewFacts(options.roles, member));
  });
};
