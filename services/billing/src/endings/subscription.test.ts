import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantRevoked } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy } from '../../test/purchases.ts';
import { endDueSubscriptions } from './subscription.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const subscribe = async () => {
  const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  const { order } = await buy(stack, {
    seller,
    product: { recurringInterval: 'month', benefits: [benefit] },
  });
  const id: string = order.subscription_id;
  await eventually(async () => expect(await granted(order.customer_id)).toEqual([benefit.id]));
  return { id, customerId: order.customer_id as string, benefit };
};
const granted = async (customerId: string): Promise<string[]> => {
  const { body } = await stack.send('GET', `/customers/${customerId}/state`, { as: seller.owner });
  return body.granted_benefits.map((it: { benefit_id: string }) => it.benefit_id);
};
const patch = (id: string, body: object, as = seller.owner) =>
  stack.send('PATCH', `/subscriptions/${id}`, { as, body });
/** What partners were told of a subscription since it began, in order. */
const emitted = (id: string): string[] =>
  stack.events
    .about(id)
    .map((subject) => subject.replace('billing.subscription.', ''))
    .filter((type) => type !== 'created' && type !== 'active');

describe('a subscription that is set to end', () => {
  it('stays active until its period is over, and then ends with its benefits', async () => {
    const { id, customerId, benefit } = await subscribe();
    const { status, body } = await patch(id, {
      cancel_at_period_end: true,
      customer_cancellation_reason: 'too_expensive',
      customer_cancellation_comment: 'Sorry',
    });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'active',
        cancel_at_period_end: true,
        canceled_at: expect.any(String),
        ends_at: body.current_period_end,
        ended_at: null,
        customer_cancellation_reason: 'too_expensive',
        customer_cancellation_comment: 'Sorry',
      },
    ]);
    const again = await patch(id, { cancel_at_period_end: true });
    expect([again.status, again.body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    expect(await granted(customerId)).toEqual([benefit.id]);
    await endDueSubscriptions(stack.billing);
    expect(await granted(customerId)).toEqual([benefit.id]);
    stack.clock.set(new Date(body.current_period_end));
    await eventually(async () => {
      await endDueSubscriptions(stack.billing);
      const { body: ended } = await stack.send('GET', `/subscriptions/${id}`, { as: seller.owner });
      expect(ended).toMatchObject({ status: 'canceled', ended_at: body.ends_at, ends_at: body.ends_at });
    });
    expect(await granted(customerId)).toEqual([]);
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    await eventually(() => expect(emitted(id)).toEqual(['updated', 'canceled', 'updated', 'revoked']));
    const kept = await patch(id, { cancel_at_period_end: false });
    expect([kept.status, kept.body.error]).toEqual([410, 'ResourceUnavailable']);
  });

  it('ends also beside one that cannot be ended', async () => {
    const [broken, other] = [await subscribe(), await subscribe()];
    for (const { id } of [broken, other]) await patch(id, { cancel_at_period_end: true });
    await stack.db.query(
      `CREATE FUNCTION break_ending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
       CREATE TRIGGER broken BEFORE UPDATE ON subscriptions FOR EACH ROW
         WHEN (NEW.id = '${broken.id}' AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION break_ending()`,
    );
    const read = (id: string) => stack.send('GET', `/subscriptions/${id}`, { as: seller.owner });
    try {
      stack.clock.set(new Date((await read(other.id)).body.ends_at));
      await eventually(async () => {
        // By the loop of billing itself, or here.
        await endDueSubscriptions(stack.billing).catch(() => undefined);
        expect((await read(other.id)).body.status).toBe('canceled');
      });
      expect((await read(broken.id)).body.status).toBe('active');
      await expect(endDueSubscriptions(stack.billing)).rejects.toThrow('broken');
      const subscriptionId = broken.id;
      expect(stack.log.lines()).toContainEqual(expect.objectContaining({ level: 50, subscriptionId }));
    } finally {
      await stack.db.query('DROP TRIGGER broken ON subscriptions; DROP FUNCTION break_ending()');
    }
    await endDueSubscriptions(stack.billing);
    expect((await read(broken.id)).body.status).toBe('canceled');
  });

  it('goes on when that is taken back', async () => {
    const { id } = await subscribe();
    const early = await patch(id, { cancel_at_period_end: false });
    expect([early.status, early.body.error]).toEqual([400, 'BadRequest']);
    await patch(id, { cancel_at_period_end: true, customer_cancellation_reason: 'unused' });
    const { body } = await patch(id, { cancel_at_period_end: false });
    expect(body).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      canceled_at: null,
      ends_at: null,
      customer_cancellation_reason: null,
    });
    await eventually(() => expect(emitted(id)).toEqual(['updated', 'canceled', 'updated', 'uncanceled']));
    stack.clock.set(new Date(body.current_period_end));
    await endDueSubscriptions(stack.billing);
    const { body: after } = await stack.send('GET', `/subscriptions/${id}`, { as: seller.owner });
    expect(after.status).toBe('active');
  });
});

describe('a subscription that is ended at once', () => {
  it('takes its benefits with it, also when it was set to end', async () => {
    const { id, customerId } = await subscribe();
    await patch(id, { cancel_at_period_end: true });
    const later = new Date(stack.clock.now().getTime() + 60_000);
    stack.clock.set(later);
    const { status, body } = await patch(id, { revoke: true, customer_cancellation_comment: 'Abuse' });
    const now = later.toISOString();
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'canceled',
        canceled_at: now,
        ends_at: now,
        ended_at: now,
        customer_cancellation_comment: 'Abuse',
      },
    ]);
    expect(await granted(customerId)).toEqual([]);
    await eventually(() => expect(emitted(id).slice(2)).toEqual(['updated', 'canceled', 'revoked']));
    for (const body of [{ revoke: true }, { cancel_at_period_end: true }]) {
      const again = await patch(id, body);
      expect([again.status, again.body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    }
  });

  it('is ended once by many who ask at the same time', async () => {
    const { id } = await subscribe();
    const answers = await Promise.all(Array.from({ length: 8 }, () => patch(id, { revoke: true })));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
    await eventually(() => expect(emitted(id)).toEqual(['updated', 'canceled', 'revoked']));
  });
});

describe('whoever changes a subscription', () => {
  it('must manage its organization, and says what they mean', async () => {
    const { id } = await subscribe();
    const other = await makeSeller(stack);
    const end = { revoke: true };
    expect((await patch(id, end, other.owner)).status).toBe(404);
    expect((await patch(id, end, seller.member)).status).toBe(403);
    expect((await patch(id, end, tokenOf(seller.organizationId, 'subscriptions:read'))).status).toBe(403);
    for (const body of [
      {},
      { cancel_at_period_end: 'soon' },
      { revoke: false },
      { cancel_at_period_end: true, customer_cancellation_reason: 'bored' },
      { cancel_at_period_end: true, revoke: true },
      { discount_id: null, revoke: true },
    ]) {
      const { status, body: answer } = await patch(id, body);
      expect([status, answer.error]).toEqual([422, 'RequestValidationError']);
    }
    const { body } = await stack.send('GET', `/subscriptions/${id}`, { as: seller.owner });
    expect(body).toMatchObject({ status: 'active', cancel_at_period_end: false });
  });

  it('may use the contract’s client', async () => {
    const { id } = await subscribe();
    const polar = await polarAs(stack, tokenOf(seller.organizationId, 'subscriptions:write'));
    const ending = await polar.subscriptions.update({
      id,
      subscriptionUpdate: { cancelAtPeriodEnd: true, customerCancellationReason: 'other' },
    });
    expect(ending).toMatchObject({ id, cancelAtPeriodEnd: true, customerCancellationReason: 'other' });
    expect(ending.endsAt).toEqual(ending.currentPeriodEnd);
    await polar.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: false } });
    const ended = await polar.subscriptions.revoke({ id });
    expect(ended).toMatchObject({ id, status: 'canceled' });
    expect(ended.endedAt).toBeInstanceOf(Date);
  });
});
