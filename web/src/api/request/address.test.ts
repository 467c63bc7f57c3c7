import { addressOf } from './address.ts';

describe('addressOf', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('is below /api', () => {
    expect(addressOf('/auth/get-session')).toBe('/api/auth/get-session');
    expect(addressOf('/billing/v1/products/?page=1')).toBe('/api/billing/v1/products/?page=1');
  });

  it('is where the page says, for the auth API', () => {
    const querySelector = () => ({ content: '/accounts' });
    Object.assign(globalThis, { document: { querySelector } });
    expect(addressOf('/auth/get-session?x=1')).toBe('/accounts/get-session?x=1');
    expect(addressOf('/billing/v1/products/')).toBe('/api/billing/v1/products/');
  });
});
