/** The answers to a product's custom fields, as a checkout takes them. Pure, but for the slugs that are held. */
import type { CustomFieldData } from '@tessera/proto/api/billing/metadata';
import type { EntityManager } from 'typeorm';
import { missingAnswers, readAnswers } from '../../catalog/custom-fields/answers.ts';
import { lockSlugs } from '../../catalog/custom-fields/find.ts';
import type { AttachedField, FullProduct } from '../../catalog/products/view.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuseAnswers } from '../errors.ts';

const asked = ({ fields }: { fields: readonly AttachedField[] }) =>
  fields.map(({ field, required }) => ({ ...field, required }));

/** What is given replaces all answers; a switch to another product keeps those that it asks for too. */
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

/** The answers, given as text, that do; the others are passed over. */
export const prefillAnswers = (
  row: CheckoutRow,
  data: Record<string, string>,
  products: readonly FullProduct[],
): CheckoutRow => {
  const product = products.find(({ id }) => id === row.productId);
  if (!product) return row;
  return { ...row, customFieldData: readAnswers(asked(product), data).answers };
};

/** The answers as they are bought with, and which are missing; refuses those that the fields do not take any more. */
export const finalAnswers = (row: CheckoutRow, product: FullProduct) => {
  const fields = asked(product);
  const { answers, refusals } = readAnswers(fields, row.customFieldData);
  if (refusals.length > 0) throw refuseAnswers(refusals);
  return { answers, missing: missingAnswers(fields, answers) };
};

/** Whether the fields that a row answers still have the slugs that the answers are kept under. */
export const lockAnsweredFields = async (
  em: EntityManager,
  row: CheckoutRow,
  products: readonly FullProduct[],
): Promise<boolean> => {
  if (Object.keys(row.customFieldData).length === 0) return true;
  const product = products.find(({ id }) => id === row.productId);
  return lockSlugs(em, product?.fields.map(({ field }) => field) ?? []);
};
