/** The mail about a webhook endpoint that was disabled. */
import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { askUser } from '@tessera/proto/api/asks';
import type { UserCaller } from '@tessera/proto/api/passport';
import { endpointDisabled } from '@tessera/proto/events/webhook';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
  await stack.bus.answer(askUser, async ({ userId }) => ({
    id: userId,
    email: `${userId}@example.com`,
    name: 'Ada',
    image: null,
  }));
});
afterAll(() => stack.stop());

const disabled = (organizationId: string, webhookEndpointId: string, why: { isGone?: boolean } = {}) =>
  outboxRow(endpointDisabled, {
    webhookEndpointId,
    organizationId,
    url: 'https://example.com/hooks',
    givenUp: 10,
    ...why,
  });

it('goes once to each who manages the seller, in their language, and to no one else', async () => {
  const { organizationId, owner, member } = await makeSeller(stack);
  const locale = { organization_id: organizationId, new_order: false, locale: 'de-DE' };
  await stack.send('PATCH', '/notification-settings', { as: owner, body: locale });
  const other = await makeSeller(stack);
  const webhookEndpointId = uuidv7();
  const event = disabled(organizationId, webhookEndpointId);
  await stack.bus.publish(event);
  await stack.bus.publish(event);
  await stack.bus.publish(disabled(other.organizationId, uuidv7()));
  const mailsTo = ({ userId }: UserCaller) => sent.filter(({ to }) => to === `${userId}@example.com`);
  await eventually(() => expect(mailsTo(other.owner as UserCaller)).toHaveLength(1));
  // As the button of its page says.
  expect(mailsTo(other.owner as UserCaller)[0]?.text).toContain('resume it on its page');
  const [mail, ...more] = mailsTo(owner as UserCaller);
  expect(more).toEqual([]);
  expect(mailsTo(member as UserCaller)).toEqual([]);
  expect(mail?.subject).toContain('Webhook-Endpunkt wurde deaktiviert');
  expect(mail?.text).toContain('https://example.com/hooks');
  expect(mail?.text).toContain(`/webhooks/${webhookEndpointId}`);
});

it('says where the endpoint answered that it is gone', async () => {
  const { organizationId, owner } = await makeSeller(stack);
  await stack.bus.publish(disabled(organizationId, uuidv7(), { isGone: true }));
  await eventually(() => {
    const mail = sent.find(({ to }) => to === `${(owner as UserCaller).userId}@example.com`);
    expect(mail?.text).toContain(
      'https://example.com/hooks has responded that it no longer exists (410 Gone).',
    );
    expect(mail?.text).not.toContain('for a day');
  });
});
