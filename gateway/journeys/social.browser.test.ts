/** Accounts of other providers by clicking, at a fake one that sends people back; and accounts that begin in an inbox. */
import { type FakeProvider, startFakeProvider } from '@tessera/identity/test/fake-provider';
import { phone } from './support/browser.ts';
import { createScreen } from './support/screen.ts';

const password = 'correct horse battery';
const grace = { sub: 'g-1', id: 'g-1', name: 'Grace Hopper', email: 'grace@example.com' };
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password };

let fake: FakeProvider;
const screen = createScreen(async () => {
  fake = await startFakeProvider();
  const provider = { clientId: 'the-id', clientSecret: 'the-secret', endpoints: fake.endpoints };
  const identity = {
    emailAndPassword: { requireEmailVerification: true },
    user: {
      additionalFields: { companyName: { type: 'string', required: true } },
      deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    },
    socialProviders: { google: provider, gitlab: provider },
    onAPIError: { errorURL: '/sign-in' },
    rateLimit: { enabled: false },
  };
  return { config: { identity } };
});
const { open, page, click, fill, heading, confirm, follow, said, look, signIn, signOut, mail } = screen;

beforeAll(screen.start);
afterAll(async () => {
  await screen.stop();
  await fake?.stop();
});
afterEach(screen.leave);

/** Who the provider says someone is; it sends them back at once. */
const be = async (person: object): Promise<void> => {
  const known = { email_verified: true, state: 'active', ...person };
  fake.answer('/me', known);
  const idToken = await fake.sign({ aud: 'the-id', ...known });
  fake.answer('/token', { access_token: 'at', id_token: idToken, expires_in: 3600 });
  sendBack({ code: 'the-code' });
};
const sendBack = (fields: Record<string, string>) =>
  fake.answer('/authorize', ({ query }) => {
    const asked = new URLSearchParams(query);
    const parameters = new URLSearchParams({ ...fields, state: asked.get('state') ?? '' });
    return { status: 302, location: `${asked.get('redirect_uri')}?${parameters.toString()}` };
  });
const waysToSignIn = () => page().getByRole('table', { name: 'Ways to sign in' });

describe('someone with an account at a provider', () => {
  it('signs up with it on the way to a page, and comes back to it', async () => {
    await be(grace);
    await open('/account', phone);
    await heading('Sign in');
    await look();
    await click('Continue with Google');
    await heading('Your account');
    expect(await page().getByLabel('Name', { exact: true }).inputValue()).toBe(grace.name);
    await follow('Security');
    await said(/have no password here/);
    expect(await page().getByLabel('Current password', { exact: true }).count()).toBe(0);
    await look();
    await signOut();
    await click('Continue with Google');
    await page().waitForURL('**/organizations/new');
  });

  it('is told on the page of signing in what did not work at the provider', async () => {
    sendBack({ error: 'access_denied' });
    await open('/sign-in');
    await click('Continue with GitLab');
    await said('You canceled at the provider, so nothing has changed.');
    await look();
    await be({ ...grace, sub: 'g-2', id: 'g-2', email_verified: false });
    await click('Continue with Google');
    await said(/An account with your e-mail address already exists/);
    expect(new URL(page().url()).pathname).toBe('/sign-in');
    await be({ sub: 'g-3', id: 'g-3', name: 'Nobody' });
    await follow('Create an account');
    await heading('Create your account');
    await click('Continue with Google');
    await said('The provider did not share your e-mail address.');
    expect(new URL(page().url()).pathname).toBe('/sign-up');
    await look();
  });

  it('cannot unlink the only way in, chooses a password by mail, links another and unlinks the first', async () => {
    await be(grace);
    await open('/account');
    await click('Continue with Google');
    await heading('Your account');
    await follow('Security');
    await screen.explains('Unlink Google', 'This is your only way to sign in.');
    await look();
    await click('Send me a link');
    await said(`A link to choose a password is on its way to ${grace.email}.`);
    await page().goto((await mail(grace.email, 'reset-password')).url);
    await heading('Choose a new password');
    await fill('New password', password);
    await click('Save new password');
    // A new password ends every session, this one too.
    await heading('Sign in');
    await signIn(grace.email, password);
    await page().waitForURL('**/organizations/new');
    await page().goto('/account/security');
    await page().getByLabel('Current password', { exact: true }).waitFor();
    await be({ ...grace, id: 'lab-1', email: 'other@example.com' });
    await click('Link an account');
    await look();
    await page().getByRole('menuitem', { name: 'GitLab' }).click();
    await waysToSignIn().getByText('GitLab').waitFor();
    await click('Unlink Google');
    await confirm('Unlink');
    await waysToSignIn().getByText('Google').waitFor({ state: 'detached' });
    await look();
  });

  it('is told when the account is somebody else’s already', async () => {
    await be({ ...grace, sub: 'g-4', id: 'g-4', email: 'second@example.com' });
    await open('/account');
    await click('Continue with Google');
    await heading('Your account');
    await be({ ...grace, id: 'lab-1' });
    await follow('Security');
    await click('Link an account');
    await page().getByRole('menuitem', { name: 'GitLab' }).click();
    await said('That account is already linked to another user here.');
    await look();
    await follow('Return to Application');
    await page().waitForURL('**/organizations/new');
    sendBack({ error: 'access_denied' });
    await page().goto('/account/security');
    await click('Link an account');
    await page().getByRole('menuitem', { name: 'GitLab' }).click();
    await heading('Your account');
    await said('You canceled at the provider, so nothing has changed.');
  });
});

describe('a newcomer', () => {
  it('confirms the address before signing in, and goes on to where they were going', async () => {
    await open('/sign-up?next=%2Faccount', phone);
    await fill('Name', ada.name);
    await fill('E-mail', ada.email);
    await fill('Password', 'short');
    await click('Create account');
    await said('Use at least 8 characters.');
    await said('This is required.');
    await look();
    await fill('Company name', 'Engines');
    await fill('Password', password);
    await click('Create account');
    await heading('Check your inbox');
    await said(/It works for 1 hour\./);
    await look();
    await click('Send it again');
    await said('The link was sent again.');
    await follow('Back to sign in');
    await signIn(ada.email, password);
    await heading('Check your inbox');
    await page().goto((await mail(ada.email, 'verification')).url);
    await heading('Thank you');
    await look();
    await follow('Sign in');
    await signIn(ada.email, password);
    await heading('Your account');
    await said('Confirmed');
  });

  it('deletes the account by the link of a mail, followed in another browser, and is gone', async () => {
    await open('/account/leave');
    await signIn(ada.email, password);
    await click('Delete my account');
    await page().getByRole('dialog').getByLabel('Your password', { exact: true }).fill(password);
    await look();
    await confirm('Send me the link');
    await said(/Follow the link in it to delete your account/);
    await page().goto('/account/delete?error=INVALID_TOKEN');
    await heading('This link does not work');
    await look();
    await open((await mail(ada.email, 'delete-account')).url, phone);
    await heading('Sign in');
    await signIn(ada.email, password);
    await heading('Delete your account?');
    await said(/You are signed in as ada@example.com/);
    await look();
    await click('Delete account');
    await heading('Sign in');
    await signIn(ada.email, password);
    await page().getByRole('alert').first().waitFor();
  });
});
