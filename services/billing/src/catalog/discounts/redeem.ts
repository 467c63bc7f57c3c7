/** Redeems discounts and releases redemptions, within the transaction of the sale or its cancellation. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { DiscountEntity, DiscountRedemptionEntity, type DiscountRow } from './entity.ts';
import { countRedemptions, type FullDiscount } from './find.ts';
import { isRedeemable } from './rules.ts';

/** Who redeems a discount. `code`: a single-use code, or null. */
export type Redeeming = {
  discount: FullDiscount;
  code: string | null;
  /** At least one of `checkoutId` and `subscriptionId` is set. */
  checkoutId: string | null;
  subscriptionId: string | null;
  customerId: string | null;
  customerEmail: string;
};

/** `over`: no longer redeemable. `changed`: the discount has changed since it was read; read it again. */
export type Redeemed = 'redeemed' | 'over' | 'changed';

/**
 * Records a redemption if one is left. A discount with limited redemptions is locked exclusively until the
 * transaction ends, so that the count is exact; others only against changes.
 */
export const redeemDiscount = async (
  em: EntityManager,
  now: Date,
  redeeming: Redeeming,
): Promise<Redeemed> => {
  const { discount, code } = redeeming;
  const isLimited =
    discount.maxRedemptions !== null || discount.maxRedemptionsPerCustomer !== null || code !== null;
  const locked = await em.findOne(DiscountEntity, {
    where: { id: discount.id },
    lock: { mode: isLimited ? 'pessimistic_write' : 'pessimistic_read' },
  });
  if (locked?.modifiedAt?.getTime() !== discount.modifiedAt?.getTime()) return 'changed';
  const redemptionsCount = isLimited ? await countRedemptions(em, discount) : 0;
  if (!isRedeemable({ ...discount, redemptionsCount }, now)) return 'over';
  if (await isUsedUpFor(em, redeeming)) return 'over';
  const codeId = code === null ? null : await findUnusedCode(em, discount, code);
  if (code !== null && codeId === null) return 'over';
  const { checkoutId, subscriptionId, customerId, customerEmail } = redeeming;
  const { id: discountId, organizationId } = discount;
  const whose = { organizationId, discountId, codeId, checkoutId, subscriptionId, customerId, customerEmail };
  await em.insert(DiscountRedemptionEntity, { ...whose, id: uuidv7(), createdAt: now });
  return 'redeemed';
};

/** Whether the customer, by id or e-mail address, has reached the limit per customer. */
const isUsedUpFor = async (
  em: EntityManager,
  { discount: { id, maxRedemptionsPerCustomer: most }, customerId, customerEmail }: Redeeming,
): Promise<boolean> => {
  if (most === null) return false;
  const rows = await sql(
    em,
    `SELECT 1 FROM discount_redemptions
     WHERE discount_id = $1 AND (customer_id = $2 OR lower(customer_email) = lower($3)) LIMIT $4`,
    [id, customerId, customerEmail, most],
  );
  return rows.length >= most;
};

const findUnusedCode = async (
  em: EntityManager,
  { id }: DiscountRow,
  code: string,
): Promise<string | null> => {
  const [found] = await sql<{ id: string }>(
    em,
    `SELECT id FROM discount_codes one WHERE one.discount_id = $1 AND lower(one.code) = lower($2)
       AND NOT EXISTS (SELECT 1 FROM discount_redemptions used WHERE used.code_id = one.id)`,
    [id, code],
  );
  return found?.id ?? null;
};

/** Releases a checkout's redemption: it was not paid, or the sale was reverted. */
export const giveBackRedemption = async (em: EntityManager, checkoutId: string): Promise<void> => {
  await em.delete(DiscountRedemptionEntity, { checkoutId });
};

/** Sets the customer and subscription of a checkout's redemption once they are known. */
export const nameRedeemer = async (
  em: EntityManager,
  checkoutId: string,
  redeemer: { customerId: string; subscriptionId: string | null },
): Promise<void> => {
  await em.update(DiscountRedemptionEntity, { checkoutId }, redeemer);
};
