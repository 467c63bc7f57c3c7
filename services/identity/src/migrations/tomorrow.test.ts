import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ emailAndPassword: { enabled: true, sendResetPassword: true } });
});
afterAll(() => started.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on signing up, in and out, and resetting passwords', async () => {
    expect(await addTomorrowsColumns(started.stack.db)).toEqual(
      expect.arrayContaining(['accounts', 'sessions', 'users']),
    );
    const browser = createBrowser(started.base);
    const body = person();
    expect((await browser.send('POST', '/sign-up/email', { body })).status).toBe(200);
    expect((await browser.send('POST', '/sign-out')).status).toBe(200);
    const { email, password } = body;
    expect((await browser.send('POST', '/sign-in/email', { body: { email, password } })).status).toBe(200);
    const reset = await browser.send('POST', '/forget-password', { body: { email } });
    expect(reset.status).toBe(200);
  });
});
