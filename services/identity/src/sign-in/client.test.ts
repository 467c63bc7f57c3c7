/** The unmodified client of the contract, against the served app. */
import { createAuthClient } from 'better-auth/client';
import { createBrowser } from '../../test/browser.ts';
import { person, publicUrl, type Started, startForTests } from '../../test/factories.ts';

let started: Started;
beforeAll(async () => {
  started = await startForTests();
});
afterAll(() => started.stop());

/** The client of someone's browser: the cookies of its calls are kept. */
const clientOf = () => {
  const browser = createBrowser('');
  const customFetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', publicUrl);
    if (browser.cookies.size > 0) headers.set('cookie', browser.header());
    const response = await fetch(input, { ...init, headers });
    browser.keep(response.headers.getSetCookie());
    return response;
  };
  return { browser, client: createAuthClient({ baseURL: started.base, fetchOptions: { customFetchImpl } }) };
};

describe('the unmodified client', () => {
  it('signs up, reads its session, signs out and signs in again', async () => {
    const { client } = clientOf();
    const { name, email, password } = person();

    const up = await client.signUp.email({ name, email, password });
    expect(up.error).toBeNull();
    expect(up.data).toMatchObject({ token: expect.any(String), user: { name, email, emailVerified: false } });

    const session = await client.getSession();
    expect(session.data?.session.token).toBe(up.data?.token);
    expect(session.data?.session.expiresAt).toBeInstanceOf(Date);
    expect(session.data?.user.email).toBe(email);

    expect((await client.signOut()).data).toEqual({ success: true });
    expect((await client.getSession()).data).toBeNull();

    const again = await client.signIn.email({ email, password, rememberMe: false });
    expect(again.data).toMatchObject({ redirect: false, user: { email } });
    expect(again.data?.token).not.toBe(up.data?.token);
    expect((await client.getSession()).data?.session.token).toBe(again.data?.token);
  });

  it('is told what was wrong, with the code that its error table names', async () => {
    const { client } = clientOf();
    const wrong = await client.signIn.email({ email: person().email, password: 'not this one' });
    expect(wrong.error).toMatchObject({
      status: 401,
      statusText: 'Unauthorized',
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: client.$ERROR_CODES.INVALID_EMAIL_OR_PASSWORD,
    });
    expect((await client.signOut()).error).toMatchObject({ status: 400, code: 'FAILED_TO_GET_SESSION' });
  });
});
