/** Creating and changing products. There is no deleting: a product is archived. */

import { organizationOfCreate } from '@tessera/kit/access';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { Product, ProductCreate, ProductUpdate } from '@tessera/proto/api/billing/product';
import type { Caller } from '@tessera/proto/api/passport';
import { productCreated, productUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { ProductEntity, ProductPriceEntity, type ProductRow } from './entity.ts';
import { emitProduct } from './events.ts';
import { lockProduct } from './find.ts';
import { changePrices, leadingOf, newPrices } from './prices.ts';
import { viewProduct } from './view.ts';

export const createProduct = async (
  billing: Billing,
  caller: Caller,
  body: ProductCreate,
): Promise<Product> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  refuseUnknownAttachments(body);
  const now = billing.now();
  const id = uuidv7();
  const prices = newPrices(body.prices, { productId: id, now });
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
    await emitProduct(em, productCreated, product);
    return viewProduct(product);
  });
};

export const updateProduct = async (
  billing: Billing,
  { id }: ProductRow,
  body: ProductUpdate,
): Promise<Product> => {
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
    await emitProduct(em, productUpdated, updated);
    return viewProduct(updated);
  });
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
