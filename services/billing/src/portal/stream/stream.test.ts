import { eventually } from '@tessera/kit/test/eventually';
import { passportHeader } from '@tessera/proto/api/passport';
import { benefitGrantCreated } from '@tessera/proto/events/billing';
import {
  apiPath,
  type BillingStack,
  makeBenefit,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { buyKey } from '../../../test/licenses.ts';
import { callerOf, customerOf } from '../../../test/portal.ts';
import { buy, makePaper } from '../../../test/purchases.ts';
import { createBillingApp } from '../../app.ts';
import { addToBalance } from '../../customers/balance.ts';
import { broadcastCustomer } from '../../customers/broadcast.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

type Message = { id: string; key: string; payload: Record<string, string> };

/** Somebody who has bought, with a session of theirs. */
const holder = async () => {
  const seller = await makeSeller(stack);
  const benefit = await makeBenefit(stack, seller);
  const sale = await buy(stack, { seller, product: { benefits: [benefit] } });
  await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === benefit.id);
  const { body } = await stack.send('POST', '/customer-sessions/', {
    as: seller.owner,
    body: { customer_id: sale.order.customer_id },
  });
  const as = await callerOf(stack, body.token);
  if (!as) throw new Error('no session');
  return { seller, benefit, sale, as };
};

const follow = async (as: Awaited<ReturnType<typeof holder>>['as'], url = stack.url) => {
  const leaving = new AbortController();
  const response = await fetch(`${url}${apiPath}/customer-portal/customers/stream`, {
    signal: leaving.signal,
    headers: { [passportHeader]: await stack.passport(as) },
  });
  const messages: Message[] = [];
  // From then on nothing is missed, or nothing comes.
  const followed = Promise.withResolvers<void>();
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      if (events.includes(': following')) followed.resolve();
      for (const event of events) if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)));
    }
  };
  const reading = read()
    .catch(() => undefined)
    .finally(followed.resolve);
  await followed.promise;
  return {
    response,
    messages,
    reading,
    until: (key: string) =>
      eventually(() => {
        const found = messages.find((message) => message.key === key);
        if (!found) throw new Error(`no ${key} yet`);
        return found;
      }),
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
};

describe('the stream of a customer', () => {
  it('tells of benefits, orders and invoices, and of nobody else’s', async () => {
    const [mine, other] = [await holder(), await holder()];
    const page = await follow(mine.as);
    expect(page.response.headers.get('content-type')).toBe('text/event-stream');
    await makePaper(stack, `/orders/${other.sale.order.id}/invoice`, other.seller.owner);
    await makePaper(stack, `/orders/${mine.sale.order.id}/invoice`, mine.seller.owner);
    expect((await page.until('order.invoice_generated')).payload).toEqual({ order_id: mine.sale.order.id });
    await stack.send('DELETE', `/benefits/${mine.benefit.id}`, { as: mine.seller.owner });
    expect((await page.until('benefit.revoked')).payload).toMatchObject({ benefit_id: mine.benefit.id });
    expect(JSON.stringify(page.messages)).not.toContain(other.sale.order.id);
    await page.leave();
    await eventually(() => expect(stack.billing.streams.taken()).toBe(0));
  });

  it('ends with its session, and is for customers alone', async () => {
    const { as, seller, sale } = await holder();
    const page = await follow(as);
    await stack.db.query('DELETE FROM customer_sessions WHERE id = $1', [as.sessionId]);
    broadcastCustomer(stack, sale.order.customer_id);
    await page.reading;
    const path = '/customer-portal/customers/stream';
    expect((await stack.send('GET', path, { as: seller.owner })).status).toBe(401);
    // A session that is gone is told nothing.
    const gone = await follow(customerOf(seller, sale.order.customer_id));
    await gone.reading;
    expect(gone.messages).toEqual([]);
  });
});

describe('the stream of a customer who changes their account in another tab', () => {
  const me = '/customer-portal/customers/me';

  it('tells of the profile', async () => {
    const { as, sale } = await holder();
    const page = await follow(as);
    const { status } = await stack.send('PATCH', me, { as, body: { name: 'Ada Lovelace' } });
    expect(status).toBe(200);
    expect((await page.until('customer.updated')).payload).toEqual({ customer_id: sale.order.customer_id });
    await page.leave();
  });

  it('tells of cards that are added, chosen and removed', async () => {
    const { as } = await holder();
    const add = async () => {
      const card = {
        confirmation_token_id: 'tok_success',
        set_default: false,
        return_url: 'https://a.example/',
      };
      return (await stack.send('POST', `${me}/payment-methods`, { as, body: card })).body.id;
    };
    const first = await add();
    const page = await follow(as);
    const second = await add();
    const changed = async (id: string) =>
      eventually(() => {
        const about = page.messages.filter(({ key }) => key === 'payment_method.updated');
        expect(about.map(({ payload }) => payload['payment_method_id'])).toContain(id);
      });
    await changed(second);
    await stack.send('PATCH', `${me}/payment-methods/${second}`, { as, body: { default: true } });
    await changed(first);
    await stack.send('DELETE', `${me}/payment-methods/${first}`, { as });
    expect((await page.until('payment_method.deleted')).payload).toEqual({ payment_method_id: first });
    await page.leave();
  });

  it('tells of devices that use their license key, and of what the seller changes of it', async () => {
    const seller = await makeSeller(stack);
    const { key, held, sale } = await buyKey(stack, seller, {
      properties: { activations: { limit: 2, enable_customer_admin: true } },
    });
    const { body } = await stack.send('POST', '/customer-sessions/', {
      as: seller.owner,
      body: { customer_id: sale.order.customer_id },
    });
    const as = await callerOf(stack, body.token);
    if (!as) throw new Error('no session');
    const page = await follow(as);
    const told = async (count: number) =>
      eventually(() =>
        expect(page.messages.filter(({ key: about }) => about === 'license_key.updated')).toEqual(
          Array(count).fill(expect.objectContaining({ payload: { license_key_id: key.id } })),
        ),
      );
    const portal = '/customer-portal/license-keys';
    const { body: device } = await stack.send('POST', `${portal}/activate`, {
      body: { ...held, label: 'A laptop' },
    });
    await told(1);
    await stack.send('POST', `${portal}/deactivate`, { body: { ...held, activation_id: device.id } });
    await told(2);
    await stack.send('PATCH', `/license-keys/${key.id}`, { as: seller.owner, body: { status: 'disabled' } });
    await told(3);
    await page.leave();
  });
});

describe('the stream of a customer who is credited', () => {
  it('tells that there is credit', async () => {
    const { as, seller, sale } = await holder();
    const page = await follow(as);
    const owner = { customerId: sale.order.customer_id, organizationId: seller.organizationId };
    await stack.db.transaction((em) =>
      addToBalance(em, { ...owner, currency: 'usd' }, { amount: 700, at: stack.clock.now() }),
    );
    broadcastCustomer(stack, owner.customerId);
    const { body } = await stack.send('GET', '/customer-portal/wallets/', { as });
    expect((await page.until('wallet.updated')).payload).toEqual({ wallet_id: body.items[0].id });
    await page.leave();
  });
});

describe('the streams of one session', () => {
  it('are read by one listener, are five at most, and leave nothing behind', async () => {
    let [listening, listened] = [0, 0];
    const onBroadcast: typeof stack.bus.onBroadcast = async (...args) => {
      listened += 1;
      listening += 1;
      const unsubscribe = await stack.bus.onBroadcast(...args);
      return () => {
        listening -= 1;
        unsubscribe();
      };
    };
    const { metrics, passports } = stack;
    const billing = { ...stack.billing, bus: { ...stack.bus, onBroadcast } };
    const url = await stack.serve(createBillingApp(billing, { metrics, passports, checkReplies: true }));
    const { as, sale, seller } = await holder();
    const pages = [await follow(as, url), await follow(as, url)];
    expect(listened).toBe(1);
    await makePaper(stack, `/orders/${sale.order.id}/invoice`, seller.owner);
    for (const page of pages) await page.until('order.invoice_generated');
    for (const _more of [3, 4, 5]) pages.push(await follow(as, url));
    const sixth = await fetch(`${url}${apiPath}/customer-portal/customers/stream`, {
      headers: { [passportHeader]: await stack.passport(as) },
    });
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '5']);
    await Promise.all(pages.map(({ leave }) => leave()));
    await eventually(() => expect([listening, stack.billing.streams.taken()]).toEqual([0, 0]));
  });
});

describe('all that is kept of a customer', () => {
  it('is handed to them as a file, whole', async () => {
    const { as, sale, benefit } = await holder();
    const path = '/customer-portal/customers/me/export';
    const reply = await stack.send('GET', path, { as });
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(reply.body).toMatchObject({
      customer: { id: sale.order.customer_id, email: sale.email },
      orders: [{ id: sale.order.id, invoice_number: sale.order.invoice_number }],
      subscriptions: [],
      benefit_grants: [{ benefit_id: benefit.id }],
    });
    expect((await stack.send('GET', path)).status).toBe(401);
    const typed = { ...as, scope: { checkoutId: sale.checkout.id } };
    expect((await stack.send('GET', path, { as: typed })).status).toBe(403);
  });
});
