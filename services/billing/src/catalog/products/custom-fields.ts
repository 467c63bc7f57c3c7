/** The custom fields that a product's checkout asks for. */
import { refuseEntries, refuseField } from '@tessera/kit/errors';
import type { AttachedCustomFieldCreate } from '@tessera/proto/api/billing/custom-field';
import type { EntityManager } from 'typeorm';
import { findCustomFieldsByIds, lockCustomFields } from '../custom-fields/find.ts';
import type { CustomFieldAttachment, ProductRow } from './entity.ts';
import type { AttachedField } from './view.ts';

/** Maximum total characters (JSON) of a product's fields: lists of products include them. */
export const maxAttachedCharacters = 250_000;

/** Validates the wanted list and locks its fields until the transaction ends. Throws a validation error. */
export const attachCustomFields = async (
  em: EntityManager,
  organizationId: string,
  wanted: readonly AttachedCustomFieldCreate[],
): Promise<AttachedField[]> => {
  const ids = wanted.map(({ customFieldId }) => customFieldId);
  const found = new Map((await lockCustomFields(em, ids)).map((field) => [field.id, field]));
  refuseEntries(['body', 'attached_custom_fields'], ids, (id, index) => {
    if (found.get(id)?.organizationId !== organizationId) return 'Custom field does not exist.';
    return ids.indexOf(id) === index ? null : 'The custom field is listed twice.';
  });
  if (JSON.stringify([...found.values()]).length > maxAttachedCharacters)
    throw refuseField(
      ['body', 'attached_custom_fields'],
      `All custom fields together can have at most ${maxAttachedCharacters} characters.`,
      'too_long',
    );
  return wanted.flatMap(({ customFieldId, required }) => {
    const field = found.get(customFieldId);
    return field ? [{ field, required }] : [];
  });
};

/** As stored in the product's row. */
export const attachmentsOf = (attached: readonly AttachedField[]): CustomFieldAttachment[] =>
  attached.map(({ field, required }) => ({ id: field.id, required }));

/** Custom fields by product id, in order. One query, or none without fields. */
export const findAttachedFields = async (
  em: EntityManager,
  rows: readonly ProductRow[],
): Promise<Map<string, AttachedField[]>> => {
  const fields = await findCustomFieldsByIds(
    em,
    rows.flatMap(({ attachedCustomFields }) => attachedCustomFields.map(({ id }) => id)),
  );
  const byId = new Map(fields.map((field) => [field.id, field]));
  return new Map(
    rows.map((row) => [
      row.id,
      row.attachedCustomFields.flatMap(({ id, required }) => {
        const field = byId.get(id);
        return field ? [{ field, required }] : [];
      }),
    ]),
  );
};
