import { productUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

let count = 0;
const freshSlug = (): string => `field-${++count}`;
const create = (body: object, of: Seller = seller) =>
  stack.send('POST', '/custom-fields/', {
    as: of.owner,
    body: {
      type: 'text',
      slug: freshSlug(),
      name: 'A field',
      properties: {},
      organization_id: of.organizationId,
      ...body,
    },
  });
const change = (id: string, body: object, of: Seller = seller) =>
  stack.send('PATCH', `/custom-fields/${id}`, { as: of.owner, body });
const locOf = ({ body }: { body: { detail: { loc: unknown; type: string }[] } }) => body.detail[0]?.loc;

describe('creating a custom field', () => {
  it.each([
    ['text', { textarea: true, min_length: 1, max_length: 80 }],
    ['number', { ge: 1, le: 10 }],
    ['date', { ge: 1_767_225_600, le: 1_798_761_600 }],
    ['checkbox', {}],
    ['select', { options: [{ value: 's', label: 'Small' }] }],
  ])('of type %s keeps all that it is asked with', async (type, own) => {
    const properties = { ...own, form_label: 'Label', form_help_text: 'Help', form_placeholder: 'Hint' };
    const slug = freshSlug();
    const made = await create({ type, slug, name: 'Field', properties, metadata: { innerName: 'kept' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      created_at: stack.clock.now().toISOString(),
      modified_at: null,
      type,
      slug,
      name: 'Field',
      organization_id: seller.organizationId,
      metadata: { innerName: 'kept' },
      properties,
    });
    const read = await stack.send('GET', `/custom-fields/${made.body.id}`, { as: seller.member });
    expect(read.body).toEqual(made.body);
  });

  it.each([
    [{ slug: 'Übergröße' }, ['body', 'slug']],
    [{ slug: '' }, ['body', 'slug']],
    [{ slug: 'a b' }, ['body', 'slug']],
    [{ slug: '__PROTO__' }, ['body', 'slug']],
    [{ name: '' }, ['body', 'name']],
    [{ type: 'color' }, ['body', 'type']],
    [{ properties: null }, ['body', 'properties']],
    [{ properties: { form_label: '' } }, ['body', 'properties', 'form_label']],
    [{ properties: { min_length: -1 } }, ['body', 'properties', 'min_length']],
    [{ properties: { min_length: 3, max_length: 2 } }, ['body', 'properties', 'max_length']],
    [{ type: 'number', properties: { ge: 3, le: 2 } }, ['body', 'properties', 'le']],
    [{ type: 'select', properties: {} }, ['body', 'properties', 'options']],
    [{ type: 'select', properties: { options: [] } }, ['body', 'properties', 'options']],
    [
      {
        type: 'select',
        properties: {
          options: [
            { value: 'a', label: 'A' },
            { value: 'a', label: 'B' },
          ],
        },
      },
      ['body', 'properties', 'options', 1, 'value'],
    ],
    [{ organization_id: undefined }, ['body', 'organization_id']],
    [{ organization_id: uuidv7() }, ['body', 'organization_id']],
  ])('refuses %j', async (body, loc) => {
    const refused = await create(body);
    expect([refused.status, locOf(refused)]).toEqual([422, loc]);
  });

  it('says of bounds that exclude each other what the web has words for', async () => {
    for (const body of [
      { properties: { min_length: 3, max_length: 2 } },
      { type: 'date', properties: { ge: 3, le: 2 } },
    ]) {
      const refused = await create(body);
      expect(refused.body.detail[0].msg).toBe('Must not be less than the minimum');
    }
  });

  it('writes capital letters of a slug small', async () => {
    const slug = freshSlug();
    const made = await create({ slug: slug.toUpperCase() });
    expect([made.status, made.body.slug]).toEqual([201, slug.toLowerCase()]);
    const again = await create({ slug });
    expect([again.status, locOf(again)]).toEqual([422, ['body', 'slug']]);
  });

  it('takes a slug once in an organization', async () => {
    const slug = freshSlug();
    expect((await create({ slug })).status).toBe(201);
    const again = await create({ slug });
    expect([again.status, locOf(again)]).toEqual([422, ['body', 'slug']]);
    expect((await create({ slug }, await makeSeller(stack))).status).toBe(201);
  });
});

describe('changing a custom field', () => {
  it('changes what is named, replaces properties, and leaves the rest', async () => {
    const { body: field } = await create({ name: 'Before', properties: { max_length: 5, textarea: true } });
    const renamed = await change(field.id, { type: 'text', name: 'After', slug: null, properties: null });
    expect(renamed.body).toEqual({
      ...field,
      name: 'After',
      modified_at: stack.clock.now().toISOString(),
    });
    const bounded = await change(field.id, { type: 'text', properties: { max_length: 9 } });
    expect(bounded.body).toMatchObject({ name: 'After', properties: { max_length: 9 } });
    expect(bounded.body.properties).not.toHaveProperty('textarea');
  });

  it('cannot change its type, nor take a slug that is taken', async () => {
    const { body: field } = await create({});
    const { body: other } = await create({});
    const typed = await change(field.id, { type: 'number' });
    expect([typed.status, locOf(typed)]).toEqual([422, ['body', 'type']]);
    const untyped = await change(field.id, { name: 'x' });
    expect([untyped.status, locOf(untyped)]).toEqual([422, ['body', 'type']]);
    const taken = await change(field.id, { type: 'text', slug: other.slug });
    expect([taken.status, locOf(taken)]).toEqual([422, ['body', 'slug']]);
  });
});

describe('the list of custom fields', () => {
  it('is in the order of slugs, and is filtered, searched, sorted and paged', async () => {
    const own = await makeSeller(stack);
    for (const [slug, type, name] of [
      ['size', 'select', 'Shirt size'],
      ['birthday', 'date', 'Your day'],
      ['company', 'text', 'Company'],
    ] as const)
      await create(
        {
          slug,
          type,
          name,
          properties: type === 'select' ? { options: [{ value: 's', label: 'S' }] } : {},
        },
        own,
      );
    const slugs = async (query: string) => {
      const { body } = await stack.send('GET', `/custom-fields/?${query}`, { as: own.owner });
      return [...body.items.map(({ slug }: { slug: string }) => slug), body.pagination.total_count];
    };
    expect(await slugs('')).toEqual(['birthday', 'company', 'size', 3]);
    expect(await slugs('sorting=-name')).toEqual(['birthday', 'size', 'company', 3]);
    expect(await slugs('sorting=-created_at')).toEqual(['company', 'birthday', 'size', 3]);
    expect(await slugs('sorting=type')).toEqual(['birthday', 'size', 'company', 3]);
    expect(await slugs('type=date&type=text')).toEqual(['birthday', 'company', 2]);
    expect(await slugs('query=SHIRT')).toEqual(['size', 1]);
    expect(await slugs('query=birth')).toEqual(['birthday', 1]);
    expect(await slugs('slug=size&slug=company&slug=gone')).toEqual(['company', 'size', 2]);
    expect(await slugs('limit=2&page=2')).toEqual(['size', 3]);
    expect((await stack.send('GET', '/custom-fields/?type=color', { as: own.owner })).status).toBe(422);
  });
});

describe('a product', () => {
  const product = (body: object) =>
    stack.send('POST', '/products/', {
      as: seller.owner,
      body: {
        name: 'Shirt',
        recurring_interval: null,
        prices: [{ amount_type: 'free' }],
        organization_id: seller.organizationId,
        ...body,
      },
    });

  it('asks for fields in the order given, each required or not', async () => {
    const [{ body: first }, { body: second }] = [await create({}), await create({})];
    const made = await product({
      attached_custom_fields: [
        { custom_field_id: second.id, required: true },
        { custom_field_id: first.id, required: false },
      ],
    });
    expect(made.body.attached_custom_fields).toEqual([
      { custom_field_id: second.id, custom_field: second, order: 0, required: true },
      { custom_field_id: first.id, custom_field: first, order: 1, required: false },
    ]);
    const path = `/products/${made.body.id}`;
    const kept = await stack.send('PATCH', path, { as: seller.owner, body: { name: 'Better shirt' } });
    expect(kept.body.attached_custom_fields).toEqual(made.body.attached_custom_fields);
    const changed = await stack.send('PATCH', path, {
      as: seller.owner,
      body: { attached_custom_fields: [{ custom_field_id: first.id, required: true }] },
    });
    expect(changed.body.attached_custom_fields).toEqual([
      { custom_field_id: first.id, custom_field: first, order: 0, required: true },
    ]);
    expect((await stack.send('GET', path, { as: seller.owner })).body).toEqual(changed.body);
  });

  it('refuses fields that are unknown, another organization’s, deleted, or named twice', async () => {
    const { body: mine } = await create({});
    const { body: gone } = await create({});
    await stack.send('DELETE', `/custom-fields/${gone.id}`, { as: seller.owner });
    const { body: theirs } = await create({}, await makeSeller(stack));
    for (const ids of [[uuidv7()], [theirs.id], [gone.id], [mine.id, mine.id]]) {
      const refused = await product({
        attached_custom_fields: ids.map((id) => ({ custom_field_id: id, required: false })),
      });
      const at = ids.length - 1;
      expect([refused.status, locOf(refused)]).toEqual([422, ['body', 'attached_custom_fields', at]]);
    }
  });

  it('refuses more options, and more fields, than lists of products can show', async () => {
    const optionsOf = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ value: `${at}`.padEnd(200, 'v'), label: 'l'.repeat(200) }));
    const select = (count: number) => ({ type: 'select', properties: { options: optionsOf(count) } });
    const refused = await create(select(126));
    expect([refused.status, locOf(refused)]).toEqual([422, ['body', 'properties', 'options']]);
    const large = await Promise.all(Array.from({ length: 5 }, () => create(select(125))));
    expect((await change(large[0]?.body.id, select(126))).body.detail[0]).toMatchObject({
      loc: ['body', 'properties', 'options'],
      type: 'too_long',
    });
    const attach = (fields: typeof large) =>
      product({
        attached_custom_fields: fields.map(({ body }) => ({ custom_field_id: body.id, required: false })),
      });
    expect((await attach(large.slice(1))).status).toBe(201);
    expect((await attach(large)).body.detail).toMatchObject([
      { loc: ['body', 'attached_custom_fields'], type: 'too_long' },
    ]);
  });

  it('loses a field that is deleted, and partners hear of it', async () => {
    const { body: field } = await create({});
    const made = await product({ attached_custom_fields: [{ custom_field_id: field.id, required: true }] });
    const deleted = await stack.send('DELETE', `/custom-fields/${field.id}`, { as: seller.owner });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    const read = await stack.send('GET', `/products/${made.body.id}`, { as: seller.owner });
    expect(read.body.attached_custom_fields).toEqual([]);
    const emitted = await stack.events.next(productUpdated, (event) => event.productId === made.body.id);
    expect(JSON.parse(emitted.snapshot).attached_custom_fields).toEqual([]);
    expect((await stack.send('GET', `/custom-fields/${field.id}`, { as: seller.owner })).status).toBe(404);
    expect((await change(field.id, { type: 'text' })).status).toBe(404);
    expect((await create({ slug: field.slug })).status).toBe(201);
  });
});

describe('custom fields of another organization', () => {
  it('are not found, and scopes are needed', async () => {
    const { body: field } = await create({});
    const stranger = await makeSeller(stack);
    const path = `/custom-fields/${field.id}`;
    for (const as of [
      stranger.owner,
      tokenOf(stranger.organizationId, 'custom_fields:read', 'custom_fields:write'),
    ]) {
      expect((await stack.send('GET', path, { as })).status).toBe(404);
      expect((await stack.send('PATCH', path, { as, body: { type: 'text', name: 'Mine' } })).status).toBe(
        404,
      );
      expect((await stack.send('DELETE', path, { as })).status).toBe(404);
      const list = await stack.send('GET', `/custom-fields/?organization_id=${seller.organizationId}`, {
        as,
      });
      expect(list.body.items).toEqual([]);
    }
    const reader = tokenOf(seller.organizationId, 'custom_fields:read');
    expect((await stack.send('GET', path, { as: reader })).status).toBe(200);
    expect((await stack.send('DELETE', path, { as: reader })).status).toBe(403);
    expect((await stack.send('DELETE', path, { as: seller.member })).status).toBe(403);
    expect((await stack.send('GET', path)).status).toBe(401);
  });
});
