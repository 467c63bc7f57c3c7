import { type OrganizationStack, startOrganization } from '../../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('the signing key', () => {
  it('is one, also where more ask for the first at once than there are connections', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => started.send('GET', '/.well-known/jwks.json')),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const ids = replies.map(({ body }) => (body.keys as { kid: string }[]).map(({ kid }) => kid).join());
    expect(new Set(ids).size).toBe(1);
  });
});
