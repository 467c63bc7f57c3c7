import { mailTo, signUp } from '../../test/client.ts';
import { startIdentity } from '../../test/factories.ts';

describe('the mail about a new password', () => {
  it('goes to no address that stands in for a missing one', async () => {
    const started = await startIdentity();
    try {
      const change = async ({ browser, password }: Awaited<ReturnType<typeof signUp>>) => {
        const body = { currentPassword: password, newPassword: 'another password' };
        expect((await browser.send('POST', '/change-password', { body })).status).toBe(200);
      };
      const [reddit, ada] = [await signUp(started.base), await signUp(started.base)];
      const standIn = `${'a'.repeat(32)}@reddit.invalid`;
      await started.stack.db.query('UPDATE users SET email = $1 WHERE id = $2', [standIn, reddit.id]);
      await change(reddit);
      await change(ada);
      await mailTo(started, ada.email, 'password-changed');
      expect(started.mails.map(({ to }) => to)).not.toContain(standIn);
    } finally {
      await started.stop();
    }
  });
});
