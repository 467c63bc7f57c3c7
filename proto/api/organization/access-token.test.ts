import { fromWire } from '../wire.ts';
import { OrganizationAccessTokenCreate } from './access-token.ts';
import { AuthOrganizationCreate, SetActiveOrganization } from './organization.ts';

const id = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const token = { organization_id: id, comment: ' Server ', scopes: ['products:read', 'products:read'] };
const read = (wire: unknown) =>
  OrganizationAccessTokenCreate.safeParse(fromWire(OrganizationAccessTokenCreate, wire, 'snake'));

describe('a new access token', () => {
  it('has a trimmed name, each scope once, and an end if one is given', () => {
    expect(read({ ...token, expires_at: '2027-01-01T00:00:00.000Z' }).data).toEqual({
      organizationId: id,
      comment: 'Server',
      scopes: ['products:read'],
      expiresAt: new Date('2027-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['no name', { ...token, comment: '  ' }],
    ['no scope', { ...token, scopes: [] }],
    ['a scope of people', { ...token, scopes: ['admin'] }],
    ['no organization', { ...token, organization_id: null }],
    ['an end without an offset', { ...token, expires_at: '2027-01-01T00:00:00' }],
  ])('is refused for %s', (_what, wire) => {
    expect(read(wire).success).toBe(false);
  });
});

describe('a new organization', () => {
  it('has a name, a slug and metadata of any kind', () => {
    const body = { name: 'Acme', slug: 'acme', metadata: { Plan_Name: { deep: [1, null] } } };
    expect(AuthOrganizationCreate.parse(body)).toEqual(body);
    expect(AuthOrganizationCreate.safeParse({ ...body, slug: '' }).success).toBe(false);
    expect(AuthOrganizationCreate.safeParse({ ...body, metadata: 'x' }).success).toBe(false);
  });
});

describe('the active organization', () => {
  it('can be one, none, or left as it is', () => {
    for (const body of [{ organizationId: id }, { organizationId: null }, {}, { organizationSlug: 'acme' }]) {
      expect(SetActiveOrganization.parse(body)).toEqual(body);
    }
  });
});
