/** What somebody who buys may say of themselves, and what they are shown. */
import { type BillingStack, makeSeller, startBilling } from '../../../test/factories.ts';
import { confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const bounded = {
  price: { amountType: 'custom' as const, minimumAmount: 500, maximumAmount: 2000, presetAmount: 900 },
};

describe('an amount that the buyer names', () => {
  it.each([
    [499, 'greater_than_equal', { ge: 500 }],
    [2001, 'less_than_equal', { le: 2000 }],
    [49, 'greater_than_equal', { ge: 50 }],
    [100_000_000, 'less_than_equal', { le: 99_999_999 }],
  ])('of %i is refused with the bound that it passes', async (amount, type, ctx) => {
    const { path } = await openCheckout(stack, { product: bounded });
    const reply = await stack.send('PATCH', path, { body: { amount } });
    expect([reply.status, reply.body.detail]).toEqual([
      422,
      [{ loc: ['body', 'amount'], msg: expect.any(String), type, ctx }],
    ]);
    expect((await stack.send('GET', path)).body.amount).toBe(900);
  });

  it('is taken at both bounds', async () => {
    const { path } = await openCheckout(stack, { product: bounded });
    for (const amount of [500, 2000])
      expect((await stack.send('PATCH', path, { body: { amount } })).body).toMatchObject({
        amount,
        net_amount: amount,
        total_amount: amount,
      });
  });
});

describe('the address of a buyer', () => {
  const at = (country: string, rest: object = {}) => ({ customer_billing_address: { country, ...rest } });

  it('is asked for as its country needs it', async () => {
    const { path } = await openCheckout(stack);
    const asked = async (body: object) =>
      (await stack.send('PATCH', path, { body })).body.customer_billing_address_fields;
    const nothing = {
      country: true,
      state: false,
      line1: false,
      line2: false,
      city: false,
      postal_code: false,
    };
    const all = { country: true, state: true, line1: true, line2: true, city: true, postal_code: true };
    expect(await asked(at('FR'))).toEqual(nothing);
    expect(await asked(at('CA'))).toEqual({ ...nothing, state: true });
    expect(await asked(at('US'))).toEqual(all);
    expect(await asked({ ...at('FR'), is_business_customer: true })).toEqual(all);
  });

  it('has a state and a postal code that its country has', async () => {
    const { path } = await openCheckout(stack);
    const change = (body: object) => stack.send('PATCH', path, { body });
    const kept = await change(at('US', { state: 'ca', postal_code: '94107' }));
    expect(kept.body.customer_billing_address).toMatchObject({ state: 'US-CA', postal_code: '94107' });
    const japan = await change(at('JP', { postal_code: '1000001' }));
    expect(japan.body.customer_billing_address.postal_code).toBe('100-0001');
    for (const [body, field] of [
      [at('US', { postal_code: '1234' }), 'postal_code'],
      [at('CA', { state: 'CA' }), 'state'],
    ] as const) {
      const refused = await change(body);
      expect([refused.status, refused.body.detail[0].loc]).toEqual([
        422,
        ['body', 'customer_billing_address', field],
      ]);
    }
  });

  it('is taken from its seller as it is', async () => {
    const { checkout } = await openCheckout(stack, { body: at('US', { postal_code: 'unknown' }) });
    expect(checkout.customer_billing_address.postal_code).toBe('unknown');
    expect(checkout.require_billing_address).toBe(true);
  });

  it('of a business is complete, with a name to bill and the tax id of its country', async () => {
    const { path } = await openCheckout(stack);
    const bare = await confirm(stack, path, { is_business_customer: true, ...at('DE') });
    expect(bare.body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))).toEqual([
      'customer_billing_name',
      'customer_billing_address.line1',
      'customer_billing_address.city',
      'customer_billing_address.postal_code',
    ]);
    const business = {
      is_business_customer: true,
      customer_billing_name: 'Acme GmbH',
      ...at('DE', { line1: 'Weg 1', city: 'Berlin', postal_code: '10115' }),
    };
    const wrong = await stack.send('PATCH', path, { body: { ...business, customer_tax_id: 'DE1' } });
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'customer_tax_id']]);
    const bought = await confirm(stack, path, { ...business, customer_tax_id: 'DE136695976' });
    expect([bought.status, bought.body.customer_tax_id]).toEqual([200, 'DE136695976']);
  });

  it('moves to another country without a tax id that is none there; a seller is told', async () => {
    const { path, checkout, seller } = await openCheckout(stack);
    const change = (body: object) => stack.send('PATCH', path, { body });
    const bySeller = (body: object) =>
      stack.send('PATCH', `/checkouts/${checkout.id}`, { as: seller.owner, body });
    await change({ ...at('DE'), customer_tax_id: 'DE136695976' });
    const refused = await bySeller(at('US'));
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'customer_tax_id']]);
    expect((await change(at('DE', { city: 'Berlin' }))).body.customer_tax_id).toBe('DE136695976');
    expect((await bySeller({ ...at('US'), customer_tax_id: null })).body).toMatchObject({
      customer_tax_id: null,
      customer_billing_address: { country: 'US' },
    });
    await change({ ...at('DE'), customer_tax_id: 'DE136695976' });
    const moved = await change(at('FR'));
    expect([moved.status, moved.body.customer_tax_id]).toEqual([200, null]);
  });
});

describe('what a buyer leaves blank', () => {
  it('is nothing, and a name of blanks is none to pay with', async () => {
    const { path } = await openCheckout(stack);
    const blank = { customer_name: ' ', customer_billing_name: '', customer_tax_id: ' ' };
    expect((await stack.send('PATCH', path, { body: blank })).body).toMatchObject({
      customer_name: null,
      customer_billing_name: null,
      customer_tax_id: null,
    });
    const refused = await confirm(stack, path, { customer_name: '  ' });
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'customer_name'], type: 'missing' }]);
    const named = await stack.send('PATCH', path, { body: { customer_name: ' Grace Hopper ' } });
    expect(named.body.customer_name).toBe('Grace Hopper');
  });
});

describe('the language of a buyer', () => {
  it('is what the seller, and then the buyer says, and stays with the checkout', async () => {
    const { path, checkout, seller } = await openCheckout(stack, { body: { locale: 'fr' } });
    expect(checkout.locale).toBe('fr');
    expect((await stack.send('PATCH', path, { body: { customer_name: 'Grace' } })).body.locale).toBe('fr');
    expect((await confirm(stack, path, { locale: 'pt-BR' })).body.locale).toBe('pt-BR');
    await untilStatus(stack, path, 'succeeded');
    const kept = await stack.send('GET', `/checkouts/${checkout.id}`, { as: seller.owner });
    expect(kept.body.locale).toBe('pt-BR');
  });

  it.each(['german please', 'd', '../de', 7])('is not %p', async (locale) => {
    const { path } = await openCheckout(stack);
    const reply = await stack.send('PATCH', path, { body: { locale } });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'locale']]);
  });
});

describe('what a buyer is shown', () => {
  it('is what the seller asks, in words of one line as safe HTML', async () => {
    const seller = await makeSeller(stack);
    const properties = {
      form_label: '# I accept the [terms](https://acme.example/terms) <b>',
      form_help_text: '1. **Read** them [first](javascript:alert(1))\n\n- twice',
    };
    const asked = { organization_id: seller.organizationId, type: 'checkbox', slug: 'terms', name: 'Terms' };
    const { body: worded } = await stack.send('POST', '/custom-fields/', {
      as: seller.owner,
      body: { ...asked, properties },
    });
    const { body: plain } = await stack.send('POST', '/custom-fields/', {
      as: seller.owner,
      body: { ...asked, slug: 'plain', name: '*Plain*', properties: {} },
    });
    const attachedCustomFields = [worded, plain].map(({ id }) => ({ id, required: false }));
    const { path } = await openCheckout(stack, { seller, product: { attachedCustomFields } });
    const { body } = await stack.send('GET', path);
    expect(body.attached_custom_fields[0].custom_field.properties).toEqual(properties);
    expect(body.custom_field_words).toEqual([
      {
        custom_field_id: worded.id,
        label_html:
          '# I accept the <a target="_blank" rel="noopener noreferrer nofollow" href="https://acme.example/terms">terms</a> &lt;b&gt;',
        help_text_html:
          '1. <strong>Read</strong> them <a target="_blank" rel="noopener noreferrer nofollow">first</a><br />- twice',
      },
      { custom_field_id: plain.id, label_html: null, help_text_html: null },
    ]);
  });

  it('is the description as safe HTML, and the seller as they want to be seen', async () => {
    const seller = await makeSeller(stack, {
      website: 'https://acme.example',
      brandSettings: { accentColor: '#aa2200' },
    });
    const { path } = await openCheckout(stack, {
      seller,
      product: { description: 'Learn **fast** <script>alert(1)</script>' },
    });
    const { body } = await stack.send('GET', path);
    expect(body.product_description_html).toBe(
      '<p>Learn <strong>fast</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
    expect(body.organization).toMatchObject({
      website: 'https://acme.example',
      brand_settings: { accent_color: '#aa2200' },
    });
  });
});
