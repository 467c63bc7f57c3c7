/** An organization with people in every role, for the chapters of section 10. */
import type { Reply } from './browser.ts';
import { good } from './expect.ts';
import type { Lab, Person } from './lab.ts';

/** The methods of the client's organization plugin, whose types say nothing of teams. */
type Methods = Record<string, (args?: unknown) => Promise<Reply>>;
export type Colleague = Person & { organization: Methods };

export const methodsOf = ({ client }: Pick<Person, 'client'>): Methods =>
  client.organization as unknown as Methods;

export type Team = {
  id: string;
  slug: string;
  owner: Colleague;
  admin: Colleague;
  member: Colleague;
  /** Belongs to none. */
  outsider: Colleague;
};

let count = 0;
export const freshSlug = (): string => {
  count += 1;
  return `shop-${Date.now().toString(36)}-${count}`;
};

export const colleague = async (lab: Lab): Promise<Colleague> => {
  const person = await lab.someone();
  return { ...person, organization: methodsOf(person) };
};

/** Invites someone and lets them accept. Answers the membership. */
export const join = async (owner: Colleague, guest: Colleague, role: string): Promise<{ id: string }> => {
  const { id } = await good(call(owner, 'inviteMember', { email: guest.email, role }));
  return (await good(call(guest, 'acceptInvitation', { invitationId: id }))).member;
};

/** Calls a method of the plugin by its name. */
export const call = async (
  { organization }: Pick<Colleague, 'organization'>,
  method: string,
  args?: unknown,
): Promise<Reply> => {
  const run = organization[method];
  if (!run) throw new Error(`the client has no ${method}`);
  return run(args);
};

/** Founds one; everyone has it as their active organization but the outsider. */
export const found = async (lab: Lab): Promise<Team> => {
  const [owner, admin, member, outsider] = await Promise.all([1, 2, 3, 4].map(() => colleague(lab)));
  if (!owner || !admin || !member || !outsider) throw new Error('nobody came');
  const slug = freshSlug();
  const { id } = await good(call(owner, 'create', { name: 'Shop', slug }));
  await join(owner, admin, 'admin');
  await join(owner, member, 'member');
  return { id, slug, owner, admin, member, outsider };
};
