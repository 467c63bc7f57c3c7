/** Creates and updates custom fields. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { violates } from '@tessera/kit/database/data-source';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  CustomField,
  CustomFieldCreate,
  CustomFieldUpdate,
} from '@tessera/proto/api/billing/custom-field';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import {
  CustomFieldEntity,
  type CustomFieldKind,
  CustomFieldRenameEntity,
  type CustomFieldRow,
} from './entity.ts';
import { lockCustomField } from './find.ts';
import { assertAnswerable, assertShown } from './rules.ts';
import { viewCustomField } from './view.ts';

export const createCustomField = async (
  billing: Billing,
  caller: Caller,
  body: CustomFieldCreate,
): Promise<CustomField> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const kind = { type: body.type, properties: body.properties } as CustomFieldKind;
  assertAnswerable(kind);
  assertShown(kind);
  const row: CustomFieldRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId,
    slug: body.slug,
    name: body.name,
    metadata: body.metadata ?? {},
    ...kind,
  };
  return transact(billing.db, async (em) => {
    await em.insert(CustomFieldEntity, row).catch(refuseTaken);
    await assertFreeOfAnswers(em, row);
    return viewCustomField(row);
  });
};

/** The updated field, and whether stored answers must be moved to a new slug. */
export type ChangedCustomField = { field: CustomField; isRenamed: boolean };

/** Updates a field. With a new slug, moving the stored answers is queued in the same transaction. */
export const updateCustomField = async (
  billing: Billing,
  { id }: CustomFieldRow,
  body: CustomFieldUpdate,
): Promise<ChangedCustomField> =>
  transact(billing.db, async (em) => {
    const field = await lockCustomField(em, id);
    if (field.type !== body.type)
      throw refuseField(['body', 'type'], `The type of this custom field is ${field.type}.`);
    const kind = { type: field.type, properties: body.properties ?? field.properties } as CustomFieldKind;
    assertAnswerable(kind);
    // Fields from before this limit can still be renamed.
    if (body.properties) assertShown(kind);
    const wished = {
      ...kind,
      slug: body.slug ?? field.slug,
      name: body.name ?? field.name,
      metadata: body.metadata ?? field.metadata,
    };
    if (leavesAsIs<object>(field, wished)) return { field: viewCustomField(field), isRenamed: false };
    const updated: CustomFieldRow = { ...field, ...wished, modifiedAt: billing.now() };
    const { slug, name, metadata, properties, modifiedAt } = updated;
    await em
      .update(CustomFieldEntity, { id }, { slug, name, metadata, properties, modifiedAt })
      .catch(refuseTaken);
    const isRenamed = slug !== field.slug;
    if (isRenamed) await noteRename(em, field, updated);
    return { field: viewCustomField(updated), isRenamed };
  });

const noteRename = async (em: EntityManager, from: CustomFieldRow, to: CustomFieldRow): Promise<void> => {
  await assertFreeOfAnswers(em, to);
  await em.delete(CustomFieldRenameEntity, { customFieldId: to.id, slug: to.slug });
  const { id: customFieldId, organizationId, slug } = from;
  await em.insert(CustomFieldRenameEntity, { customFieldId, organizationId, slug });
  await noteCatalogChange(em, 'custom_field', from);
};

/**
 * Throws while answers of another field are still stored under the slug. Checked after the slug is written: a
 * concurrent rename away from it has committed by then.
 */
const assertFreeOfAnswers = async (
  em: EntityManager,
  { id, organizationId, slug }: CustomFieldRow,
): Promise<void> => {
  const renames = await em.findBy(CustomFieldRenameEntity, { organizationId, slug });
  if (renames.some(({ customFieldId }) => customFieldId !== id))
    throw refuseField(
      ['body', 'slug'],
      'Another custom field was just renamed from this slug. Try again soon.',
    );
};

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'custom_fields_slug'))
    throw refuseField(['body', 'slug'], 'Custom field with this slug already exists.');
  throw error;
};
