/** One's own account by clicking: a seller who forgot a password on a phone, and who changes everything else. */
import { eventually } from '@tessera/kit/test/eventually';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { Locator } from 'playwright-core';
import { phone } from './support/browser.ts';
import { createScreen } from './support/screen.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'correct horse battery' };
const newPassword = 'a much better battery';
const newEmail = 'countess@example.com';

// The journey signs in more often than a person would from one address.
const identity = {
  emailVerification: { sendVerificationEmail: true },
  user: {
    changeEmail: { enabled: true, sendChangeEmailVerification: true },
    deleteUser: { enabled: true },
    additionalFields: { motto: { type: 'string' }, seats: { type: 'number' } },
  },
  multiSession: { maximumSessions: 3 },
  rateLimit: { enabled: false },
};
const screen = createScreen(async () => ({ config: { identity } }));
const { open, page, click, fill, heading, confirm, follow, said, look, signIn, mail } = screen;

beforeAll(async () => {
  await screen.start();
  for (const person of [ada, grace]) await screen.post('/api/auth/sign-up/email', person);
});
afterAll(screen.stop);
afterEach(screen.leave);

/** Lets the browser believe in other options. */
const configure = (change: (options: PublicOptions) => void) =>
  page().route('**/api/auth/public-options', async (route) => {
    const response = await route.fetch();
    const options = (await response.json()) as PublicOptions;
    change(options);
    await route.fulfill({ response, json: options });
  });

const openAccount = async (password: string, viewport?: typeof phone) => {
  await open('/account', viewport);
  await signIn(ada.email, password);
  await heading('Your account');
};

const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

describe('a seller who forgot the password', () => {
  it('chooses a new one on a phone', async () => {
    await open('/sign-in', phone);
    await follow('Forgot password?');
    await heading('Forgot your password?');
    await look();
    await click('Send me a link');
    await said(/enter an e-mail address|must be an e-mail address/i);
    await fill('E-mail', ada.email);
    await click('Send me a link');
    await heading('Check your inbox');
    await said(/It works for 1 hour\./);
    await look();
    await page().goto((await mail(ada.email, 'reset-password')).url);
    await heading('Choose a new password');
    await look();
    const spent = page().url();
    await fill('New password', newPassword);
    await click('Save new password');
    await heading('Sign in');
    await said('Your password was changed.');
    await signIn(ada.email, newPassword);
    await page().waitForURL('**/organizations/new');
    await page().goto(spent);
    await fill('New password', newPassword);
    await click('Save new password');
    await heading('This link no longer works');
    await look();
  });
});

describe('a person', () => {
  it('reaches the end of the account menu at 400 percent, where the menu is higher than the window', async () => {
    await openAccount(newPassword, { width: 320, height: 256 });
    await page().getByRole('button', { name: 'Account of Ada Lovelace' }).click();
    await page().getByRole('menuitem', { name: 'Add an account' }).waitFor();
    await page().keyboard.press('End');
    const last = page().locator('[role=menuitem]:focus', { hasText: 'Sign out' });
    await eventually(async () => expect(await isInSight(last)).toBe(true));
  });

  it('changes the profile and ends a session elsewhere, on a phone', async () => {
    await screen.post('/api/auth/sign-in/email', { email: ada.email, password: newPassword });
    await openAccount(newPassword, phone);
    await look();
    await fill('Name', 'Countess Lovelace');
    await fill('Username', 'a');
    await click('Save profile');
    await said('Use at least 3 characters.');
    await fill('Username', 'ada.l');
    await click('Save profile');
    await said('Your profile was saved.');
    await page().getByRole('button', { name: 'Account of Countess Lovelace' }).click();
    await page().getByRole('menuitem', { name: 'Add an account' }).waitFor();
    await page().keyboard.press('Escape');
    await follow('Security');
    await page().getByRole('list', { name: 'Ways to sign in' }).waitFor();
    await look();
    await follow('Sessions');
    await page().getByRole('list', { name: 'Sessions' }).waitFor();
    await look();
    const revocable = page().getByRole('button', { name: /^End session: / });
    const before = await revocable.count();
    await revocable.first().click();
    await page().getByRole('dialog').waitFor();
    await look();
    await confirm('End session');
    await said('The session was ended.');
    await eventually(async () => expect(await revocable.count()).toBe(before - 1));
  });

  it('tells what the installation keeps besides, and takes it back', async () => {
    await openAccount(newPassword);
    await fill('Motto', 'Plans before engines');
    await fill('Seats', 'many');
    await click('Save details');
    await said('Enter numbers only.');
    await page().locator('input:focus[aria-invalid=true]').waitFor();
    await look();
    await fill('Seats', '12');
    await click('Save details');
    await said('Your details were saved.');
    await fill('Motto', '');
    await Promise.all([page().waitForResponse('**/update-user'), click('Save details')]);
    await page().reload();
    const shown = () => Promise.all(['Seats', 'Motto'].map((label) => page().getByLabel(label).inputValue()));
    await eventually(async () => expect(await shown()).toEqual(['12', '']));
  });

  it('changes the password: other devices are signed out in the middle of work, and come back to it', async () => {
    await openAccount(newPassword);
    const other = page();
    await openAccount(newPassword);
    await follow('Security');
    await fill('Current password', 'not this one');
    await fill('New password', ada.password);
    await click('Change password');
    await said('This is not your password.');
    await fill('Current password', newPassword);
    await click('Change password');
    await said('Your password was changed, and you are signed out everywhere else.');
    screen.turnTo(other);
    await fill('Name', 'Nobody');
    await click('Save profile');
    await said('Your session has ended. Sign in to continue where you left off.');
    await look();
    await signIn(ada.email, ada.password);
    await heading('Your account');
  });

  it('confirms the address, and then moves to another by two mails', async () => {
    await openAccount(ada.password);
    await click('Confirm');
    await said(/is on its way/);
    await page().goto((await mail(ada.email, 'verification')).url);
    await heading('Thank you');
    await look();
    await follow('Continue');
    await heading('Your account');
    await said('Confirmed');
    await fill('New e-mail', ada.email);
    await click('Change e-mail');
    await said('This is already your address.');
    await fill('New e-mail', newEmail);
    await click('Change e-mail');
    await said(`Nothing has changed yet. To approve the change, follow the link we sent to ${ada.email}`);
    await page().goto((await mail(ada.email, 'change-email')).url);
    await heading('Your address was changed');
    await said(`E-mails to you now go to ${newEmail}.`);
    await look();
    await page().goto((await mail(newEmail, 'verification')).url);
    await heading('Thank you');
    await page().goto('/email-verified?error=token_expired');
    await heading('This link does not work');
    await look();
    await follow('Go to your account');
    await said(`You receive e-mails at ${newEmail}.`);
    await said('Confirmed');
  });

  it('signs in by username, beside another account, and switches back', async () => {
    await open('/sign-in');
    await signIn('ada.l', ada.password);
    await page().waitForURL('**/organizations/new');
    await page().goto('/account/security');
    await screen.explains('Unlink Password', 'This is your only way to sign in.');
    await look();
    await follow('Sessions');
    await look();
    await follow('Add an account');
    await heading('Sign in');
    await signIn(grace.email, grace.password);
    await page().waitForURL('**/organizations/new');
    await page().goto('/account/sessions');
    await screen.explains('Add an account', 'This browser can keep 2 accounts. Sign out of one first.');
    await click('Switch to Countess Lovelace');
    await page().waitForURL('**/organizations/new');
    await page().goto('/account/sessions');
    await page().getByRole('button', { name: 'Account of Countess Lovelace' }).waitFor();
    await click('Sign out Grace Hopper');
    await page().getByText(grace.email).waitFor({ state: 'detached' });
  });
});

describe('where something is switched off', () => {
  it('is not offered, or its place says so', async () => {
    await open('/account');
    await signIn(grace.email, grace.password);
    await heading('Your account');
    await configure((options) => {
      options.emailAndPassword = { ...options.emailAndPassword, canSignUp: false, canReset: false };
      options.user = { ...options.user, canChangeEmail: false, canDelete: false };
    });
    await page().reload();
    await said('Addresses cannot be changed here.');
    await follow('Delete account');
    await said('Accounts cannot be deleted here.');
    expect(await page().getByRole('button', { name: 'Delete my account' }).count()).toBe(0);
    await look();
    await screen.signOut();
    expect(await page().getByRole('link').allTextContents()).toEqual([]);
    await page().goto('/forgot-password');
    await said('Passwords cannot be reset by e-mail here.');
    await page().goto('/sign-up');
    await said('Sign-up is turned off here.');
    await look();
    await configure((options) => {
      options.emailAndPassword = { ...options.emailAndPassword, enabled: false };
    });
    await page().goto('/sign-in');
    await said('Sign-in is turned off.');
  });

  it('waits for an answer, and lets people ask again', async () => {
    await open('/account');
    // Where it leads by itself: otherwise that could overtake the next address.
    await heading('Sign in');
    await page().route('**/api/auth/public-options', (route) => route.fulfill({ status: 503 }));
    await page().goto('/sign-up');
    await said('This page could not be prepared.');
    await look();
    await page().unroute('**/api/auth/public-options');
    await click('Try again');
    await page().getByLabel('Name', { exact: true }).waitFor();
  });
});

describe('a person who leaves', () => {
  it('deletes the account with its password, and cannot sign in again', async () => {
    await open('/account/leave');
    await signIn('ada.l', ada.password);
    await click('Delete my account');
    const dialog = page().getByRole('dialog');
    await confirm('Delete account');
    await said('This is required.');
    await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
    await confirm('Delete account');
    await said('This is not your password.');
    await look();
    await dialog.getByLabel('Your password', { exact: true }).fill(ada.password);
    await confirm('Delete account');
    await heading('Sign in');
    await signIn(newEmail, ada.password);
    await page().getByRole('alert').first().waitFor();
  });
});
