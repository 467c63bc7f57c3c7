import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError } from './api-client.ts';
import { seller } from './story.ts';

/** Signs the demo seller up and in; where the options ask for it, they prove their address by the mail first. */
export const signUpSeller = async (api: ApiClient, authPath: string): Promise<void> => {
  const { token } = await api.call<{ token: string | null }>('POST', `${authPath}/sign-up/email`, seller);
  if (token !== null) return;
  try {
    await signIn(api, authPath);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    await api.call('GET', `${authPath}/verify-email?token=${await mailedToken(api)}`);
    await signIn(api, authPath);
  }
};

const signIn = (api: ApiClient, authPath: string): Promise<unknown> =>
  api.call('POST', `${authPath}/sign-in/email`, { email: seller.email, password: seller.password });

type Mail = { to: string; type: string; token: string | null };

/** The token of the verification mail, which is sent a moment after the sign-up. */
const mailedToken = async (api: ApiClient): Promise<string> => {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { items } = await api.call<{ items: Mail[] }>('GET', '/api/dev/mail');
    const mail = items.find(({ to, type }) => to === seller.email && type === 'verification');
    if (mail?.token) return mail.token;
    if (performance.now() > deadline)
      throw new Error('no mail asked the demo seller to verify their address');
    await delay(100);
  }
};
