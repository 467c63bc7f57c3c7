/** Redeeming a discount, and giving a redemption back. Steps of the transaction that sells, or lets a sale go. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { DiscountEntity, DiscountRedemptionEntity, type DiscountRow } from './entity.ts';
import { countRedemptions, type FullDiscount } from './find.ts';
import { isRedeemable } from './rules.ts';

/** Who redeems what, and with which of its many codes. */
export type Redeeming = {
  discount: FullDiscount;
  code: string | null;
  /** One of them at least. */
  checkoutId: string | null;
  subscriptionId: string | null;
  customerId: string | null;
  customerEmail: string;
};

/** `changed`: the discount is not what it was when it was read, and must be read again. */
export type Redeemed = 'redeemed' | 'over' | 'changed';

/**
 * Takes one redemption if one is left. Where redemptions are limited the discount's row is locked until the transaction
 * ends, so that nobody counts beside us; where they are not, it is only kept from being changed.
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

/** Whether this customer, by id or by address, has redeemed it as often as one may. */
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

/** Gives back what a checkout has redeemed: it was not paid, or what it sold was taken back. */
export const giveBackRedemption = async (em: EntityManager, checkoutId: string): Promise<void> => {
  await em.delete(DiscountRedemptionEntity, { checkoutId });
};

/** Says who redeemed at a checkout, once that is known. */
export const nameRedeemer = async (
  em: EntityManager,
  checkoutId: string,
  redeemer: { customerId: string; subscriptionId: string | null },
): Promise<void> => {
  await em.update(DiscountRedemptionEntity, { checkoutId }, redeemer);
};
