import '../../test/english.ts';
import { filterOf, showChoices, sortOf } from './list-choices.ts';

describe('which users are shown', () => {
  it('follows the roles of the installation', () => {
    const choices = showChoices(['admin', 'support']);
    expect(choices.map(({ label }) => label)).toEqual([
      'All users',
      'Role: admin',
      'Role: support',
      'Banned',
    ]);
    expect(choices.map(({ value }) => filterOf(value))).toEqual([
      null,
      { field: 'role', value: 'admin' },
      { field: 'role', value: 'support' },
      { field: 'banned', value: 'true' },
    ]);
  });

  it('begins with the newest for an order that is unknown', () => {
    expect(sortOf('by magic')).toEqual({ by: 'createdAt', direction: 'desc' });
  });
});
