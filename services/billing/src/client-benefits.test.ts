/** The contract's own client, unmodified, against benefits of all six kinds: each value compared, bad ones refused. */
import type { Polar } from '@polar-sh/sdk';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  tokenOf,
} from '../test/factories.ts';
import { startWithPlatforms } from '../test/platforms-stack.ts';
import { polarAs } from '../test/polar.ts';
import { subscribersOf } from '../test/subscribers.ts';
import { uploadFile } from '../test/uploads.ts';
import { BenefitEntity } from './catalog/benefits/entity.ts';

let stack: BillingStack;
let seller: Seller;
let polar: Polar;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stack, stop } = await startWithPlatforms());
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  polar = await polarAs(stack, tokenOf(seller.organizationId, 'benefits:write', 'products:write'));
});
afterAll(() => stop());

/** Leaves for a platform as the seller and comes back, as a browser does. */
const connect = async (platform: string, code: string): Promise<URLSearchParams> => {
  const query = `organization_id=${seller.organizationId}&return_to=/acme/benefits/new`;
  const { body } = await stack.send('GET', `/integrations/${platform}/authorize?${query}`, {
    as: seller.owner,
  });
  const state = new URL(body.url).searchParams.get('state');
  const { headers } = await stack.send(
    'GET',
    `/integrations/${platform}/callback?state=${state}&code=${code}`,
    {
      as: seller.owner,
    },
  );
  return new URL(headers.get('location') ?? '').searchParams;
};

type Kind = {
  /** What is sent, and what is answered where that is not the same. */
  given: object;
  answered?: object;
  changed: object;
  changedTo?: object;
  /** What a grant says once the benefit was bought, and whether it could be given at once. */
  grant: object;
  isGranted: boolean;
  /** Properties that are refused, with the field that is named. */
  bad: [object, string][];
};

const kinds: Record<string, () => Promise<Kind>> = {
  custom: async () => ({
    given: { note: 'Thank you' },
    changed: { note: null },
    grant: {},
    isGranted: true,
    bad: [[{ note: 'a'.repeat(10_001) }, 'note']],
  }),
  license_keys: async () => ({
    given: {
      prefix: 'ACME',
      expires: { ttl: 2, timeframe: 'month' },
      activations: { limit: 3, enableCustomerAdmin: true },
      limitUsage: 50,
    },
    changed: {
      prefix: null,
      expires: null,
      activations: { limit: 50, enableCustomerAdmin: false },
      limitUsage: 1,
    },
    grant: {
      license_key_id: expect.any(String),
      display_key: expect.stringMatching(/^\*{4}-[0-9A-F]{6}$/),
    },
    isGranted: true,
    bad: [
      [{ activations: { limit: 51, enableCustomerAdmin: true } }, 'activations'],
      [{ activations: { limit: 0, enableCustomerAdmin: true } }, 'activations'],
      [{ expires: { ttl: 0, timeframe: 'day' } }, 'expires'],
      [{ limitUsage: 0 }, 'limit_usage'],
    ],
  }),
  meter_credit: async () => {
    const { id: meterId } = await makeMeter(stack, { organizationId: seller.organizationId });
    const { id: foreign } = await makeMeter(stack, {
      organizationId: (await makeSeller(stack)).organizationId,
    });
    return {
      given: { units: 100, rollover: true, meterId },
      changed: { units: 1, rollover: false, meterId },
      grant: {
        last_credited_meter_id: meterId,
        last_credited_units: 100,
        last_credited_at: expect.any(String),
      },
      isGranted: true,
      bad: [
        [{ units: 0, rollover: true, meterId }, 'units'],
        [{ units: 10, rollover: true, meterId: foreign }, 'meter_id'],
      ],
    };
  },
  downloadables: async () => {
    const files = await Promise.all(
      ['one', 'two'].map(async (name): Promise<string> => {
        const body = {
          organization_id: seller.organizationId,
          service: 'downloadable',
          name: `${name}.txt`,
          mime_type: 'text/plain',
        };
        return (await uploadFile(stack, { as: seller.owner, bytes: Buffer.from(name), body })).id;
      }),
    );
    const [first = '', second = ''] = files;
    return {
      given: { files: [first, second], archived: {} },
      changed: { files: [second, first], archived: { [first]: true } },
      grant: { files: expect.arrayContaining(files) },
      isGranted: true,
      bad: [
        [{ files: [] }, 'files'],
        [{ files: [seller.organizationId] }, 'files'],
      ],
    };
  },
  discord: async () => {
    const guildToken = (await connect('discord', 'code-guild')).get('guild_token') ?? '';
    const answered = { guildId: '7000', roleId: '7002', guildToken: expect.any(String) };
    return {
      given: { guildToken, roleId: '7002' },
      answered,
      changed: { guildToken, roleId: '7004' },
      changedTo: { ...answered, roleId: '7004' },
      grant: {},
      isGranted: false,
      bad: [
        [{ guildToken: 'made up', roleId: '7002' }, 'guild_token'],
        [{ guildToken, roleId: 'customer' }, 'role_id'],
        [{ guildToken, roleId: '7001' }, 'role_id'],
      ],
    };
  },
  github_repository: async () => {
    await connect('github', 'code-x');
    const given = { repositoryOwner: 'ada', repositoryName: 'engine', permission: 'pull' };
    return {
      given,
      changed: { ...given, permission: 'triage' },
      grant: {},
      isGranted: false,
      bad: [
        [{ ...given, repositoryName: 'other' }, 'repository_name'],
        [{ ...given, repositoryOwner: '../x' }, 'repository_owner'],
      ],
    };
  },
};

const refusedFields = async (call: Promise<unknown>): Promise<string[]> => {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(HTTPValidationError);
  return ((error as HTTPValidationError).detail ?? []).map(({ loc }) => loc.join('.'));
};

describe('a benefit of the client', () => {
  it.each(Object.keys(kinds))('of type %s is made, read, changed, given and deleted', async (type) => {
    const kind = await kinds[type]?.();
    if (!kind) throw new Error(type);
    const facts = { type, description: `A ${type}`.slice(0, 42), metadata: { tier: 'gold', seats: 3 } };
    const create = (properties: object) =>
      polar.benefits.create({ ...facts, properties } as Parameters<Polar['benefits']['create']>[0]);
    const update = (id: string, changes: object) =>
      polar.benefits.update({
        id,
        requestBody: { type, ...changes } as NonNullable<
          Parameters<Polar['benefits']['update']>[0]['requestBody']
        >,
      });
    const made = await create(kind.given);
    expect(made).toEqual({
      ...facts,
      id: expect.any(String),
      createdAt: stack.clock.now(),
      modifiedAt: null,
      selectable: true,
      deletable: true,
      organizationId: seller.organizationId,
      properties: kind.answered ?? kind.given,
    });
    expect(await polar.benefits.get({ id: made.id })).toEqual(made);
    const listed = await polar.benefits.list({ typeFilter: type as 'custom' });
    expect(listed.result.items).toEqual([made]);
    for (const [properties, field] of kind.bad) {
      const sent = { ...kind.given, ...properties };
      for (const call of [() => create(sent), () => update(made.id, { properties: sent })])
        expect([field, (await refusedFields(call())).join(' ')]).toEqual([
          field,
          expect.stringContaining(`properties.${field}`),
        ]);
    }
    expect(await polar.benefits.get({ id: made.id })).toEqual(made);

    const benefit = await stack.db.manager.findOneByOrFail(BenefitEntity, { id: made.id });
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      benefits: [benefit],
    });
    const { id: subscriptionId, customerId } = await subscribersOf(stack, seller).subscribe(
      {},
      { body: { products: [product.id] } },
    );
    await eventually(async () => {
      const { result } = await polar.benefits.grants({ id: made.id });
      expect(result.items).toMatchObject([
        {
          benefitId: made.id,
          customerId,
          subscriptionId,
          orderId: null,
          isGranted: kind.isGranted,
          isRevoked: false,
          revokedAt: null,
          customer: { id: customerId },
        },
      ]);
      const [grant] = result.items;
      if (kind.isGranted) expect(grant?.grantedAt).toEqual(stack.clock.now());
      else expect(grant).toMatchObject({ error: { type: 'BenefitActionRequiredError' } });
    });
    expect((await polar.benefits.grants({ id: made.id, isGranted: !kind.isGranted })).result.items).toEqual(
      [],
    );

    const changed = await update(made.id, { description: 'Another', properties: kind.changed });
    expect(changed).toEqual({
      ...made,
      description: 'Another',
      modifiedAt: stack.clock.now(),
      properties: kind.changedTo ?? kind.changed,
    });
    expect(await polar.benefits.get({ id: made.id })).toEqual(changed);
    await polar.benefits.delete({ id: made.id });
    await expect(polar.benefits.get({ id: made.id })).rejects.toThrow(ResourceNotFound);
    const elsewhere = await polarAs(
      stack,
      tokenOf((await makeSeller(stack)).organizationId, 'benefits:write'),
    );
    await expect(elsewhere.benefits.get({ id: made.id })).rejects.toThrow(ResourceNotFound);
  });
});
