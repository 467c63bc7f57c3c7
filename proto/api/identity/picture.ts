/** Account pictures: cropped and scaled by the page, stored and served by identity. */
import { z } from 'zod';
import { text } from '../fields.ts';

/** Width and height to which pages scale pictures, in pixels. */
export const pictureSide = 256;
/** Maximum size of a picture, in bytes. */
export const maxAccountPictureBytes = 40_000;

/** Body of `POST /account-picture`: a JPEG or WebP image as base64. */
export const AccountPicture = z.object({
  picture: text.max(Math.ceil((maxAccountPictureBytes * 4) / 3) + 4),
});
export type AccountPicture = z.output<typeof AccountPicture>;

/** The URL of the new picture: the user's `image`. */
export const AccountPictureReply = z.object({ image: z.string() });

/** Path of `GET /account-picture/{id}`. */
export const AccountPicturePath = z.object({ id: z.uuid() });
