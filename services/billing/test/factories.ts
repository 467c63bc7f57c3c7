/** Starts the service under test, and creates callers and rows of products, benefits and customers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { storeMembership } from '@tessera/kit/access/memberships';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { startRelay } from '@tessera/kit/events/relay';
import type { Mailer } from '@tessera/kit/mail/mailer';
import { createVault } from '@tessera/kit/secrets';
import { createClient as createSender, type Send } from '@tessera/kit/test/client';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import {
  askMembership,
  askMemberships,
  askOrganization,
  type MembershipFacts,
  type OrganizationFacts,
} from '@tessera/proto/api/asks';
import { Organization } from '@tessera/proto/api/billing/organization';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { toWire } from '@tessera/proto/api/wire';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { storeOrganization } from '../src/access/organizations/entity.ts';
import { viewSeller } from '../src/access/organizations/view.ts';
import { createBillingApp } from '../src/app.ts';
import { BenefitEntity, type BenefitRow } from '../src/catalog/benefits/entity.ts';
import { DiscountEntity, type DiscountRow } from '../src/catalog/discounts/entity.ts';
import { MeterEntity, type MeterRow } from '../src/catalog/meters/entity.ts';
import { ProductBenefitEntity, ProductEntity, type ProductRow } from '../src/catalog/products/entity.ts';
import { insertPrices } from '../src/catalog/products/prices.ts';
import { leadingPrice } from '../src/catalog/products/rules.ts';
import type { FullPrice, FullProduct } from '../src/catalog/products/view.ts';
import type { StreamingBilling } from '../src/checkouts/watch/streams.ts';
import { CustomerEntity, type CustomerRow } from '../src/customers/entity.ts';
import { entities } from '../src/entities.ts';
import type { FilePlace } from '../src/files/storage/files.ts';
import { migrations } from '../src/migrations/all.ts';
import { buildBilling } from '../src/parts.ts';
import type { OperatorAccount } from '../src/payments/accounts/accounts.ts';
import { createClient } from '../src/payments/stripe/client.ts';
import type { DiscordOptions, GitHubOptions } from '../src/platforms/options.ts';
import { startWorkers } from '../src/workers.ts';

export const apiPath = '/api/billing/v1';

export type BillingStack = Stack & {
  billing: StreamingBilling;
  /** The app's origin, without the API's path. */
  url: string;
  /** `send('POST', '/products', { body, as })`. */
  send: Send;
  /** What the organization service answers on the bus; empty until a test adds something. */
  owned: { memberships: MembershipFacts[]; organizations: z.input<typeof OrganizationFacts>[] };
};

/** Decrypts the keys of payment accounts in tests. */
export const testVault = createVault(`test:${Buffer.alloc(32, 7).toString('base64')}`);

/** Starts billing on its own servers. `workers: false` leaves out consumers and pollers. */
export const startBilling = async (
  options: {
    workers?: boolean;
    mailer?: Mailer;
    sandbox?: boolean;
    /** The URL of a fake of Stripe's API. */
    stripeUrl?: string;
    operator?: OperatorAccount;
    tax?: 'table' | 'stripe';
    areMailsLimited?: boolean;
    files?: FilePlace;
    discord?: DiscordOptions;
    github?: GitHubOptions;
    clickhouse?: ClickHouseClient;
  } = {},
): Promise<BillingStack> => {
  const stack = await startStack({ service: 'billing', entities, migrations });
  stack.own(startRelay({ db: stack.db, bus: stack.bus, log: stack.log.logger, metrics: stack.metrics }));
  const { db, bus } = stack;
  const connections = {
    db,
    bus,
    now: stack.clock.now,
    log: stack.log.logger,
    publicUrl: 'http://localhost:3000',
    mailer: options.mailer ?? { send: async () => undefined, close: () => undefined },
    areMailsLimited: options.areMailsLimited ?? false,
  };
  const folder = await mkdtemp(join(tmpdir(), 'tessera-files-'));
  stack.own({ stop: () => rm(folder, { recursive: true, force: true }) });
  const files = options.files ?? { folder };
  const billing = buildBilling(connections, {
    sandbox: options.sandbox ?? true,
    files,
    tax: options.tax ?? 'table',
    stripe: createClient({ apiUrl: options.stripeUrl ?? 'http://127.0.0.1:9', timeoutMilliseconds: 2_000 }),
    vault: testVault,
    operator: options.operator ?? null,
    discord: options.discord,
    github: options.github,
    clickhouse: options.clickhouse,
  });
  stack.own(billing.background);
  const workers: Stoppable[] = options.workers === false ? [] : await startWorkers(billing);
  for (const worker of workers) stack.own(worker);
  const { metrics, passports } = stack;
  const url = await stack.serve(createBillingApp(billing, { metrics, passports, checkReplies: true }));
  stack.own(billing.streams);
  const owned = await answerForOrganization(stack);
  return { ...stack, billing, url, owned, send: createSender(stack, url + apiPath) };
};

const answerForOrganization = async ({ bus }: Stack): Promise<BillingStack['owned']> => {
  const owned: BillingStack['owned'] = { memberships: [], organizations: [] };
  await bus.answer(
    askMembership,
    async ({ userId, organizationId }) =>
      owned.memberships.find((it) => it.userId === userId && it.organizationId === organizationId) ?? null,
  );
  await bus.answer(askMemberships, async ({ userId }) =>
    owned.memberships.filter((it) => it.userId === userId),
  );
  await bus.answer(askOrganization, async ({ organizationId }) => {
    const known = owned.organizations.find(({ id }) => id === organizationId);
    return known ? { snapshot: null, ...known } : null;
  });
  return owned;
};

export type Seller = { organizationId: string; owner: PassportClaims; member: PassportClaims };

const userOf = (organizationId: string): Extract<PassportClaims, { kind: 'user' }> => {
  const userId = uuidv7();
  return {
    kind: 'user',
    userId,
    sessionId: uuidv7(),
    email: `${userId}@example.com`,
    name: 'Ada Seller',
    activeOrganizationId: organizationId,
  };
};

/** Stores an organization with an owner, who may manage it, and a member, who may only read. `shown`: its profile. */
export const makeSeller = async (
  { db }: { db: DataSource },
  shown: Partial<Organization> = {},
): Promise<Seller> => {
  const organizationId = uuidv7();
  const facts = {
    id: organizationId,
    name: 'Acme',
    slug: `acme-${organizationId}`,
    avatarUrl: null,
    email: null,
    website: null,
    accentColor: null,
    allowMultipleSubscriptions: false,
    snapshot: null,
  };
  await storeOrganization(db.manager, {
    ...facts,
    snapshot: toWire(Organization, { ...viewSeller(facts), ...shown }, 'snake') as Record<string, unknown>,
    isWhole: true,
    isDeleted: false,
    revision: '1',
  });
  const owner = userOf(organizationId);
  const member = userOf(organizationId);
  for (const [user, canManage] of [
    [owner, true],
    [member, false],
  ] as const)
    await storeMembership(db.manager, {
      id: uuidv7(),
      organizationId,
      userId: user.userId,
      canManage,
      isDeleted: false,
      revision: '1',
    });
  return { organizationId, owner, member };
};

/** The passport of an organization access token. */
export const tokenOf = (organizationId: string, ...scopes: string[]): PassportClaims => ({
  kind: 'token',
  tokenId: uuidv7(),
  organizationId,
  scopes,
});

const created = () => ({ id: uuidv7(), createdAt: new Date('2026-01-01T00:00:00.000Z'), modifiedAt: null });

/** Inserts a product with one price; default: 1000 cents, one-time. */
export const makeProduct = async (
  { db }: { db: DataSource },
  {
    price,
    benefits = [],
    ...values
  }: Partial<ProductRow> & {
    organizationId: string;
    price?: Partial<FullPrice>;
    benefits?: BenefitRow[];
  },
): Promise<FullProduct> => {
  const facts = created();
  const priceRow: FullPrice = {
    ...created(),
    productId: values.id ?? facts.id,
    position: 0,
    isArchived: false,
    amountType: 'fixed',
    priceCurrency: 'usd',
    priceAmount: (price?.amountType ?? 'fixed') === 'fixed' ? 1000 : null,
    minimumAmount: null,
    maximumAmount: null,
    presetAmount: null,
    meterId: null,
    unitAmount: null,
    capAmount: null,
    tariff: null,
    meter: null,
    ...price,
  };
  const row: ProductRow = {
    ...facts,
    name: 'A product',
    description: null,
    recurringInterval: null,
    recurringIntervalCount: 1,
    trialInterval: null,
    trialIntervalCount: null,
    trialRequiresPaymentMethod: true,
    isArchived: false,
    metadata: {},
    attachedCustomFields: [],
    mediaIds: [],
    isTaxApplicable: true,
    taxBehavior: 'exclusive',
    ...leadingPrice(priceRow),
    ...values,
  };
  await db.manager.insert(ProductEntity, row);
  await insertPrices(db.manager, [priceRow]);
  await db.manager.insert(
    ProductBenefitEntity,
    benefits.map((benefit, position) => ({ productId: row.id, benefitId: benefit.id, position })),
  );
  return { ...row, prices: [priceRow], benefits, fields: [], medias: [] };
};

/** Inserts a benefit of type `custom`. */
export const makeBenefit = async (
  { db }: { db: DataSource },
  values: Partial<Omit<BenefitRow, 'type' | 'properties'>> & {
    organizationId: string;
    properties?: { note: string | null };
  },
): Promise<BenefitRow> => {
  const row: BenefitRow = {
    ...created(),
    deletedAt: null,
    type: 'custom',
    description: 'A benefit',
    selectable: true,
    deletable: true,
    metadata: {},
    properties: { note: 'Thank you' },
    ...values,
  };
  await db.manager.insert(BenefitEntity, row);
  return row;
};

/** Inserts a meter; default: counts every event. */
export const makeMeter = async (
  { db }: { db: DataSource },
  values: Partial<MeterRow> & { organizationId: string },
): Promise<MeterRow> => {
  const row: MeterRow = {
    ...created(),
    name: 'API calls',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
    metadata: {},
    ...values,
  };
  await db.manager.insert(MeterEntity, row);
  return row;
};

/** Inserts a discount; default: 20 %, once, without a code. */
export const makeDiscount = async (
  { db }: { db: DataSource },
  values: Partial<DiscountRow> & { organizationId: string },
): Promise<DiscountRow> => {
  const row: DiscountRow = {
    ...created(),
    deletedAt: null,
    name: 'A discount',
    code: null,
    type: 'percentage',
    amount: null,
    currency: null,
    basisPoints: values.type === 'fixed' ? null : 2000,
    duration: 'once',
    durationInMonths: null,
    startsAt: null,
    endsAt: null,
    maxRedemptions: null,
    maxRedemptionsPerCustomer: null,
    metadata: {},
    ...values,
  };
  await db.manager.insert(DiscountEntity, row);
  return row;
};

/** Inserts a customer; default: with a unique e-mail address. */
export const makeCustomer = async (
  { db }: { db: DataSource },
  values: Partial<CustomerRow> & { organizationId: string },
): Promise<CustomerRow> => {
  const facts = created();
  const row: CustomerRow = {
    ...facts,
    deletedAt: null,
    externalId: null,
    email: `${facts.id}@example.com`,
    emailVerified: false,
    name: null,
    billingName: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
    ...values,
  };
  await db.manager.insert(CustomerEntity, row);
  return row;
};
