import fc from 'fast-check';
import { detailsAfter, fitsMetadata } from './rules.ts';

const address = (country: string) => ({
  line1: null,
  line2: null,
  postalCode: null,
  city: null,
  state: null,
  country,
});
const present = {
  name: 'Ada',
  billingName: null,
  billingAddress: address('FR'),
  taxId: null,
  metadata: { plan: 'old', kept: true },
};
const given = {
  name: 'Mallory',
  billingName: 'Mallory Ltd',
  billingAddress: address('US'),
  taxId: ['FR40303265045', 'eu_vat'] as ['FR40303265045', 'eu_vat'],
  metadata: { plan: 'new', added: 1 },
};

describe('the details of a customer after a purchase', () => {
  it('are only filled where nothing was known, when anybody may have paid', () => {
    expect(detailsAfter(present, given, false)).toEqual({
      name: 'Ada',
      billingName: 'Mallory Ltd',
      billingAddress: address('FR'),
      taxId: ['FR40303265045', 'eu_vat'],
      metadata: { plan: 'old', kept: true, added: 1 },
    });
  });

  it('are replaced by the customer’s own', () => {
    expect(detailsAfter(present, given, true)).toEqual({
      ...given,
      metadata: { plan: 'new', kept: true, added: 1 },
    });
    const nothing = { name: null, billingName: null, billingAddress: null, taxId: null, metadata: {} };
    expect(detailsAfter(present, nothing, true)).toEqual(present);
  });

  it('never hold more than 50 keys of metadata, and lose none that were there', () => {
    const keys = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.integer(), { maxKeys: 50 });
    fc.assert(
      fc.property(keys, keys, fc.boolean(), (before, added, isOwn) => {
        const { metadata } = detailsAfter(
          { ...present, metadata: before },
          { ...given, metadata: added },
          isOwn,
        );
        expect(Object.keys(metadata).length).toBeLessThanOrEqual(50);
        for (const key of Object.keys(before)) expect(Object.hasOwn(metadata, key)).toBe(true);
        if (fitsMetadata(before, added))
          for (const key of Object.keys(added)) expect(Object.hasOwn(metadata, key)).toBe(true);
      }),
    );
  });
});
