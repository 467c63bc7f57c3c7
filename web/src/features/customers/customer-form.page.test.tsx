import type { Customer } from '../../api/sales/customers.ts';
import { grace } from '../../test/sales.ts';
import { changedCustomer, customerForm } from './customer-form.ts';

describe('what is sent of a customer who is changed', () => {
  const address = { line1: '1-1', line2: null, postalCode: '100-0001', city: 'Chiyoda', country: 'JP' };
  const known: Customer = {
    ...grace,
    createdAt: '2026-06-15T12:00:00Z' as Customer['createdAt'],
    modifiedAt: null,
    deletedAt: null,
    taxId: ['ATU-OLD-1', 'eu_vat'],
    billingAddress: { ...address, state: 'JP-13' },
  };
  const sent = (typed: Partial<ReturnType<typeof customerForm>>) =>
    changedCustomer({ ...customerForm(known), ...typed }, known);

  it('is a tax id only where it was changed: one that the seller has given is not read anew', () => {
    expect(sent({ name: 'Grace H.' })).toEqual({ name: 'Grace H.' });
    expect(sent({ taxNumber: ' 123 ' })).toEqual({ taxNumber: '123' });
    expect(sent({ taxNumber: '' })).toEqual({ taxNumber: null });
  });

  it('is a state as it is known, where there is none to choose', () => {
    expect(sent({ line1: '2-2' }).billingAddress).toMatchObject({ line1: '2-2', state: 'JP-13' });
  });
});
