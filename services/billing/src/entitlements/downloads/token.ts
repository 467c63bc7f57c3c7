/** Signed tokens of download links: file, benefit, customer and expiry. */
import { defineErrors, kitErrors } from '@tessera/kit/errors';
import { z } from 'zod';
import type { Signer } from '../../files/storage/signing.ts';
import type { Downloadable } from './find.ts';

const Claims = z.tuple([z.uuid(), z.uuid(), z.uuid(), z.int()]);

const errors = defineErrors({
  ResourceUnavailable: { status: 410, message: 'This link has expired.' },
});

const fieldsOf = (claims: z.output<typeof Claims>) => ['download', ...claims];

/** Creates the token of a link that is valid until `expiresAt`. */
export const createDownloadToken = async (
  signer: Signer,
  { fileId, benefitId, customerId }: Downloadable,
  expiresAt: Date,
): Promise<string> => {
  const claims: z.output<typeof Claims> = [fileId, benefitId, customerId, expiresAt.getTime()];
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${text}.${await signer.sign(fieldsOf(claims))}`;
};

/** Verifies a token. Throws ResourceNotFound if it was not signed here, ResourceUnavailable if it has expired. */
export const readDownloadToken = async (signer: Signer, now: Date, token: string): Promise<Downloadable> => {
  const [text = '', signature = ''] = token.split('.');
  const claims = claimsOf(text);
  if (!claims || !(await signer.verify(fieldsOf(claims), signature))) throw kitErrors.ResourceNotFound();
  const [fileId, benefitId, customerId, expiresAt] = claims;
  if (expiresAt <= now.getTime()) throw errors.ResourceUnavailable();
  return { fileId, benefitId, customerId };
};

/** The error of a link whose file the customer no longer has. */
export const noLongerGiven = () => errors.ResourceUnavailable('This file is no longer available.');

const claimsOf = (text: string): z.output<typeof Claims> | null => {
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null;
  } catch {
    return null;
  }
};
