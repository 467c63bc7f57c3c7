import { describeRole, isOwner, roleChoices } from './roles.ts';

describe('roles', () => {
  it('are told in words, also several at once and unknown ones', () => {
    expect(describeRole('owner, billing')).toBe('Owner, billing');
  });

  it.each([
    ['owner', true],
    ['admin,owner', true],
    ['owners', false],
    [undefined, false],
  ])('%p makes an owner: %p', (role, expected) => {
    expect(isOwner(role)).toBe(expected);
  });

  it('offers each role once, with those in use', () => {
    expect(roleChoices(['member', 'admin,support']).map(({ value }) => value)).toEqual([
      'owner',
      'admin',
      'member',
      'admin,support',
    ]);
  });
});
