/** What other services may ask about members. */
import { askAddMember, askMembership, askMemberships } from '@tessera/proto/api/asks';
import type { Service } from '../service.ts';
import { addMember } from './add.ts';
import { findMember, listMemberships } from './service.ts';
import { viewFacts } from './view.ts';

export const answerAboutMembers = async (service: Service): Promise<void> => {
  const { bus, options } = service;
  await bus.answer(askMembership, async (place) => {
    const member = await findMember(service, place);
    return member && viewFacts(options.roles, member);
  });
  await bus.answer(askAddMember, (addition) => addMember(service, addition));
  await bus.answer(askMemberships, async ({ userId }) => {
    const members = await listMemberships(service, userId);
    return members.map((member) => viewFacts(options.roles, member));
  });
};
