/** The custom fields that a product's checkout asks for. */
import { refuseEntries, refuseField } from '@tessera/kit/errors';
import type { AttachedCustomFieldCreate } from '@tessera/proto/api/billing/custom-field';
import type { EntityManager } from 'typeorm';
import { findCustomFieldsByIds, lockCustomFields } from '../custom-fields/find.ts';
import type { CustomFieldAttachment, ProductRow } from './entity.ts';
import type { AttachedField } from './view.ts';

/** Most characters of all fields of a product, as it is shown: lists of products show them with each. */
export const maxAttachedCharacters = 250_000;

/** Reads a wanted list; what it names cannot be deleted before the transaction has ended. Throws a refused field. */
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

/** As the product's row keeps them. */
export const attachmentsOf = (attached: readonly AttachedField[]): CustomFieldAttachment[] =>
  attached.map(({ field, required }) => ({ id: field.id, required }));

/** The fields of products, by product, in order. One query, and none where nothing is asked. */
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
