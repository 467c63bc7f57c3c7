/** Serves public pictures. They never change, so browsers cache them for ever. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { kitErrors } from '@tessera/kit/errors';
import { id } from '@tessera/proto/api/fields';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { pictureKey } from './rules.ts';
import { sendObject } from './storage/send-object.ts';

export const MediaPath = z.object({
  file: id,
  picture: z.string().regex(/^(?:128|400|512|800|1600)\.webp$/),
});

/** Sends a picture. Throws ResourceNotFound. */
export const sendPicture = async (
  { files }: Billing,
  { file, picture }: z.output<typeof MediaPath>,
  { req, res }: { req: Request; res: Response },
): Promise<void> => {
  const found = await files.store.read(pictureKey(file, Number.parseInt(picture, 10)));
  if (!found) throw kitErrors.ResourceNotFound();
  // Small: read as a whole, so that a slow client keeps no stream of the store open.
  const bytes = await buffer(found.body);
  await sendObject(req, res, {
    etag: found.etag,
    size: bytes.length,
    read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    mimeType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  });
};
