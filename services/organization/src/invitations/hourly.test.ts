/** How many invitations an organization sends in an hour: `invitationsPerHour`. */
import { uuidv7 } from 'uuidv7';
import { makeSeller, type OrganizationStack, startOrganization } from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ invitationsPerHour: 3 });
});
afterAll(() => started.stack.stop());

type Seller = Awaited<ReturnType<typeof makeSeller>>;
const post = ({ as }: Seller, path: string, body: object) =>
  started.send('POST', `/api/auth/organization/${path}`, { as, body });
const invite = (seller: Seller) =>
  post(seller, 'invite-member', {
    email: `${uuidv7()}@example.com`,
    role: 'member',
    organizationId: seller.organizationId,
  });

describe('invitations of an organization', () => {
  it('are so many in an hour, taken back or not; then it is told when the next may go', async () => {
    const [seller, other] = [await makeSeller(started), await makeSeller(started)];
    const first = await invite(seller);
    started.stack.clock.advance(600);
    await invite(seller);
    await invite(seller);
    await post(seller, 'cancel-invitation', { invitationId: first.body.id });
    const refused = await invite(seller);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_INVITATIONS',
        message: 'Too many invitations in an hour. Please try again in 50 min.',
      },
    });
    expect(refused.headers.get('retry-after')).toBe('3000');
    expect(refused.headers.get('x-retry-after')).toBe('3000');
    expect((await invite(other)).status).toBe(200);
    started.stack.clock.advance(3_000);
    expect((await invite(seller)).status).toBe(200);
    expect((await invite(seller)).status).toBe(429);
  });

  it('are no more when they are asked for at once', async () => {
    const seller = await makeSeller(started);
    const replies = await Promise.all(Array.from({ length: 6 }, () => invite(seller)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 429, 429, 429,
    ]);
  });
});
