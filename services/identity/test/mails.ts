/** Actions with links of mails. */
import { eventually } from '@tessera/kit/test/eventually';
import { createBrowser } from './browser.ts';
import type { IdentityStack } from './factories.ts';

/** Resets a password with the token of a mail. */
export const reset = async (
  { base, mails }: Pick<IdentityStack, 'base' | 'mails'>,
  email: string,
  newPassword: string,
): Promise<void> => {
  const browser = createBrowser(base);
  const known = mails.length;
  await browser.send('POST', '/forget-password', { body: { email, redirectTo: '/reset' } });
  const token = await eventually(() => {
    const mail = mails.slice(known).find(({ type, to }) => type === 'reset-password' && to === email);
    if (!mail?.token) throw new Error(`no mail to ${email}`);
    return mail.token;
  });
  const { status } = await browser.send('POST', '/reset-password', { body: { newPassword, token } });
  expect(status).toBe(200);
};
