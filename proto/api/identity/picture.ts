/** The picture of an account: cut and made small by the page, kept and given out by identity. */
import { z } from 'zod';
import { text } from '../fields.ts';

/** Pixels of a side that pages cut pictures to. */
export const pictureSide = 256;
/** Bytes of a picture, at most. */
export const maxAccountPictureBytes = 40_000;

/** Body of `POST /account-picture`: a JPEG or WebP, as base64. */
export const AccountPicture = z.object({
  picture: text.max(Math.ceil((maxAccountPictureBytes * 4) / 3) + 4),
});
export type AccountPicture = z.output<typeof AccountPicture>;

/** Where the picture is from now on: the user's `image`. */
export const AccountPictureReply = z.object({ image: z.string() });

/** Path of `GET /account-picture/{id}`. */
export const AccountPicturePath = z.object({ id: z.uuid() });
