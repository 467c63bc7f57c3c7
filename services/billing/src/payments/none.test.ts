import { type BillingStack, startBilling } from '../../test/factories.ts';
import { confirm, details, freshEmail, openCheckout, untilStatus } from '../../test/purchases.ts';
import { paymentsBy } from '../config.ts';

describe('paymentsBy', () => {
  it('takes the sandbox in development, and in production only when an option says so', () => {
    expect(paymentsBy({}, true)).toBe('sandbox');
    expect(paymentsBy({ sandbox: false }, true)).toBe('none');
    expect(paymentsBy({}, false)).toBe('none');
    expect(paymentsBy({ sandbox: true }, false)).toBe('test');
  });
});

describe('without a payment processor', () => {
  let stack: BillingStack;
  beforeAll(async () => {
    stack = await startBilling({ sandbox: false });
  });
  afterAll(() => stack.stop());

  it('says that nothing can be paid here, and leaves the checkout open', async () => {
    const { path } = await openCheckout(stack);
    const page = await stack.send('GET', path);
    expect(page.body.payment_processor_metadata).toEqual({ processor: 'none' });
    const reply = await confirm(stack, path, details(freshEmail()));
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toContain('This shop cannot take payments yet. Nothing was charged.');
    await untilStatus(stack, path, 'open');
  });

  it('hands over what is free', async () => {
    const { path } = await openCheckout(stack, { product: { price: { amountType: 'free' } } });
    const free = { ...details(freshEmail()), confirmation_token_id: undefined };
    expect((await confirm(stack, path, free)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
  });

  it('has no form for cards', async () => {
    const { checkout } = await openCheckout(stack);
    const body = { client_secret: checkout.client_secret, card: { number: '4242424242424242' } };
    expect((await stack.send('POST', '/sandbox/confirmation-tokens', { body })).status).toBe(404);
  });
});
