import { OrganizationOptions } from './config.ts';
import { defaultRoles } from './roles.ts';

const refusal = (options: unknown): string => {
  const result = OrganizationOptions.safeParse(options);
  return result.success
    ? ''
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
};

describe('the options of the organization service', () => {
  it('have the contract’s defaults', () => {
    expect(OrganizationOptions.parse({})).toMatchObject({
      allowUserToCreateOrganization: true,
      creatorRole: 'owner',
      membershipLimit: 100,
      roles: defaultRoles,
      teams: { enabled: false, defaultTeam: { enabled: true }, allowRemovingAllTeams: false },
      invitationExpiresIn: 172_800,
      invitationLimit: 100,
      cancelPendingInvitationsOnReInvite: false,
      organizationCreation: { beforeCreate: true, afterCreate: true },
      organizationDeletion: { disabled: false, beforeDelete: true, afterDelete: true },
    });
    expect(OrganizationOptions.parse({}).organizationLimit).toBeUndefined();
  });

  it('replace the default roles by custom ones', () => {
    const roles = { owner: { organization: ['update'] }, guest: { organization: [] } };
    expect(OrganizationOptions.parse({ roles }).roles).toEqual(roles);
    const ac = { page: ['read'] };
    expect(OrganizationOptions.parse({ ac, roles: { owner: { page: ['read'] } } }).roles).toEqual({
      owner: { page: ['read'] },
    });
  });

  it.each([
    [{ organisationLimit: 1 }, 'Unrecognized key: "organisationLimit"'],
    [{ teams: { enable: true } }, 'teams: Unrecognized key: "enable"'],
    [{ organizationLimit: -1 }, 'organizationLimit: '],
    [{ organizationCreation: { beforeCreate: false } }, 'organizationCreation.beforeCreate: '],
    [{ organizationDeletion: { afterDelete: 'log' } }, 'organizationDeletion.afterDelete: '],
    [{ membershipLimit: '100' }, 'membershipLimit: '],
    [{ invitationExpiresIn: Number.MAX_SAFE_INTEGER }, 'invitationExpiresIn: '],
    [{ creatorRole: 'boss' }, 'creatorRole: is not one of the roles'],
    [
      { roles: { owner: { organization: ['explode'] } } },
      'roles.owner.organization: "explode" is not an action',
    ],
    [{ roles: { 'a,b': {} } }, 'roles.a,b: '],
  ])('refuse %j, naming the key', (options, words) => {
    expect(refusal(options)).toContain(words);
  });
});
