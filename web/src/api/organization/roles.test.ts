import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import { describeRole, isOwner, roleChoices, rolesOf } from './roles.ts';

const usual = {
  hasCustomRoles: false,
  roles: [
    { name: 'owner', grants: { organization: ['update', 'delete'] } },
    { name: 'admin', grants: { organization: ['update'] } },
    { name: 'member', grants: { organization: [] } },
  ],
};

describe('roles', () => {
  it('are told in words, also several at once and unknown ones', () => {
    expect(describeRole('owner, billing')).toBe('Owner, Billing');
  });

  it.each([
    ['owner', true],
    ['admin,owner', true],
    ['owners', false],
    [undefined, false],
  ])('%p makes an owner: %p', (role, expected) => {
    expect(isOwner(role, 'owner')).toBe(expected);
  });

  it('makes those owners who hold the role that creators get', () => {
    expect(isOwner('captain', 'captain')).toBe(true);
    expect(isOwner('owner', 'captain')).toBe(false);
  });

  it('offers each role of the server once, and what someone still holds', () => {
    expect(roleChoices(usual, 'admin,support').map(({ value }) => value)).toEqual([
      'owner',
      'admin',
      'member',
      'support',
    ]);
  });

  it('tells of an operator’s own roles what they grant, whatever they are called', () => {
    const roles: { name: string; grants: Record<string, string[]> }[] = [
      { name: 'owner', grants: { ship: ['sail', 'sink'], team: [] } },
      { name: 'guest', grants: { team: [] } },
    ];
    expect(roleChoices({ hasCustomRoles: true, roles }).map(({ meaning }) => meaning)).toEqual([
      'Ship: sail, sink.',
      'Can see everything but change nothing.',
    ]);
  });
});

describe('roles in German', () => {
  beforeAll(() => speak('de-DE', ['shared']));
  afterAll(speakEnglish);

  it('leave nothing of what comes with the system in English', () => {
    const all = ['create', 'update', 'delete'];
    const grants = {
      organization: ['update', 'delete'],
      member: all,
      invitation: ['create', 'cancel'],
      team: all,
    };
    const [choice] = roleChoices({ hasCustomRoles: true, roles: [{ name: 'owner', grants }] });
    expect(choice?.meaning).toBe(
      'Organisation: ändern, löschen. Mitglieder: anlegen, ändern, löschen. Einladungen: anlegen, zurückziehen. Teams: anlegen, ändern, löschen.',
    );
  });
});

describe('rolesOf', () => {
  it('reads a list with commas', () => expect(rolesOf('admin, user,')).toEqual(['admin', 'user']));
});
