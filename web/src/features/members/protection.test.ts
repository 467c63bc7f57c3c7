import { protectionOf } from './protection.ts';

const ada = { id: '1', role: 'owner' };
const bob = { id: '2', role: 'admin,owner' };
const cara = { id: '3', role: 'admin' };
const members = [ada, bob, cara];

describe('the protection of owners', () => {
  it('leaves everybody else alone', () => {
    expect(protectionOf({ member: cara, own: ada, members })).toBeNull();
  });

  it('lets only an owner touch an owner', () => {
    expect(protectionOf({ member: ada, own: cara, members })).toMatch(/only an owner/i);
    expect(protectionOf({ member: ada, own: bob, members })).toBeNull();
  });

  it('keeps the last owner', () => {
    expect(protectionOf({ member: ada, own: ada, members: [ada, cara] })).toMatch(/always has an owner/);
  });
});
