import '../../test/english.ts';
import { askedRights } from './asked-rights.ts';
import { rightGroups } from './rights.ts';

const all = rightGroups().flatMap(({ options }) => options.map(({ scope }) => scope));

describe('askedRights', () => {
  it('tells what changes something from what only looks, and leaves out what opens nothing', () => {
    const scopes = ['orders:read', 'products:read', 'products:write', 'email', 'issues:write', 'user:read'];
    expect(askedRights({ subType: 'user', scopes })).toEqual({
      learns: ['Your e-mail address'],
      changes: ['Create and change products'],
      sees: ['See orders'],
    });
  });

  it('names each area that is asked for', () => {
    const { changes, sees } = askedRights({ subType: 'user', scopes: all });
    const writing = all.filter((scope) => scope.endsWith(':write'));
    const looking = rightGroups().filter(({ options }) =>
      options.every(({ scope }) => scope.endsWith(':read')),
    );
    expect([changes.length, sees.length]).toEqual([writing.length, looking.length]);
    expect(askedRights({ subType: 'user', scopes: ['refunds:write'] }).changes).toEqual(['Refund orders']);
  });

  it('says of an organization what is known of it: it has no address of its own', () => {
    const scopes = ['openid', 'profile', 'email'];
    expect(askedRights({ subType: 'organization', scopes })).toEqual({
      learns: ['Which organization it is: its ID', 'The organization’s name'],
      changes: [],
      sees: [],
    });
  });
});
