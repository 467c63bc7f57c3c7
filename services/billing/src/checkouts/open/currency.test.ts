import {
  type BillingStack,
  makeDiscount,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { polarAs } from '../../../test/polar.ts';
import { address, confirm, freshEmail, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

const fixed = (price_currency: string, price_amount: number) => ({
  amount_type: 'fixed',
  price_amount,
  price_currency,
});
const threePrices = [fixed('usd', 2000), fixed('eur', 1900), fixed('jpy', 3000)];
const send = async (method: string, path: string, body: object): Promise<Body> => {
  const reply = await stack.send(method, path, { as: seller.owner, body });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body;
};
const sell = (prices: object[] = threePrices, body: object = {}): Promise<Body> =>
  send('POST', '/products/', {
    name: 'A product',
    recurring_interval: null,
    prices,
    organization_id: seller.organizationId,
    ...body,
  });
const open = async (body: object = {}, product?: Body): Promise<Body> =>
  send('POST', '/checkouts/', { products: [(product ?? (await sell())).id], ...body });
const asCustomer = (checkout: Body, body: object) =>
  stack.send('PATCH', `/checkouts/client/${checkout.client_secret}`, { body });
const facts = ({ currency, amount, product_price: price }: Body) => [currency, amount, price.price_currency];

describe('a product with prices in several currencies', () => {
  it('is made, shown and changed, also by a client that knows one currency', async () => {
    const polar = await polarAs(stack, seller.owner);
    const made = await polar.products.create({
      name: 'Everywhere',
      recurringInterval: null,
      organizationId: seller.organizationId,
      prices: [
        { amountType: 'fixed', priceAmount: 2000 },
        { amountType: 'fixed', priceAmount: 3000, priceCurrency: 'jpy' },
      ],
    });
    expect(made.prices).toMatchObject([
      { priceAmount: 2000, priceCurrency: 'usd' },
      { priceAmount: 3000, priceCurrency: 'jpy' },
    ]);
    const [dollars] = made.prices;
    const changed = await polar.products.update({
      id: made.id,
      productUpdate: {
        prices: [{ id: dollars?.id ?? '' }, { amountType: 'fixed', priceAmount: 1500, priceCurrency: 'gbp' }],
      },
    });
    expect(changed.prices).toMatchObject([{ id: dollars?.id }, { priceAmount: 1500, priceCurrency: 'gbp' }]);
    expect((await polar.checkouts.create({ products: [made.id] })).currency).toBe('usd');
  });

  it('is refused with two prices in one of them, or less than cards are charged there', async () => {
    const refused = async (prices: object[]) => {
      const body = {
        name: 'A product',
        recurring_interval: null,
        prices,
        organization_id: seller.organizationId,
      };
      const reply = await stack.send('POST', '/products/', { as: seller.owner, body });
      return [reply.status, reply.body.detail?.[0]?.loc];
    };
    expect(await refused([fixed('eur', 100), fixed('eur', 200)])).toEqual([422, ['body', 'prices', 1]]);
    expect(await refused([fixed('krw', 699)])).toEqual([422, ['body', 'prices', 0, 'price_amount']]);
    expect(await refused([fixed('kwd', 10_000)])).toEqual([422, ['body', 'prices', 0, 'price_currency']]);
  });
});

describe('the currency of a checkout', () => {
  it('is the dollar, unless the seller says otherwise', async () => {
    const product = await sell();
    expect(facts(await open({}, product))).toEqual(['usd', 2000, 'usd']);
    expect(facts(await open({ currency: 'jpy' }, product))).toEqual(['jpy', 3000, 'jpy']);
    expect(facts(await open({ locale: 'de-AT' }, product))).toEqual(['eur', 1900, 'eur']);
    expect(facts(await open({ customer_billing_address: { country: 'JP' } }, product))).toEqual([
      'jpy',
      3000,
      'jpy',
    ]);
    const refused = await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [product.id], currency: 'gbp' },
    });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'currency']]);
    expect(facts(await open({}, await sell([fixed('jpy', 500)])))).toEqual(['jpy', 500, 'jpy']);
  });

  it('is that of the visitor’s language, or of a link’s query', async () => {
    const product = await sell();
    const visit = async (path: string, languages: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${stack.url}/api/billing/v1${path}`, {
        redirect: 'manual',
        ...init,
        headers: { 'accept-language': languages, 'content-type': 'application/json' },
      });
    const body = JSON.stringify({ product_id: product.id });
    const made = await visit('/checkouts/client/', 'nl-NL,en;q=0.5', { method: 'POST', body });
    expect(facts(await made.json())).toEqual(['eur', 1900, 'eur']);
    const link = await send('POST', '/checkout-links/', {
      payment_processor: 'stripe',
      products: [product.id],
    });
    const opened = async (query: string, languages: string) => {
      const to = await visit(`/checkout-links/${link.client_secret}/redirect${query}`, languages);
      const secret = new URL(to.headers.get('location') ?? '').pathname.split('/').at(-1);
      return facts((await stack.send('GET', `/checkouts/client/${secret}`)).body);
    };
    expect(await opened('', 'fr')).toEqual(['eur', 1900, 'eur']);
    expect(await opened('?currency=JPY', 'fr')).toEqual(['jpy', 3000, 'jpy']);
    expect(await opened('?currency=gbp', 'en')).toEqual(['usd', 2000, 'usd']);
  });

  it('follows the country until somebody chooses one', async () => {
    const checkout = await open();
    const inCountry = async (country: string) =>
      facts((await asCustomer(checkout, { customer_billing_address: { country } })).body);
    expect(await inCountry('FR')).toEqual(['eur', 1900, 'eur']);
    expect(await inCountry('GB')).toEqual(['usd', 2000, 'usd']);
    expect(facts((await asCustomer(checkout, { currency: 'jpy' })).body)).toEqual(['jpy', 3000, 'jpy']);
    expect(await inCountry('FR')).toEqual(['jpy', 3000, 'jpy']);
    const refused = await asCustomer(checkout, { currency: 'gbp' });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'currency']]);
    expect((await asCustomer(checkout, { currency: 'xxx' })).status).toBe(422);
  });

  it('stays where another product has a price in it', async () => {
    const [first, second, third] = [
      await sell(),
      await sell([fixed('eur', 900), fixed('usd', 1000)]),
      await sell([fixed('usd', 700)]),
    ];
    const checkout = await send('POST', '/checkouts/', {
      products: [first.id, second.id, third.id],
      currency: 'eur',
    });
    const choose = async (product: Body) =>
      facts((await asCustomer(checkout, { product_id: product.id })).body);
    expect(await choose(second)).toEqual(['eur', 900, 'eur']);
    expect(await choose(third)).toEqual(['usd', 700, 'usd']);
  });

  it('begins an amount anew that the customer has named', async () => {
    const custom = (price_currency: string, preset_amount: number) => ({
      amount_type: 'custom',
      price_currency,
      preset_amount,
    });
    const checkout = await open({ amount: 5000 }, await sell([custom('usd', 2000), custom('eur', 1800)]));
    expect(checkout.amount).toBe(5000);
    expect(facts((await asCustomer(checkout, { currency: 'eur' })).body)).toEqual(['eur', 1800, 'eur']);
  });

  it('takes no amount that no card is charged, and suggests none', async () => {
    const product = await sell([{ amount_type: 'custom', price_currency: 'huf' }]);
    const checkout = await open({}, product);
    expect([checkout.amount, checkout.is_payment_required]).toEqual([17_500, true]);
    const refused = await asCustomer(checkout, { amount: 17_499 });
    expect([refused.status, refused.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'amount'], type: 'greater_than_equal', ctx: { ge: 17_500 } },
    ]);
  });
});

describe('a discount of a set amount', () => {
  it('is for its own currency alone, and goes with it', async () => {
    const { organizationId } = seller;
    const code = `OFF${Date.now()}`;
    await makeDiscount(stack, { organizationId, type: 'fixed', amount: 500, currency: 'eur', code });
    const checkout = await open();
    const refused = await asCustomer(checkout, { discount_code: code });
    expect(refused.body.detail[0]).toMatchObject({
      loc: ['body', 'discount_code'],
      msg: 'The discount does not apply to this currency.',
    });
    const { body } = await asCustomer(checkout, { currency: 'eur', discount_code: code });
    expect([body.discount_amount, body.net_amount]).toEqual([500, 1400]);
    const back = (await asCustomer(checkout, { currency: 'usd' })).body;
    expect([back.discount, back.discount_amount, back.net_amount]).toEqual([null, 0, 2000]);
  });

  describe('named by the seller', () => {
    let off: { dollars: Body; euros: Body };
    beforeAll(async () => {
      const terms = { organizationId: seller.organizationId, type: 'fixed' as const, amount: 500 };
      const [dollars, euros] = [
        { ...terms, currency: 'usd' },
        { ...terms, currency: 'eur' },
      ];
      off = { dollars: await makeDiscount(stack, dollars), euros: await makeDiscount(stack, euros) };
    });
    const inCountry = (country: string) => ({ customer_billing_address: { country } });
    const seen = ({ currency, discount_amount, customer_billing_address: where }: Body) => [
      currency,
      discount_amount,
      where?.country,
    ];
    const refusal = async (body: object, products?: string[]) => {
      const reply = await stack.send('POST', '/checkouts/', {
        as: seller.owner,
        body: { products: products ?? [(await sell()).id], ...body },
      });
      return [reply.status, reply.body.detail?.[0]?.loc, reply.body.detail?.[0]?.msg];
    };
    const elsewhere = [422, ['body', 'discount_id'], 'The discount does not apply to this currency.'];
    const asSeller = (checkout: Body, body: object) => send('PATCH', `/checkouts/${checkout.id}`, body);

    it('decides the currency, wherever the address is', async () => {
      const inDollars = { discount_id: off.dollars.id };
      expect(seen(await open(inDollars))).toEqual(['usd', 500, undefined]);
      expect(seen(await open({ ...inDollars, ...inCountry('DE') }))).toEqual(['usd', 500, 'DE']);
      expect(seen(await open({ discount_id: off.euros.id }))).toEqual(['eur', 500, undefined]);
      expect(seen(await open({ discount_id: off.euros.id, ...inCountry('JP') }))).toEqual(['eur', 500, 'JP']);
      const email = freshEmail();
      const customer = { email, organization_id: seller.organizationId };
      const billing_address = { country: 'DE' };
      const { id: customer_id } = await send('POST', '/customers/', { ...customer, billing_address });
      expect(seen(await open({ customer_id }))).toEqual(['eur', 0, 'DE']);
      expect(seen(await open({ customer_id, ...inDollars }))).toEqual(['usd', 500, 'DE']);
    });

    it('is refused beside another currency or price that is named, and where nothing is sold in its own', async () => {
      const product = await sell();
      const price = product.prices.find((it: Body) => it.price_currency === 'usd');
      const euros = { discount_id: off.euros.id };
      expect(await refusal({ ...euros, currency: 'usd' })).toEqual(elsewhere);
      expect(await refusal({ ...euros, products: undefined, product_price_id: price.id })).toEqual(elsewhere);
      const { id } = await sell([fixed('usd', 2000), fixed('jpy', 3000)]);
      expect(await refusal(euros, [id])).toEqual(elsewhere);
      expect(await refusal({ ...euros, ...inCountry('JP') }, [id])).toEqual(elsewhere);
    });

    it('does so in an update, beside an address or not', async () => {
      const euros = { discount_id: off.euros.id };
      expect(seen(await asSeller(await open(), euros))).toEqual(['eur', 500, undefined]);
      const checkout = await open(inCountry('JP'));
      expect(seen(checkout)).toEqual(['jpy', 0, 'JP']);
      expect(seen(await asSeller(checkout, { ...euros, ...inCountry('US') }))).toEqual(['eur', 500, 'US']);
      expect(seen(await asSeller(checkout, inCountry('JP')))).toEqual(['eur', 500, 'JP']);
      expect(seen(await asSeller(checkout, { discount_id: null, ...inCountry('US') }))).toEqual([
        'usd',
        0,
        'US',
      ]);
    });

    it('keeps it where the buyer moves, and goes where the buyer chooses another', async () => {
      const checkout = await open({ discount_id: off.dollars.id, ...inCountry('US') });
      for (const country of ['DE', 'JP'])
        expect(seen((await asCustomer(checkout, inCountry(country))).body)).toEqual(['usd', 500, country]);
      const { body } = await asCustomer(checkout, { currency: 'eur' });
      expect(seen(body)).toEqual(['eur', 0, 'JP']);
    });

    it('is paid, from whatever country', async () => {
      const checkout = await open({ discount_id: off.dollars.id });
      const path = `/checkouts/client/${checkout.client_secret}`;
      const where = { customer_email: freshEmail(), customer_billing_address: { country: 'DE' } };
      const { status, body } = await confirm(stack, path, where);
      expect([status, body.currency, body.discount_amount, body.net_amount]).toEqual([200, 'usd', 500, 1500]);
    });

    it('is taken off by a link, wherever the visitor is', async () => {
      const custom = (price_currency: string, preset_amount: number) => ({
        ...{ amount_type: 'custom', price_currency, preset_amount },
      });
      const linkOf = async (prices?: object[]) =>
        (
          await send('POST', '/checkout-links/', {
            payment_processor: 'stripe',
            products: [(await sell(prices)).id],
            discount_id: off.dollars.id,
          })
        ).client_secret;
      const visit = async (secret: string, query = '') => {
        const to = await fetch(`${stack.url}/api/billing/v1/checkout-links/${secret}/redirect${query}`, {
          redirect: 'manual',
          headers: { 'x-forwarded-for': '193.99.144.80' },
        });
        const opened = new URL(to.headers.get('location') ?? '').pathname.split('/').at(-1);
        return (await stack.send('GET', `/checkouts/client/${opened}`)).body;
      };
      const link = await linkOf();
      expect(seen(await visit(link))).toEqual(['usd', 500, 'DE']);
      expect(seen(await visit(link, '?currency=eur'))).toEqual(['eur', 0, 'DE']);
      const { code } = await makeDiscount(stack, {
        ...{ organizationId: seller.organizationId, type: 'fixed', amount: 300, currency: 'jpy' },
        code: `YEN${Date.now()}`,
      });
      expect(seen(await visit(link, `?discount_code=${code}`))).toEqual(['jpy', 300, 'DE']);
      expect(seen(await visit(link, `?discount_code=${code}&currency=usd`))).toEqual(['usd', 500, 'DE']);
      expect(seen(await visit(await linkOf([fixed('eur', 1900)])))).toEqual(['eur', 0, 'DE']);
      const chosen = await visit(await linkOf([custom('usd', 2000), custom('eur', 1800)]), '?amount=7000');
      expect([...seen(chosen), chosen.amount]).toEqual(['usd', 500, 'DE', 7000]);
    });
  });

  it('typed by the buyer keeps its currency too, and brings no other', async () => {
    const code = `KEPT${Date.now()}`;
    const { organizationId } = seller;
    await makeDiscount(stack, { organizationId, type: 'fixed', amount: 500, currency: 'usd', code });
    const german = { customer_billing_address: { country: 'DE' } };
    const checkout = await open();
    const { body } = await asCustomer(checkout, { discount_code: code, ...german });
    expect([body.currency, body.discount_amount]).toEqual(['usd', 500]);
    const refused = await asCustomer(await open(german), { discount_code: code });
    expect([refused.status, refused.body.detail[0].msg]).toEqual([
      422,
      'The discount does not apply to this currency.',
    ]);
  });

  it('is taken off in yen, without decimals', async () => {
    const made = await send('POST', '/discounts/', {
      name: 'Yen off',
      type: 'fixed',
      amount: 1234,
      currency: 'jpy',
      duration: 'once',
      organization_id: seller.organizationId,
    });
    expect(made).toMatchObject({ amount: 1234, currency: 'jpy' });
    const checkout = await open({ currency: 'jpy', discount_id: made.id });
    expect([checkout.discount_amount, checkout.total_amount]).toEqual([1234, 1766]);
  });
});

describe('what is bought in a currency', () => {
  it('is paid, ordered, refunded and exported in it', async () => {
    const checkout = await open({ currency: 'jpy' });
    const path = `/checkouts/client/${checkout.client_secret}`;
    const confirmed = await confirm(stack, path, {
      customer_email: freshEmail(),
      customer_billing_address: address,
    });
    expect(confirmed.status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const get = async (what: string) => (await stack.send('GET', what, { as: seller.owner })).body;
    const [order] = (await get(`/orders/?checkout_id=${checkout.id}`)).items;
    expect(order).toMatchObject({ currency: 'jpy', total_amount: 3000, items: [{ amount: 3000 }] });
    const [payment] = (await get(`/payments/?checkout_id=${checkout.id}`)).items;
    expect(payment).toMatchObject({ currency: 'jpy', amount: 3000 });
    const refund = await send('POST', '/refunds/', { order_id: order.id, reason: 'other', amount: 1000 });
    expect(refund).toMatchObject({ currency: 'jpy', amount: 1000 });
    const { text } = await stack.send('GET', '/orders/export', { as: seller.owner });
    expect(text).toContain(',jpy,3000,0,3000,0,3000,0,3000,1000,0');
  });
});
