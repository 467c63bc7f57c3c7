import { eventually } from '@tessera/kit/test/eventually';
import { createBrowser } from '../../test/browser.ts';
import { mailTo, signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ emailAndPassword: { enabled: true, sendResetPassword: true } });
});
afterAll(() => started.stop());

describe('the language of an account', () => {
  it('is none until one is chosen, and then the one on every device', async () => {
    const ada = await signUp(started.base);
    const read = async () => (await ada.browser.send('GET', '/preferences')).body;
    expect(await read()).toEqual({ language: null });
    const choose = (language: unknown) => ada.browser.send('POST', '/preferences', { body: { language } });
    expect((await choose('de')).body).toEqual({ language: 'de' });
    const elsewhere = createBrowser(started.base);
    const { email, password } = ada;
    await elsewhere.send('POST', '/sign-in/email', { body: { email, password } });
    expect((await elsewhere.send('GET', '/preferences')).body).toEqual({ language: 'de' });
    expect((await choose('xx')).status).toBe(400);
    await choose(null);
    expect(await read()).toEqual({ language: null });
    expect((await createBrowser(started.base).send('GET', '/preferences')).status).toBe(401);
  });

  it('is not kept of an account that is deleted at the same time', async () => {
    const ada = await signUp(started.base);
    const holder = started.stack.db.createQueryRunner();
    await holder.startTransaction();
    for (const table of ['sessions', 'accounts'])
      await holder.query(`DELETE FROM ${table} WHERE user_id = $1`, [ada.id]);
    await holder.query('DELETE FROM users WHERE id = $1', [ada.id]);
    const choosing = ada.browser.send('POST', '/preferences', { body: { language: 'de' } });
    await eventually(async () =>
      expect(
        await started.stack.db.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    );
    await holder.commitTransaction();
    await holder.release();
    expect((await choosing).status).toBe(200);
    expect(await started.stack.db.query('SELECT 1 FROM preferences WHERE user_id = $1', [ada.id])).toEqual(
      [],
    );
  });

  it('is that of mails to the account, whatever page asks for them', async () => {
    const ada = await signUp(started.base);
    await ada.browser.send('POST', '/preferences', { body: { language: 'de' } });
    await createBrowser(started.base).send('POST', '/forget-password', {
      body: { email: ada.email },
      headers: { 'accept-language': 'en' },
    });
    expect((await mailTo(started, ada.email, 'reset-password')).html).toContain('<html lang="de">');
  });
});
