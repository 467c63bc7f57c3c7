import { IdentityOptions } from '../options.ts';
import { firstRole, isBanned, proven, verifiedChange } from './rules.ts';

const now = new Date('2026-01-15T12:00:00.000Z');
const user = {
  id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  emailVerified: false,
  image: null,
  createdAt: now,
  updatedAt: now,
  username: null,
  displayUsername: null,
  role: 'user',
  banned: null,
  banReason: null,
  banExpires: null,
};
const options = IdentityOptions.parse({
  admin: { defaultRole: 'member', firstAdminEmails: ['Ada@example.com'] },
});

describe('isBanned', () => {
  it.each([
    [null, null, false],
    [false, null, false],
    [true, null, true],
    [true, new Date(now.getTime() + 1), true],
    [true, now, false],
  ])('of banned %j until %j is %j', (banned, banExpires, expected) =>
    expect(isBanned({ ...user, banned, banExpires }, now)).toBe(expected),
  );
});

describe('firstRole', () => {
  it('makes an administrator of a configured address: in production once it is verified', () => {
    const email = 'ADA@example.com';
    expect(firstRole({ options, isDevelopment: true }, { email, emailVerified: false })).toBe('admin');
    expect(firstRole({ options, isDevelopment: false }, { email, emailVerified: false })).toBe('member');
    expect(firstRole({ options, isDevelopment: false }, { email, emailVerified: true })).toBe('admin');
    const other = { email: 'eve@example.com', emailVerified: true };
    expect(firstRole({ options, isDevelopment: true }, other)).toBe('member');
  });
});

describe('verifiedChange', () => {
  it('promotes, and takes no role away', () => {
    const identity = { options, isDevelopment: false };
    expect(verifiedChange(identity, user)).toEqual({ ...proven, role: 'admin' });
    expect(verifiedChange(identity, { ...user, role: 'support,admin' })).toEqual(proven);
    expect(verifiedChange(identity, { ...user, email: 'eve@example.com' })).toEqual(proven);
  });
});
