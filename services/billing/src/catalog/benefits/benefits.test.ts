import {
  benefitCreated,
  benefitGrantRevoked,
  benefitUpdated,
  productUpdated,
} from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { grantBenefits } from '../../entitlements/granting/changes.ts';
import { BenefitEntity } from './entity.ts';

let stack: BillingStack;
let seller: Seller;
let stranger: Seller;

beforeAll(async () => {
  stack = await startBilling();
});

beforeEach(async () => {
  seller = await makeSeller(stack);
  stranger = await makeSeller(stack);
});

afterAll(() => stack.stop());

const thanks = (changes: object = {}) => ({
  organization_id: seller.organizationId,
  type: 'custom',
  description: 'Our thanks',
  properties: { note: 'Thank you' },
  ...changes,
});

describe('createBenefit', () => {
  it('answers every documented key, keeps the row and emits what it answered', async () => {
    const { status, body } = await stack.send('POST', '/benefits/', {
      as: seller.owner,
      body: thanks({ metadata: { innerName: 'x' } }),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created_at: '2026-01-15T12:00:00.000Z',
      modified_at: null,
      type: 'custom',
      description: 'Our thanks',
      selectable: true,
      deletable: true,
      organization_id: seller.organizationId,
      metadata: { innerName: 'x' },
      properties: { note: 'Thank you' },
    });
    expect(await stack.db.manager.findOneByOrFail(BenefitEntity, { id: body.id })).toMatchObject({
      organizationId: seller.organizationId,
      properties: { note: 'Thank you' },
    });
    const event = await stack.events.next(benefitCreated, ({ benefitId }) => benefitId === body.id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });

  it.each([
    [
      'a type that is not offered',
      { type: 'discord', properties: { guild_token: 'token', role_id: '1' } },
      'body.type',
    ],
    ['no type', { type: undefined }, 'body.type'],
    ['a short description', { description: 'ab' }, 'body.description'],
    ['a blank description', { description: '    ' }, 'body.description'],
    ['a long description', { description: 'a'.repeat(43) }, 'body.description'],
    ['no properties', { properties: undefined }, 'body.properties'],
    ['a note that is no text', { properties: { note: 1 } }, 'body.properties.note'],
    ['no organization', { organization_id: undefined }, 'body.organization_id'],
  ])('refuses %s with a 422 that names the field', async (_what, changes, loc) => {
    const { status, body } = await stack.send('POST', '/benefits', {
      as: seller.owner,
      body: thanks(changes),
    });
    expect(status).toBe(422);
    expect(body.detail[0].loc.join('.')).toBe(loc);
  });
});

describe('the border around benefits', () => {
  it('shows nothing to another organization, by session or by token', async () => {
    const { id } = await makeBenefit(stack, { organizationId: seller.organizationId });
    for (const as of [stranger.owner, tokenOf(stranger.organizationId, 'benefits:write')]) {
      const replies = [
        await stack.send('GET', `/benefits/${id}`, { as }),
        await stack.send('PATCH', `/benefits/${id}`, { as, body: { type: 'custom', description: 'Mine' } }),
        await stack.send('DELETE', `/benefits/${id}`, { as }),
        await stack.send('GET', `/benefits/${id}/grants`, { as }),
      ];
      expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
        replies.map(() => [404, 'ResourceNotFound']),
      );
      const list = await stack.send('GET', `/benefits?organization_id=${seller.organizationId}`, { as });
      expect(list.body.items).toEqual([]);
    }
    expect(await stack.db.manager.findOneByOrFail(BenefitEntity, { id })).toMatchObject({
      description: 'A benefit',
      deletedAt: null,
    });
  });

  it('asks a token for its scope, a member for the right to manage, and anyone for who they are', async () => {
    const { id } = await makeBenefit(stack, { organizationId: seller.organizationId });
    const reader = tokenOf(seller.organizationId, 'benefits:read');
    expect((await stack.send('GET', `/benefits/${id}`, { as: reader })).status).toBe(200);
    const refused = await stack.send('DELETE', `/benefits/${id}`, { as: reader });
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
    const member = await stack.send('DELETE', `/benefits/${id}`, { as: seller.member });
    expect([member.status, member.body.error]).toEqual([403, 'NotPermitted']);
    expect((await stack.send('GET', `/benefits/${id}`)).status).toBe(401);
  });
});

describe('updateBenefit', () => {
  it('changes what is given and emits it', async () => {
    const { id } = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { status, body } = await stack.send('PATCH', `/benefits/${id}`, {
      as: seller.owner,
      body: { type: 'custom', description: 'Better', properties: { note: null } },
    });
    expect([status, body.description, body.properties]).toEqual([200, 'Better', { note: null }]);
    const event = await stack.events.next(benefitUpdated, ({ benefitId }) => benefitId === id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
    const kept = await stack.send('PATCH', `/benefits/${id}`, {
      as: seller.owner,
      body: { type: 'custom', description: null, properties: null },
    });
    expect(kept.body).toMatchObject({ description: 'Better', properties: { note: null } });
  });

  it('refuses a type that is not the stored one', async () => {
    const { id } = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { status, body } = await stack.send('PATCH', `/benefits/${id}`, {
      as: seller.owner,
      body: { type: 'license_keys' },
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'type']]);
  });
});

describe('deleteBenefit', () => {
  it('takes it off its products and from whoever has it', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId });
    const product = await makeProduct(stack, { organizationId, benefits: [benefit] });
    const customer = await makeCustomer(stack, { organizationId });
    const scope = { orderId: benefit.id };
    await stack.db.transaction((em) =>
      grantBenefits(em, stack.clock.now(), { customer, benefits: [benefit], scope }),
    );
    const { status, text } = await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner });
    expect([status, text]).toEqual([204, '']);
    expect((await stack.send('GET', `/benefits/${benefit.id}`, { as: seller.owner })).status).toBe(404);
    const left = await stack.send('GET', `/products/${product.id}`, { as: seller.owner });
    expect(left.body.benefits).toEqual([]);
    await stack.events.next(benefitUpdated, ({ benefitId }) => benefitId === benefit.id);
    await stack.events.next(productUpdated, ({ productId }) => productId === product.id);
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    expect((await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner })).status).toBe(404);
  });

  it('keeps one that must not be deleted', async () => {
    const { id } = await makeBenefit(stack, { organizationId: seller.organizationId, deletable: false });
    const { status, body } = await stack.send('DELETE', `/benefits/${id}`, { as: seller.owner });
    expect([status, body.error]).toEqual([403, 'NotPermitted']);
  });
});

describe('listBenefits', () => {
  it('filters, sorts and pages', async () => {
    const { organizationId } = seller;
    await makeBenefit(stack, { organizationId, description: 'Alpha', metadata: { plan: 'pro' } });
    await makeBenefit(stack, { organizationId, description: 'Beta_1' });
    await makeBenefit(stack, { organizationId, description: 'Gone', deletedAt: new Date() });
    const found = async (query: string) => {
      const { body } = await stack.send('GET', `/benefits/?${query}`, { as: seller.owner });
      return body.items.map((it: { description: string }) => it.description);
    };
    expect(await found('sorting=-description')).toEqual(['Beta_1', 'Alpha']);
    expect(await found('sorting=description&limit=1&page=2')).toEqual(['Beta_1']);
    expect(await found('query=_')).toEqual(['Beta_1']);
    expect(await found('metadata%5Bplan%5D=pro')).toEqual(['Alpha']);
    expect(await found('type=custom&type=discord')).toHaveLength(2);
    expect(await found('type=discord')).toEqual([]);
  });

  it.each(['type=gift', 'sorting=name', 'limit=0'])('refuses the query %s', async (query) => {
    expect((await stack.send('GET', `/benefits?${query}`, { as: seller.owner })).status).toBe(422);
  });
});
