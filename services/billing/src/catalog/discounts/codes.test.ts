import { type BillingStack, makeDiscount, makeSeller, startBilling } from '../../../test/factories.ts';
import { confirm, openCheckout } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const shop = async () => {
  const seller = await makeSeller(stack);
  const discount = await makeDiscount(stack, { organizationId: seller.organizationId });
  const path = `/discounts/${discount.id}/codes`;
  const make = (body: object) => stack.send('POST', path, { as: seller.owner, body });
  return { seller, discount, path, make };
};

describe('codes of a discount', () => {
  it('are made a thousand at once, all different, and come out as CSV', async () => {
    const { seller, discount, path, make } = await shop();
    const made = await make({ count: 1000, prefix: 'VIP' });
    expect([made.status, made.body.items.length]).toEqual([201, 1000]);
    const codes: string[] = made.body.items.map(({ code }: { code: string }) => code);
    expect(new Set(codes).size).toBe(1000);
    expect(codes.every((code) => /^VIP[A-HJ-NP-Z2-9]{10}$/.test(code))).toBe(true);
    expect((await make({ count: 1 })).body.items[0].discount_id).toBe(discount.id);

    const used = await openCheckout(stack, { seller });
    const entered = await stack.send('PATCH', used.path, {
      body: { discount_code: codes[7]?.toLowerCase() },
    });
    expect(entered.body).toMatchObject({ discount_amount: 200, discount: { code: codes[7] } });
    expect((await confirm(stack, used.path)).status).toBe(200);

    const csv = await stack.send('GET', `${path}/export`, { as: seller.owner });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    const lines = csv.text.split('\r\n');
    expect([lines.length, lines[0]]).toEqual([1003, 'code,redeemed_at,checkout_id']);
    expect(lines.slice(1, 1001).map((line) => line.split(',')[0])).toEqual(codes);
    expect(lines[8]).toBe(`${codes[7]},${stack.clock.now().toISOString()},${used.checkout.id}`);

    const page = async (query: string) =>
      (await stack.send('GET', `${path}?${query}`, { as: seller.owner })).body;
    expect((await page('limit=1')).pagination).toEqual({ total_count: 1001, max_page: 1001 });
    expect((await page('page=2000&limit=1')).pagination.total_count).toBe(1001);
    expect((await page('is_redeemed=true')).items).toMatchObject([
      { code: codes[7], checkout_id: used.checkout.id },
    ]);
    expect((await page('is_redeemed=false')).pagination.total_count).toBe(1000);
  });

  it('are free again when the payment fails, and of no use once the discount is deleted', async () => {
    const { seller, discount, make } = await shop();
    const [{ code }] = (await make({ count: 1 })).body.items;
    const { path } = await openCheckout(stack, { seller });
    await stack.send('PATCH', path, { body: { discount_code: code } });
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_declined' })).status).toBe(400);
    const other = await openCheckout(stack, { seller });
    expect((await stack.send('PATCH', other.path, { body: { discount_code: code } })).status).toBe(200);
    await stack.send('DELETE', `/discounts/${discount.id}`, { as: seller.owner });
    const third = await openCheckout(stack, { seller });
    expect((await stack.send('PATCH', third.path, { body: { discount_code: code } })).status).toBe(422);
  });

  it('cannot be taken by another discount', async () => {
    const { seller, make } = await shop();
    const [{ code }] = (await make({ count: 1 })).body.items;
    const body = { type: 'percentage', basis_points: 1, duration: 'once', name: 'Mine', code };
    const reply = await stack.send('POST', '/discounts/', {
      as: seller.owner,
      body: { ...body, organization_id: seller.organizationId },
    });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'code']]);
  });

  it('are for those who may manage the organization', async () => {
    const { seller, path, make } = await shop();
    const stranger = await makeSeller(stack);
    const body = { count: 1 };
    expect((await stack.send('POST', path, { as: seller.member, body })).status).toBe(403);
    expect((await stack.send('POST', path, { as: stranger.owner, body })).status).toBe(404);
    for (const read of [path, `${path}/export`])
      expect((await stack.send('GET', read, { as: stranger.owner })).status).toBe(404);
    for (const wrong of [{}, { count: 0 }, { count: 1001 }, { count: 1, prefix: 'a-b' }])
      expect((await make(wrong)).status).toBe(422);
  });
});
