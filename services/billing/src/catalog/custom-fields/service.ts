/** Creating and changing custom fields. */

import { organizationOfCreate } from '@tessera/kit/access';
import { violates } from '@tessera/kit/database';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
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

/** The answer to a change, and whether answers have to be moved to a new slug. */
export type ChangedCustomField = { field: CustomField; isRenamed: boolean };

/** Changes a field. A new slug is noted in the same transaction, so that the answers under the former one follow. */
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
    // What was taken before there was a bound can be renamed.
    if (body.properties) assertShown(kind);
    const updated: CustomFieldRow = {
      ...field,
      ...kind,
      slug: body.slug ?? field.slug,
      name: body.name ?? field.name,
      metadata: body.metadata ?? field.metadata,
      modifiedAt: billing.now(),
    };
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
 * A slug that another field has just given up is free once its answers have been moved. Looked at once the slug is
 * written: whoever gives it up at the same moment has committed then.
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
