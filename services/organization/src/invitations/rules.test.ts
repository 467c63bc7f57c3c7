import fc from 'fast-check';
import { maskAddress } from './rules.ts';

describe('maskAddress', () => {
  it.each([
    ['jane@example.com', 'j•••@e•••.com'],
    ['jane.doe+shop@mail.example.co.uk', 'j•••@m•••.uk'],
    ['jo@ex.com', '•••@•••.com'],
    ['jane@localhost', 'j•••@l•••'],
  ])('shows %s as %s', (email, masked) => expect(maskAddress(email)).toBe(masked));

  it('keeps back all of an address but two letters and its last part', () => {
    const address = fc.emailAddress({ size: 'medium' });
    fc.assert(
      fc.property(address, (email) => {
        const [local = '', domain = ''] = maskAddress(email).split('@');
        expect(local).toMatch(/^.?•••$/u);
        expect(domain).toMatch(/^.?•••(\.[^.]+)?$/u);
        expect(email.split('@')[0]?.length === 1 && local !== '•••').toBe(false);
      }),
    );
  });
});
