import { states } from '@tessera/proto/api/billing/places';
import { iso31662 } from 'iso-3166';
import subdivisions from './subdivisions.json' with { type: 'json' };

describe.each(['US', 'CA'] as const)('the states of %s', (country) => {
  it('are those of ISO 3166-2, by name', () => {
    const listed = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
    expect(subdivisions[country]).toEqual(
      Object.fromEntries(listed.map(({ code, name }) => [code.slice(3), name])),
    );
  });

  it('are those that the server takes', () => {
    expect([...(states[country] ?? [])].toSorted()).toEqual(Object.keys(subdivisions[country]).toSorted());
  });
});
