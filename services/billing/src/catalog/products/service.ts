/** Creating and changing products. There is no deleting: a product is archived. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { outboxRow, transact } from '@tessera/kit/outbox';
import {
  Product,
  type ProductBenefitsUpdate,
  type ProductCreate,
  type ProductUpdate,
} from '@tessera/proto/api/billing/product';
import type { Caller } from '@tessera/proto/api/passport';
import { toWire } from '@tessera/proto/api/wire';
import { productCreated, productUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { assertMayRead, assertMayWrite, organizationOfCreate } from '../../access/memberships/service.ts';
import type { Billing } from '../../billing.ts';
import { emitAll, type Told } from '../../events.ts';
import { lockBenefitsByIds } from '../benefits/find.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import {
  ProductBenefitEntity,
  ProductEntity,
  ProductPriceEntity,
  type ProductPriceRow,
  type ProductRow,
} from './entity.ts';
import { findProductsByIds } from './find.ts';
import { leadingPrice, type NewPrice, planPrices } from './rules.ts';
import { type FullProduct, viewProduct } from './view.ts';

export const createProduct = async (
  billing: Billing,
  caller: Caller,
  body: ProductCreate,
): Promise<Product> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  refuseUnknownAttachments(body);
  const now = billing.now();
  const id = uuidv7();
  const prices = planPrices(body.prices, []).flatMap((entry, position) =>
    'added' in entry ? newPrice(entry.added, { productId: id, position, now }) : [],
  );
  const row: ProductRow = {
    id,
    createdAt: now,
    modifiedAt: null,
    organizationId,
    name: body.name,
    description: body.description ?? null,
    recurringInterval: body.recurringInterval,
    isArchived: false,
    metadata: body.metadata ?? {},
    ...leadingOf(prices),
  };
  return transact(billing.db, async (em) => {
    await em.insert(ProductEntity, row);
    await em.insert(ProductPriceEntity, prices);
    const product = { ...row, prices, benefits: [] };
    await tellProduct(em, productCreated, product);
    return viewProduct(product);
  });
};

export const getProduct = async (billing: Billing, caller: Caller, id: string): Promise<Product> => {
  const [product] = await findProductsByIds(billing.db.manager, [id]);
  if (!product) throw kitErrors.ResourceNotFound();
  await assertMayRead(billing, caller, product.organizationId);
  return viewProduct(product);
};

export const updateProduct = async (
  billing: Billing,
  caller: Caller,
  { id, body }: { id: string; body: ProductUpdate },
): Promise<Product> => {
  await assertMayWriteProduct(billing, caller, id);
  refuseUnknownAttachments(body);
  return transact(billing.db, async (em) => {
    const product = await lockProduct(em, id);
    if (body.recurringInterval && body.recurringInterval !== product.recurringInterval)
      throw refuseField(['body', 'recurring_interval'], 'The recurring interval cannot be changed.');
    const now = billing.now();
    const prices = body.prices
      ? await changePrices(em, { product, wanted: body.prices, now })
      : product.prices;
    const changes = {
      name: body.name ?? product.name,
      description: body.description ?? product.description,
      isArchived: body.isArchived ?? product.isArchived,
      metadata: body.metadata ?? product.metadata,
      modifiedAt: now,
      ...leadingOf(prices),
    };
    await em.update(ProductEntity, { id: product.id }, changes);
    const updated = { ...product, ...changes, prices };
    await tellProduct(em, productUpdated, updated);
    return viewProduct(updated);
  });
};

/** Replaces the product's benefits by the complete, ordered list. */
export const updateProductBenefits = async (
  billing: Billing,
  caller: Caller,
  { id, body }: { id: string; body: ProductBenefitsUpdate },
): Promise<Product> => {
  await assertMayWriteProduct(billing, caller, id);
  const ids = body.benefits;
  return transact(billing.db, async (em) => {
    const found = new Map((await lockBenefitsByIds(em, ids)).map((benefit) => [benefit.id, benefit]));
    const product = await lockProduct(em, id);
    const benefits = ids.map((benefitId, index) => {
      const benefit = found.get(benefitId);
      const loc = ['body', 'benefits', index];
      if (!benefit || benefit.deletedAt || benefit.organizationId !== product.organizationId)
        throw refuseField(loc, 'Benefit does not exist.');
      if (ids.indexOf(benefitId) !== index) throw refuseField(loc, 'The benefit is listed twice.');
      if (!benefit.selectable && !product.benefits.some((present) => present.id === benefitId))
        throw refuseField(loc, 'The benefit cannot be chosen.');
      return benefit;
    });
    await em.delete(ProductBenefitEntity, { productId: product.id });
    await em.insert(
      ProductBenefitEntity,
      benefits.map((benefit, position) => ({ productId: product.id, benefitId: benefit.id, position })),
    );
    const changes = { modifiedAt: billing.now() };
    await em.update(ProductEntity, { id: product.id }, changes);
    const updated = { ...product, ...changes, benefits };
    await tellProduct(em, productUpdated, updated);
    await noteCatalogChange(em, 'product', product);
    return viewProduct(updated);
  });
};

/** Takes a benefit that is being deleted off every product that has it, in a fixed number of statements. */
export const detachBenefit = async (em: EntityManager, benefitId: string, now: Date): Promise<void> => {
  const links = await em.find(ProductBenefitEntity, { where: { benefitId } });
  const ids = links.map(({ productId }) => productId).toSorted();
  if (ids.length === 0) return;
  await em.query('SELECT 1 FROM products WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
  await em.delete(ProductBenefitEntity, { benefitId });
  await em.update(ProductEntity, { id: In(ids) }, { modifiedAt: now });
  const products = await findProductsByIds(em, ids);
  await emitAll(
    em,
    products.map((product) => productEvent(productUpdated, product)),
  );
};

const assertMayWriteProduct = async (billing: Billing, caller: Caller, id: string): Promise<void> => {
  const row = await billing.db.manager.findOneBy(ProductEntity, { id });
  if (!row) throw kitErrors.ResourceNotFound();
  await assertMayWrite(billing, caller, row.organizationId);
};

/** A product as it is once nobody else is changing it. */
const lockProduct = async (em: EntityManager, id: string): Promise<FullProduct> => {
  await em.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [id]);
  const [product] = await findProductsByIds(em, [id]);
  if (!product) throw kitErrors.ResourceNotFound();
  return product;
};

/** Writes the new price list: prices left out are archived, never lost. */
const changePrices = async (
  em: EntityManager,
  { product, wanted, now }: { product: FullProduct; wanted: NonNullable<ProductUpdate['prices']>; now: Date },
): Promise<ProductPriceRow[]> => {
  const prices = planPrices(wanted, product.prices).map((entry, position) =>
    'kept' in entry ? entry.kept : newPrice(entry.added, { productId: product.id, position, now }),
  );
  const isIn = (list: readonly ProductPriceRow[], { id }: ProductPriceRow) =>
    list.some((price) => price.id === id);
  for (const left of product.prices.filter((price) => !isIn(prices, price)))
    await em.update(ProductPriceEntity, { id: left.id }, { isArchived: true, modifiedAt: now });
  await em.insert(
    ProductPriceEntity,
    prices.filter((price) => !isIn(product.prices, price)),
  );
  return prices;
};

const newPrice = (
  price: NewPrice,
  { productId, position, now }: { productId: string; position: number; now: Date },
): ProductPriceRow => ({
  id: uuidv7(),
  createdAt: now,
  modifiedAt: null,
  productId,
  position,
  isArchived: false,
  amountType: price.amountType,
  priceAmount: price.amountType === 'fixed' ? price.priceAmount : null,
  minimumAmount: price.amountType === 'custom' ? (price.minimumAmount ?? null) : null,
  maximumAmount: price.amountType === 'custom' ? (price.maximumAmount ?? null) : null,
  presetAmount: price.amountType === 'custom' ? (price.presetAmount ?? null) : null,
});

const leadingOf = (prices: readonly ProductPriceRow[]) => {
  const [first] = prices;
  if (!first) throw new Error('a product always has a price');
  return leadingPrice(first);
};

/** No file and no custom field can exist here, so that whatever is named is unknown. */
const refuseUnknownAttachments = ({
  medias,
  attachedCustomFields,
}: Pick<ProductUpdate, 'medias' | 'attachedCustomFields'>): void => {
  if (medias?.length) throw refuseField(['body', 'medias', 0], 'File does not exist.');
  if (attachedCustomFields?.length)
    throw refuseField(
      ['body', 'attached_custom_fields', 0, 'custom_field_id'],
      'Custom field does not exist.',
    );
};

const tellProduct = (
  em: EntityManager,
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): Promise<void> => emitAll(em, [productEvent(type, product)]);

/** Says that a product came into being or changed. */
export const productEvent = (
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): Told =>
  outboxRow(type as typeof productUpdated, {
    productId: product.id,
    organizationId: product.organizationId,
    snapshot: JSON.stringify(toWire(Product, viewProduct(product), 'snake')),
  });
