/** What a custom field's end, or its new slug, leads to beyond the field itself. */
import { transact } from '@tessera/kit/outbox';
import type { CustomField, CustomFieldUpdate } from '@tessera/proto/api/billing/custom-field';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import type { FollowCatalogChange } from '../catalog/changes/worker.ts';
import { CustomFieldEntity, type CustomFieldRow } from '../catalog/custom-fields/entity.ts';
import { lockCustomField } from '../catalog/custom-fields/find.ts';
import { moveAnswers } from '../catalog/custom-fields/renames.ts';
import { updateCustomField } from '../catalog/custom-fields/service.ts';
import { detachCustomField } from '../catalog/products/detach.ts';

/** Deletes a custom field: products ask for it no more. What was answered stays with its orders. */
export const deleteCustomField = async (billing: Billing, { id }: CustomFieldRow): Promise<void> => {
  await transact(billing.db, async (em) => {
    const field = await lockCustomField(em, id);
    const now = billing.now();
    await em.update(CustomFieldEntity, { id }, { deletedAt: now, modifiedAt: now });
    await detachCustomField(em, field, now);
  });
};

/** How many pages of answers a request moves itself; what is left follows off the request. */
const pagesOfRequest = 20;

/** Changes a field. Under a new slug its answers are found at once, unless there are very many of them. */
export const changeCustomField = async (
  billing: Billing,
  row: CustomFieldRow,
  body: CustomFieldUpdate,
): Promise<CustomField> => {
  const { field, isRenamed } = await updateCustomField(billing, row, body);
  if (!isRenamed) return field;
  try {
    for (let page = 0; page < pagesOfRequest; page += 1)
      if (!(await billing.db.transaction((em) => moveAnswers(em, field.id, answerTables)))) break;
  } catch (error) {
    billing.log.warn({ err: error, customFieldId: field.id }, 'answers are moved later');
  }
  return field;
};

/** Moves what the request has left, or what a crash has. */
export const followCustomField: FollowCatalogChange = async (em: EntityManager, _now, { subjectId }) =>
  (await moveAnswers(em, subjectId, answerTables)) ? 'what is left' : null;

/** In the order in which answers travel, so that none is left behind by what goes on meanwhile. */
const answerTables = ['checkouts', 'subscriptions', 'orders'] as const;
