/** Deletes custom fields, and moves stored answers to a new slug. */
import { transact } from '@tessera/kit/events/outbox';
import type { CustomField, CustomFieldUpdate } from '@tessera/proto/api/billing/custom-field';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import type { FollowCatalogChange } from '../catalog/changes/worker.ts';
import { CustomFieldEntity, type CustomFieldRow } from '../catalog/custom-fields/entity.ts';
import { lockCustomField } from '../catalog/custom-fields/find.ts';
import { moveAnswers } from '../catalog/custom-fields/renames.ts';
import { updateCustomField } from '../catalog/custom-fields/service.ts';
import { detachCustomField } from '../catalog/products/detach.ts';

/** Soft-deletes a custom field and removes it from products. Answers stay with their orders. */
export const deleteCustomField = async (billing: Billing, { id }: CustomFieldRow): Promise<void> => {
  await transact(billing.db, async (em) => {
    const field = await lockCustomField(em, id);
    const now = billing.now();
    await em.update(CustomFieldEntity, { id }, { deletedAt: now, modifiedAt: now });
    await detachCustomField(em, field, now);
  });
};

/** Maximum pages of answers moved within the request; the rest is moved in the background. */
const pagesOfRequest = 20;

/** Updates a field. Moves answers to a new slug within the request, unless there are very many. */
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

/** Moves the answers that the request or a crash has left. */
export const followCustomField: FollowCatalogChange = async (em: EntityManager, _now, { subjectId }) =>
  (await moveAnswers(em, subjectId, answerTables)) ? 'what is left' : null;

/** In the order in which answers are copied from table to table, so that concurrent copies are not missed. */
const answerTables = ['checkouts', 'subscriptions', 'orders'] as const;
