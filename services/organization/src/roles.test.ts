import { grants, type Roles, type Statements } from '@tessera/proto/api/roles';
import fc from 'fast-check';
import { canManage, defaultRoles, statements } from './roles.ts';

describe('what a role grants', () => {
  it('is everything to an owner', () => {
    expect(grants(defaultRoles, 'owner', statements)).toBe(true);
  });

  it('is everything but the organization’s deletion to an admin', () => {
    expect(grants(defaultRoles, 'admin', { ...statements, organization: ['update'] })).toBe(true);
    expect(grants(defaultRoles, 'admin', { organization: ['delete'] })).toBe(false);
  });

  it('is nothing to a member', () => {
    for (const [resource, actions] of Object.entries(statements))
      for (const action of actions)
        expect(grants(defaultRoles, 'member', { [resource]: [action] })).toBe(false);
  });

  it('is refused when nothing is wanted, and granted when no action of a known resource is', () => {
    expect(grants(defaultRoles, 'owner', {})).toBe(false);
    expect(grants(defaultRoles, 'member', { team: [] })).toBe(true);
    expect(grants(defaultRoles, 'owner', { unicorn: [] })).toBe(false);
  });

  it('does not come from what every object inherits', () => {
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect(grants(defaultRoles, name, { organization: [] })).toBe(false);
      expect(grants(defaultRoles, 'owner', { [name]: [] })).toBe(false);
    }
  });

  it('must come from one single role: roles are not added up', () => {
    const roles: Roles = { reader: { page: ['read'] }, writer: { page: ['write'] } };
    expect(grants(roles, 'reader,writer', { page: ['read'] })).toBe(true);
    expect(grants(roles, 'reader,writer', { page: ['write'] })).toBe(true);
    expect(grants(roles, 'reader,writer', { page: ['read', 'write'] })).toBe(false);
  });

  it('lets owners and admins manage, alone or among other roles', () => {
    expect(
      ['owner', 'admin', 'member', 'member,admin', 'stranger', ''].map((held) =>
        canManage(defaultRoles, held),
      ),
    ).toEqual([true, true, false, true, false, false]);
  });
});

describe('whatever the roles are', () => {
  const action = fc.constantFrom('read', 'write', 'delete');
  const resource = fc.constantFrom('page', 'file', 'team');
  const role: fc.Arbitrary<Statements> = fc.dictionary(resource, fc.uniqueArray(action));
  const table: fc.Arbitrary<Roles> = fc.dictionary(fc.constantFrom('a', 'b', 'c'), role, { minKeys: 1 });
  const held = fc.array(fc.constantFrom('a', 'b', 'c', 'stranger'), { minLength: 1, maxLength: 4 });
  const wanted = fc.dictionary(resource, fc.uniqueArray(action), { minKeys: 1 });

  it('a list grants what one of its roles grants, and nothing else', () => {
    fc.assert(
      fc.property(table, held, wanted, (roles, names, want) => {
        const alone = names.some((name) => grants(roles, name, want));
        expect(grants(roles, names.join(','), want)).toBe(alone);
      }),
    );
  });

  it('wanting less is never refused where wanting more was granted', () => {
    fc.assert(
      fc.property(table, held, wanted, (roles, names, want) => {
        fc.pre(grants(roles, names.join(','), want));
        for (const [name, actions] of Object.entries(want))
          expect(grants(roles, names.join(','), { [name]: actions.slice(1) })).toBe(true);
      }),
    );
  });

  it('a role grants exactly its own statements', () => {
    fc.assert(
      fc.property(role, resource, action, (only, name, verb) => {
        expect(grants({ only }, 'only', { [name]: [verb] })).toBe(only[name]?.includes(verb) ?? false);
      }),
    );
  });
});
