/** Creates and updates products. Products are never deleted, only archived. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Product, ProductCreate, ProductUpdate } from '@tessera/proto/api/billing/product';
import type { Caller } from '@tessera/proto/api/passport';
import { productCreated, productUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { attachCustomFields, attachmentsOf } from './custom-fields.ts';
import { ProductEntity, type ProductRow } from './entity.ts';
import { emitProduct } from './events.ts';
import { lockProduct } from './find.ts';
import { lockMedias } from './medias.ts';
import { changePrices, insertPrices, leadingOf, pricesOf } from './prices.ts';
import { noTrial, trialAfter } from './trial.ts';
import { viewProduct } from './view.ts';

export const createProduct = async (
  billing: Billing,
  caller: Caller,
  body: ProductCreate,
): Promise<Product> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const now = billing.now();
  const id = uuidv7();
  const { recurringInterval } = body;
  const prices = await pricesOf(billing.db.manager, body.prices, {
    product: { id, organizationId, recurringInterval },
    current: [],
    now,
  });
  const row: ProductRow = {
    id,
    createdAt: now,
    modifiedAt: null,
    organizationId,
    name: body.name,
    description: body.description || null,
    recurringInterval,
    recurringIntervalCount: body.recurringIntervalCount ?? 1,
    ...trialAfter(noTrial, body, recurringInterval),
    trialRequiresPaymentMethod: body.trialRequiresPaymentMethod ?? true,
    isArchived: false,
    metadata: body.metadata ?? {},
    attachedCustomFields: [],
    mediaIds: [],
    isTaxApplicable: body.isTaxApplicable,
    taxBehavior: body.taxBehavior,
    ...leadingOf(prices),
  };
  return transact(billing.db, async (em) => {
    const fields = await attachCustomFields(em, organizationId, body.attachedCustomFields ?? []);
    const medias = await lockMedias(em, { organizationId, ids: body.medias ?? [] });
    const mediaIds = medias.map(({ id: fileId }) => fileId);
    const asking = { ...row, attachedCustomFields: attachmentsOf(fields), mediaIds };
    await em.insert(ProductEntity, asking);
    await insertPrices(em, prices);
    const product = { ...asking, prices, benefits: [], fields, medias };
    await emitProduct(em, productCreated, product);
    return viewProduct(product);
  });
};

export const updateProduct = async (
  billing: Billing,
  { id, organizationId }: ProductRow,
  body: ProductUpdate,
): Promise<Product> => {
  return transact(billing.db, async (em) => {
    // Lock order: fields and files before the product, as their deletion does.
    const wanted =
      body.attachedCustomFields && (await attachCustomFields(em, organizationId, body.attachedCustomFields));
    const shown = body.medias && (await lockMedias(em, { organizationId, ids: body.medias }));
    const product = await lockProduct(em, id);
    if (body.recurringInterval && body.recurringInterval !== product.recurringInterval)
      throw refuseField(['body', 'recurring_interval'], 'The recurring interval cannot be changed.');
    if (body.recurringIntervalCount && body.recurringIntervalCount !== product.recurringIntervalCount)
      throw refuseField(['body', 'recurring_interval_count'], 'The recurring interval cannot be changed.');
    const now = billing.now();
    const prices = body.prices
      ? await changePrices(em, { product, wanted: body.prices, now })
      : product.prices;
    const fields = wanted ?? product.fields;
    const medias = shown ?? product.medias;
    const wished = {
      name: body.name ?? product.name,
      // Null is ignored, as in every field of a product; an empty string clears the description.
      description: (body.description ?? product.description) || null,
      isArchived: body.isArchived ?? product.isArchived,
      ...trialAfter(product, body, product.recurringInterval),
      trialRequiresPaymentMethod: body.trialRequiresPaymentMethod ?? product.trialRequiresPaymentMethod,
      metadata: body.metadata ?? product.metadata,
      isTaxApplicable: body.isTaxApplicable ?? product.isTaxApplicable,
      taxBehavior: body.taxBehavior ?? product.taxBehavior,
      attachedCustomFields: attachmentsOf(fields),
      mediaIds: medias.map(({ id: fileId }) => fileId),
      ...leadingOf(prices),
    };
    if (leavesAsIs(product, { ...wished, prices })) return viewProduct(product);
    const changes = { ...wished, modifiedAt: now };
    await em.update(ProductEntity, { id: product.id }, changes);
    const updated = { ...product, ...changes, prices, fields, medias };
    await emitProduct(em, productUpdated, updated);
    return viewProduct(updated);
  });
};
