/** The answers to custom fields in a checkout. Pure, except for the locks on slugs. */
import type { CustomFieldData } from '@tessera/proto/api/billing/metadata';
import type { EntityManager } from 'typeorm';
import { missingAnswers, readAnswers } from '../../catalog/custom-fields/answers.ts';
import { lockSlugs } from '../../catalog/custom-fields/find.ts';
import type { AttachedField, FullProduct } from '../../catalog/products/view.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuseAnswers } from '../errors.ts';

const asked = ({ fields }: { fields: readonly AttachedField[] }) =>
  fields.map(({ field, required }) => ({ ...field, required }));

/** New data replaces all answers; switching the product keeps those that the new product asks for. */
export const withCustomFields = (
  row: CheckoutRow,
  { customFieldData }: { customFieldData?: CustomFieldData | undefined },
  { product, isSwitched }: { product: FullProduct | undefined; isSwitched: boolean },
): CheckoutRow => {
  if (!product || (customFieldData === undefined && !isSwitched)) return row;
  const { answers, refusals } = readAnswers(asked(product), customFieldData ?? row.customFieldData);
  if (customFieldData && refusals.length > 0) throw refuseAnswers(refusals);
  return { ...row, customFieldData: answers };
};

/** Sets the valid ones of answers given as text; ignores the others. */
export const prefillAnswers = (
  row: CheckoutRow,
  data: Record<string, string>,
  products: readonly FullProduct[],
): CheckoutRow => {
  const product = products.find(({ id }) => id === row.productId);
  if (!product) return row;
  return { ...row, customFieldData: readAnswers(asked(product), data).answers };
};

/** The final answers and the missing ones. Throws a validation error for answers that have become invalid. */
export const finalAnswers = (row: CheckoutRow, product: FullProduct) => {
  const fields = asked(product);
  const { answers, refusals } = readAnswers(fields, row.customFieldData);
  if (refusals.length > 0) throw refuseAnswers(refusals);
  return { answers, missing: missingAnswers(fields, answers) };
};

/** Locks the asked fields; returns whether the slugs of the answers are still current. */
export const lockAnsweredFields = async (
  em: EntityManager,
  row: CheckoutRow,
  products: readonly FullProduct[],
): Promise<boolean> => {
  if (Object.keys(row.customFieldData).length === 0) return true;
  const product = products.find(({ id }) => id === row.productId);
  return lockSlugs(em, product?.fields.map(({ field }) => field) ?? []);
};
