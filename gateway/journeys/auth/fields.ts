/** Fields that the options add to users (contracts/auth.md, section 2: user.additionalFields; section 8). */
import type { Browser } from './browser.ts';
import { fullUser, good, invalidBody, refuses } from './expect.ts';
import { type Lab, newcomer } from './lab.ts';

export const describeFields = (lab: () => Lab, proven: (own?: object) => Promise<Browser>): void => {
  const user = async ({ client }: Browser) => (await good(client.getSession())).user;

  describe('a field that the options add', () => {
    it('is asked for at sign-up, and shown with the user', async () => {
      const ada = await proven({ company: 'Analytical', score: 9, note: 'secret' });
      // `score` is not for the user to say; `note` is shown to nobody (upstream’s get-session does).
      const own = { company: 'Analytical', score: 5 };
      expect(await user(ada)).toEqual(
        fullUser({
          username: expect.any(String),
          displayUsername: expect.any(String),
          emailVerified: true,
          ...own,
        }),
      );
    });

    it('can be changed by who may say it', async () => {
      const ada = await proven();
      await good(ada.post('/update-user', { company: 'Difference', score: 9 }));
      expect(await user(ada)).toMatchObject({ company: 'Difference', score: 5 });
    });

    const signUp = (own: object) => lab().browser().post('/sign-up/email', newcomer(own));
    refuses([
      ['to do without', () => signUp({ company: undefined }), 400, 'company is required'],
      // Upstream would take the number for the text.
      ['a value of another type', () => signUp({ company: 5 }), 400, invalidBody],
    ]);
  });
};
