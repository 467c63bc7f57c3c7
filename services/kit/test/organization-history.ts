/** Random event histories of the organization service; revisions grow with each change. */
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationCreated,
  organizationDeleted,
  organizationUpdated,
} from '@tessera/proto/events/organization';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { outboxRow } from '../src/events/outbox.ts';
import type { OutboxRow } from '../src/events/outbox-row.ts';

type Membership = {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  canManage: boolean;
  revision: bigint;
};
type Organization = { id: string; name: string; slug: string; allowMultipleSubscriptions: boolean };
type OrganizationState = { organization: Organization; members: Map<number, Membership> };
type Move = { at: number; whom: number; what: 'create' | 'join' | 'promote' | 'leave' | 'rename' | 'delete' };

/** Moves of four users in five organizations; impossible ones are skipped. */
export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    at: fc.nat(4),
    whom: fc.nat(3),
    what: fc.constantFrom(
      ...([
        'create',
        'join',
        'join',
        'join',
        'promote',
        'promote',
        'leave',
        'leave',
        'rename',
        'delete',
      ] as const),
    ),
  }),
  { minLength: 60, maxLength: 120 },
);

/** Returns the events of these moves, in order, and at the end those of a new organization with its owner. */
export const historyOf = (
  lives: readonly Move[],
): { events: OutboxRow[]; lastMember: string; lastOrganization: string } => {
  const events: OutboxRow[] = [];
  const states = new Map<number, OrganizationState>();
  const users = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  let revision = 0n;
  const next = (): bigint => {
    revision += 1n;
    return revision;
  };
  const end = (membership: Membership): void => {
    events.push(outboxRow(membershipDeleted, { membership: { ...membership, revision: next() } }));
  };
  const join = ({ organization, members }: OrganizationState, whom: number, role: string): string => {
    const id = uuidv7();
    const userId = users[whom] ?? uuidv7();
    const canManage = role === 'owner';
    const membership = { id, organizationId: organization.id, userId, role, canManage, revision: next() };
    members.set(whom, membership);
    events.push(outboxRow(membershipCreated, { membership }));
    return id;
  };
  const create = (at: number, whom: number): string => {
    const id = uuidv7();
    const organization = { id, name: 'Shop', slug: `shop-${id}`, allowMultipleSubscriptions: false };
    events.push(outboxRow(organizationCreated, { organization: { ...organization, revision: next() } }));
    const state = { organization, members: new Map<number, Membership>() };
    states.set(at, state);
    return join(state, whom, 'owner');
  };
  const move = (state: OrganizationState, { at, whom, what }: Move): void => {
    const { organization, members } = state;
    const member = members.get(whom);
    if (what === 'join' && !member) join(state, whom, 'member');
    if (what === 'promote' && member) {
      const changed = { ...member, role: 'owner', canManage: true, revision: next() };
      members.set(whom, changed);
      events.push(outboxRow(membershipUpdated, { membership: changed }));
    }
    if (what === 'leave' && member && members.delete(whom)) end(member);
    if (what === 'rename') {
      const renamed = { ...organization, name: `Shop ${revision}`, revision: next() };
      events.push(outboxRow(organizationUpdated, { organization: renamed, organizationId: organization.id }));
    }
    if (what === 'delete' && states.delete(at)) {
      for (const membership of members.values()) end(membership);
      events.push(outboxRow(organizationDeleted, { organizationId: organization.id }));
    }
  };
  for (const life of lives) {
    const state = states.get(life.at);
    if (state) move(state, life);
    else if (life.what === 'create') create(life.at, life.whom);
  }
  const lastMember = create(9, 0);
  return { events, lastMember, lastOrganization: states.get(9)?.organization.id ?? '' };
};
