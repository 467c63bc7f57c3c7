import { mailTo, signUp } from '../../test/client.ts';
import { startIdentity } from '../../test/factories.ts';

describe('the mail that leads to a new password', () => {
  it('speaks of a first one to somebody who has none, and of no other', async () => {
    const started = await startIdentity();
    try {
      const ada = await signUp(started.base);
      await started.stack.db.query(
        `UPDATE accounts SET provider_id = 'github', password = NULL WHERE user_id = $1`,
        [ada.id],
      );
      await ada.client.forgetPassword({ email: ada.email });
      const mail = await mailTo(started, ada.email, 'reset-password');
      expect(mail.subject).toBe('Set a password for Tessera');
      expect(mail.text + mail.html).not.toMatch(/reset (the|your) password|new one/i);
      const body = { newPassword: 'a first password', token: mail.token };
      expect((await ada.browser.send('POST', '/reset-password', { body })).body).toEqual({ status: true });
    } finally {
      await started.stop();
    }
  });
});
