/** The picture of an account: at most one, with a new URL for each, so that clients can cache it forever. */
import { sql } from '@tessera/kit/database/sql';
import { defineErrors, kitErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { type AccountPicture, maxAccountPictureBytes } from '@tessera/proto/api/identity/picture';
import { uuidv7 } from 'uuidv7';
import { authUrl, type Identity } from '../identity.ts';
import { changeUser, editUser } from '../users/change.ts';
import type { User } from '../users/entity.ts';
import { type PictureType, typeOfPicture } from './picture-format.ts';

const pictureErrors = defineErrors({
  InvalidPicture: { status: 400, message: 'The image must be a small JPEG or WebP without metadata' },
});

export type StoredPicture = { type: PictureType; bytes: Buffer };

/** Replaces the picture. Throws InvalidPicture. */
export const setPicture = async (
  identity: Identity,
  { user }: SessionRecord,
  { picture }: AccountPicture,
): Promise<User> => {
  const bytes = Buffer.from(picture, 'base64');
  const type = bytes.length <= maxAccountPictureBytes ? typeOfPicture(bytes) : null;
  if (type === null) throw pictureErrors.InvalidPicture();
  const id = uuidv7();
  return editUser(identity, user.id, async (em, row) => {
    await em.query(
      `INSERT INTO pictures (user_id, id, type, bytes) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, type = excluded.type, bytes = excluded.bytes`,
      [row.id, id, type, bytes],
    );
    return changeUser(em, row, { image: `${authUrl(identity)}/account-picture/${id}` });
  });
};

/** Removes the picture, also one that is hosted elsewhere. */
export const removePicture = (identity: Identity, { user }: SessionRecord): Promise<User> =>
  editUser(identity, user.id, async (em, row) => {
    await em.query('DELETE FROM pictures WHERE user_id = $1', [row.id]);
    return changeUser(em, row, { image: null });
  });

/** Returns a picture by the id in its URL; public. Throws ResourceNotFound. */
export const getPicture = async ({ db }: Identity, id: string): Promise<StoredPicture> => {
  const [found] = await sql<StoredPicture>(db, 'SELECT type, bytes FROM pictures WHERE id = $1', [id]);
  if (!found) throw kitErrors.ResourceNotFound();
  return found;
};
