import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import {
  askClearActiveOrganization,
  askMembership,
  askSetActiveOrganization,
  type MembershipFacts,
} from '@tessera/proto/api/asks';
import { membershipDeleted, organizationDeleted } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type Browser, createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
const places: MembershipFacts[] = [];
beforeAll(async () => {
  started = await startIdentity();
  await started.stack.bus.answer(
    askMembership,
    async ({ userId, organizationId }) =>
      places.find((place) => place.userId === userId && place.organizationId === organizationId) ?? null,
  );
});
afterAll(() => started.stop());

/** Someone with so many sessions, each with the organization active. */
const working = async (organizationId: string, sessions = 1) => {
  const body = person();
  await createBrowser(started.base).send('POST', '/sign-up/email', { body });
  const browsers: Browser[] = [];
  let userId = '';
  for (let count = 0; count < sessions; count += 1) {
    const browser = createBrowser(started.base);
    await browser.send('POST', '/sign-in/email', { body });
    const { session } = (await browser.send('GET', '/get-session')).body;
    userId = session.userId;
    await started.stack.bus.ask(askSetActiveOrganization, {
      sessionId: session.id,
      organizationId,
      cookie: browser.header(),
    });
    browsers.push(browser);
  }
  const active = () =>
    Promise.all(
      browsers.map(
        async (browser) =>
          (await browser.send('GET', '/get-session?disableCookieCache=true')).body.session
            .activeOrganizationId,
      ),
    );
  return { userId, active };
};
const gone = (userId: string, organizationId: string) => ({
  membership: { id: uuidv7(), organizationId, userId, role: 'member', canManage: false, revision: 2n },
});

describe('askClearActiveOrganization', () => {
  it('takes an organization from all sessions of a user, at once, and from nobody else', async () => {
    const [organizationId, other] = [uuidv7(), uuidv7()];
    const leaver = await working(organizationId, 2);
    const stayer = await working(organizationId);
    const elsewhere = await working(other);
    const ask = { organizationId, userId: leaver.userId };
    expect(await started.stack.bus.ask(askClearActiveOrganization, ask)).toEqual({
      cleared: 2,
      setCache: [],
    });
    expect(await leaver.active()).toEqual([null, null]);
    expect(await stayer.active()).toEqual([organizationId]);
    const all = { organizationId, userId: null };
    expect(await started.stack.bus.ask(askClearActiveOrganization, all)).toEqual({
      cleared: 1,
      setCache: [],
    });
    expect(await stayer.active()).toEqual([null]);
    expect(await elsewhere.active()).toEqual([other]);
  });
});

describe('the end of a membership', () => {
  it('clears sessions by event too, unless the user has come back', async () => {
    const organizationId = uuidv7();
    const leaver = await working(organizationId);
    const returner = await working(organizationId);
    places.push({ id: uuidv7(), organizationId, userId: returner.userId, role: 'member', canManage: false });
    for (const { userId } of [returner, leaver])
      await started.stack.bus.publish(outboxRow(membershipDeleted, gone(userId, organizationId)));
    await eventually(async () => expect(await leaver.active()).toEqual([null]));
    expect(await returner.active()).toEqual([organizationId]);
    await started.stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () => expect(await returner.active()).toEqual([null]));
  });
});
