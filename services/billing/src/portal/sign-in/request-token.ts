/**
 * Tokens that bind a guess to the request of its code, so that nobody else's guesses count. `asked`: for the browser
 * that requested the code. `mailed`: in the link of the mail, and therefore proof of access to the mailbox. They
 * contain the id of the code, encrypted with the service's key, and hold as long as the code.
 */
import type { Vault } from '@tessera/kit/secrets';
import { z } from 'zod';

const Content = z.tuple([z.literal('customer code'), z.enum(['asked', 'mailed']), z.uuid()]);
export type RequestProof = { how: 'asked' | 'mailed'; codeId: string };

export const sealRequest = (vault: Vault, { how, codeId }: RequestProof): string =>
  vault.encrypt(JSON.stringify(['customer code', how, codeId] satisfies z.input<typeof Content>));

/** Returns null for a token that is none of ours, or is sealed with a key that is no longer in use. */
export const openRequest = (vault: Vault, token: string): RequestProof | null => {
  try {
    const [, how, codeId] = Content.parse(JSON.parse(vault.decrypt(token)));
    return { how, codeId };
  } catch {
    return null;
  }
};
