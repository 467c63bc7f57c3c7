import '../../test/english.ts';
import { filterOf, showChoices, sortOf } from './list-choices.ts';

describe('which users are shown', () => {
  it('follows the roles of the installation', () => {
    const choices = showChoices(['admin', 'support']);
    expect(choices.map(({ label }) => label)).toEqual(['Role: admin', 'Role: support', 'Banned']);
    expect(filterOf('')).toBeNull();
    expect(choices.map(({ value }) => filterOf(value))).toEqual([
      { field: 'role', operator: 'has', value: 'admin' },
      { field: 'role', operator: 'has', value: 'support' },
      { field: 'banned', operator: 'eq', value: 'true' },
    ]);
  });

  it('stand in the order of a column, either way', () => {
    expect(sortOf('name')).toEqual({ by: 'name', direction: 'asc' });
    expect(sortOf('-email')).toEqual({ by: 'email', direction: 'desc' });
  });

  it('begins with the newest for an order that is unknown', () => {
    expect(sortOf('by magic')).toEqual({ by: 'createdAt', direction: 'desc' });
  });
});
