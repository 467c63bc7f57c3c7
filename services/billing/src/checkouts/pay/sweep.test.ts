import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { freshEmail, openCheckout } from '../../../test/purchases.ts';
import { sweep } from './sweep.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

/** A free checkout that was confirmed and then forgotten, as by a crash. */
const cutOff = async (): Promise<string> => {
  const { checkout, path } = await openCheckout(stack, { product: { price: { amountType: 'free' } } });
  const { background } = stack.billing;
  stack.billing.background = { ...background, run: () => undefined };
  await stack.send('POST', `${path}/confirm`, { body: { customer_email: freshEmail() } });
  stack.billing.background = background;
  return checkout.id;
};

const statusOf = (id: string) => stack.db.query('SELECT status FROM checkouts WHERE id = $1', [id]);

describe('a sweep', () => {
  it('is not held up by a checkout that cannot be settled', async () => {
    const [before, broken, after] = [await cutOff(), await cutOff(), await cutOff()];
    await stack.db.query('UPDATE checkouts SET product_id = $2 WHERE id = $1', [broken, uuidv7()]);
    await sweep(stack.billing, 0);
    expect(await statusOf(before)).toEqual([{ status: 'succeeded' }]);
    expect(await statusOf(broken)).toEqual([{ status: 'confirmed' }]);
    expect(await statusOf(after)).toEqual([{ status: 'succeeded' }]);
    expect(stack.log.lines()).toContainEqual(
      expect.objectContaining({ msg: 'stuck checkout tried again later', checkoutId: broken }),
    );
  });
});
