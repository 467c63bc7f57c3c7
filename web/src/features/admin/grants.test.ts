import '../../test/english.ts';
import { describeGrants } from './grants.ts';

describe('describeGrants', () => {
  it('names what can be done to what', () => {
    const grants = { user: ['create', 'set-role'], session: ['revoke'], ticket: ['read'], note: [] };
    expect(describeGrants(grants)).toBe('Users: create, give roles. Sessions: revoke. ticket: read.');
  });

  it.each([[{}], [{ user: [], session: [] }]])('says so when there is nothing: %j', (grants) =>
    expect(describeGrants(grants)).toBe('No rights over other accounts.'),
  );
});
