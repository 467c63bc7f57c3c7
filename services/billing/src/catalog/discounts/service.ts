/** Creates, updates and deletes discounts. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors, refuseEntries, refuseField } from '@tessera/kit/errors';
import type { Discount, DiscountCreate, DiscountUpdate } from '@tessera/proto/api/billing/discount';
import type { Caller } from '@tessera/proto/api/passport';
import { type EntityManager, IsNull, QueryFailedError } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { findProductRowsByIds } from '../products/find.ts';
import { planDiscount, planUpdate } from './changes.ts';
import { DiscountEntity, DiscountProductEntity, type DiscountRow } from './entity.ts';
import { fillDiscounts } from './find.ts';
import { readDiscount } from './read.ts';

export const createDiscount = async (
  billing: Billing,
  caller: Caller,
  body: DiscountCreate,
): Promise<Discount> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const row = planDiscount(body, { id: uuidv7(), organizationId, now: billing.now() });
  return billing.db.transaction(async (em) => {
    await refuseTakenCode(em, row);
    await em.insert(DiscountEntity, row).catch(refuseDuplicate);
    await writeProducts(em, row, body.products ?? []);
    return viewOne(em, row.id);
  });
};

export const updateDiscount = async (
  billing: Billing,
  { id }: DiscountRow,
  body: DiscountUpdate,
): Promise<Discount> =>
  billing.db.transaction(async (em) => {
    // Redeeming locks this row too: a redeemed discount cannot be changed concurrently.
    const locked = await em.findOneOrFail(DiscountEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (locked.deletedAt) throw kitErrors.ResourceNotFound();
    const [present = { ...locked, productIds: [], redemptionsCount: 0 }] = await fillDiscounts(em, [locked]);
    const changes = planUpdate(present, body);
    const productIds = body.products ?? present.productIds;
    if (leavesAsIs(present, { ...changes, productIds })) return viewOne(em, id);
    if (changes.code && changes.code !== present.code) await refuseTakenCode(em, { ...present, ...changes });
    await em
      .update(
        DiscountEntity,
        { id },
        { ...changes, modifiedAt: laterThan(present.modifiedAt, billing.now()) },
      )
      .catch(refuseDuplicate);
    if (body.products) {
      await em.delete(DiscountProductEntity, { discountId: id });
      await writeProducts(em, present, body.products);
    }
    return viewOne(em, id);
  });

/** Soft-deletes a discount. Where it is applied already it stays; it can no longer be redeemed. */
export const deleteDiscount = async (billing: Billing, { id, modifiedAt }: DiscountRow): Promise<void> => {
  const now = billing.now();
  const changes = { deletedAt: now, modifiedAt: laterThan(modifiedAt, now) };
  const { affected } = await billing.db.manager.update(DiscountEntity, { id, deletedAt: IsNull() }, changes);
  if (affected === 0) throw kitErrors.ResourceNotFound();
};

/** `redeemDiscount` detects changes by `modifiedAt`, so each change needs a later one. */
const laterThan = (last: Date | null, now: Date): Date =>
  last && last >= now ? new Date(last.getTime() + 1) : now;

const viewOne = async (em: EntityManager, id: string): Promise<Discount> =>
  readDiscount(em, await em.findOneByOrFail(DiscountEntity, { id }));

const codeTaken = () => refuseField(['body', 'code'], 'Discount with this code already exists.');

/** Throws when a discount or a single-use code of the organization has the code already. */
const refuseTakenCode = async (
  em: EntityManager,
  { id, organizationId, code }: { id: string; organizationId: string; code: string | null },
): Promise<void> => {
  if (code === null) return;
  const taken = (await em.query(
    `SELECT 1 FROM discounts
       WHERE organization_id = $1 AND lower(code) = lower($2) AND deleted_at IS NULL AND id <> $3
     UNION ALL SELECT 1 FROM discount_codes WHERE organization_id = $1 AND lower(code) = lower($2)`,
    [organizationId, code, id],
  )) as unknown[];
  if (taken.length > 0) throw codeTaken();
};

/** Maps a violation of the unique index, from a concurrent request, to a validation error. */
const refuseDuplicate = (error: unknown): never => {
  const { constraint } = (error instanceof QueryFailedError ? error.driverError : {}) as {
    constraint?: string;
  };
  throw constraint === 'discounts_code' ? codeTaken() : error;
};

const writeProducts = async (
  em: EntityManager,
  { id, organizationId }: { id: string; organizationId: string },
  productIds: readonly string[],
): Promise<void> => {
  const found = await findProductRowsByIds(em, productIds);
  refuseEntries(['body', 'products'], productIds, (productId, index) => {
    const product = found.find(({ id: foundId }) => foundId === productId);
    if (product?.organizationId !== organizationId) return 'Product does not exist.';
    return productIds.indexOf(productId) === index ? null : 'The product is listed twice.';
  });
  await em.insert(
    DiscountProductEntity,
    productIds.map((productId, position) => ({ discountId: id, productId, position })),
  );
};
