import { newestFirst, stateOf } from './states.ts';

const now = new Date('2026-05-01T12:00:00Z');

describe('the state of an invitation', () => {
  it('is expired when nobody answered in time', () => {
    const status = 'pending';
    expect(stateOf({ status, expiresAt: new Date('2026-05-01T12:00:01Z') }, now)).toBe('pending');
    expect(stateOf({ status, expiresAt: now }, now)).toBe('expired');
  });

  it('stays what it became', () => {
    expect(stateOf({ status: 'accepted', expiresAt: new Date(0) }, now)).toBe('accepted');
  });
});

describe('the order of invitations', () => {
  it('puts open ones first, newest first', () => {
    const of = (id: string, status: 'pending' | 'canceled') => ({ id, status });
    const listed = [of('a', 'pending'), of('b', 'canceled'), of('c', 'pending'), of('d', 'canceled')];
    expect(newestFirst(listed).map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b']);
  });
});
