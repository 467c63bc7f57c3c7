/** Accounts by clicking: a seller who forgot a password on a phone, and an admin who looks after users. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { accessibilityFaults, openBrowser, openWindow, phone, watchConsole } from './browser.ts';
import { type Journey, startJourney } from './system.ts';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse battery' };
const boss = { name: 'Boss', email: 'boss@example.com', password: 'correct horse battery' };
const newPassword = 'a much better battery';

let journey: Journey;
let browser: Browser;
let window: BrowserContext;
let page: Page;
let noise: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  // The journey signs in more often than a person would from one address.
  const identity = {
    admin: { firstAdminEmails: [boss.email] },
    emailVerification: { sendVerificationEmail: true },
    user: { deleteUser: { enabled: true } },
    rateLimit: { enabled: false },
  };
  [journey, browser] = await Promise.all([
    startJourney({ isWebServed: true, config: { identity } }),
    openBrowser(),
  ]);
  for (const person of [ada, boss]) await post('/api/auth/sign-up/email', person);
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
});
beforeEach(() => {
  faults.length = 0;
});
afterEach(async () => {
  await window?.close();
  expect(faults).toEqual([]);
  expect(noise).toEqual([]);
});

const post = async (path: string, body: unknown): Promise<void> => {
  const response = await fetch(`${journey.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: journey.url },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
};

const open = async (path: string, viewport?: typeof phone): Promise<void> => {
  window = await openWindow(browser, journey.url, viewport);
  window.setDefaultTimeout(30_000);
  page = await window.newPage();
  noise = watchConsole(page);
  await page.goto(path);
};

const look = async (): Promise<void> => {
  faults.push(...(await accessibilityFaults(page)));
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const click = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const follow = (name: string) => page.getByRole('link', { name }).first().click();
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).first().fill(value);
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

const signIn = async (name: string, password: string): Promise<void> => {
  await fill('E-mail or username', name);
  await fill('Password', password);
  await click('Sign in');
};

/** The link of the newest mail of a kind to an address. */
const linkIn = (email: string, kind: string): Promise<string> =>
  eventually(async () => {
    const { items } = (await (await fetch(`${journey.url}/api/dev/mail`)).json()) as {
      items: { to: string; type: string; url: string }[];
    };
    const mail = items.find(({ to, type }) => to === email && type === kind);
    if (!mail) throw new Error(`no ${kind} mail to ${email} yet`);
    return mail.url;
  }, 30_000);

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
    await look();
    await page.goto(await linkIn(ada.email, 'reset-password'));
    await heading('Choose a new password');
    await look();
    const spent = page.url();
    await fill('New password', newPassword);
    await click('Save new password');
    await heading('Sign in');
    await signIn(ada.email, newPassword);
    await page.waitForURL('**/organizations/new');
    await page.goto(spent);
    await fill('New password', newPassword);
    await click('Save new password');
    await heading('This link no longer works');
    await look();
  });
});

describe('a person', () => {
  it('changes the account and ends a session elsewhere, on a phone', async () => {
    await post('/api/auth/sign-in/email', { email: ada.email, password: newPassword });
    await open('/account', phone);
    await signIn(ada.email, newPassword);
    await heading('Your account');
    await page.getByRole('list', { name: 'Sessions' }).waitFor();
    await page.getByRole('list', { name: 'Ways to sign in' }).waitFor();
    await look();
    await fill('Name', 'Countess Lovelace');
    await fill('Username', 'ada.l');
    await click('Save profile');
    await said('Your profile was saved.');
    await page.getByRole('button', { name: 'Account of Countess Lovelace' }).click();
    await page.getByRole('menuitem', { name: 'Add an account' }).waitFor();
    await page.keyboard.press('Escape');
    const revocable = page.getByRole('button', { name: /^Revoke / });
    const before = await revocable.count();
    await revocable.first().click();
    await page.getByRole('dialog').waitFor();
    await look();
    await confirm('End session');
    await said('The session was ended.');
    await eventually(async () => expect(await revocable.count()).toBe(before - 1), 30_000);
  });

  it('confirms the address', async () => {
    await open('/account');
    await signIn(ada.email, newPassword);
    await click('Confirm');
    await said(/is on its way/);
    await page.goto(await linkIn(ada.email, 'verification'));
    await heading('Thank you');
    await look();
    await follow('Go on');
    await heading('Your account');
    await page.goto('/email-verified?error=token_expired');
    await heading('This link does not work');
    await page.goto('/account');
    await said('Confirmed');
  });

  it('signs in by username, beside another account, and switches back', async () => {
    await open('/sign-in');
    await signIn('ada.l', newPassword);
    await page.waitForURL('**/organizations/new');
    await page.goto('/sign-in?another=true');
    await signIn(boss.email, boss.password);
    await page.waitForURL('**/organizations/new');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Switch to Countess Lovelace' }).click();
    await page.waitForURL('**/organizations/new');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Account of Countess Lovelace' }).waitFor();
    await page.goto('/admin');
    await said('For admins only');
    await look();
  });
});

describe('an admin', () => {
  it('finds a user, acts as them and stops, bans and lifts the ban', async () => {
    await open('/admin');
    await signIn(boss.email, boss.password);
    await heading('Users');
    await said(ada.email);
    await look();
    await page.getByRole('radiogroup', { name: 'Search in' }).getByText('Name').click();
    await page.getByRole('searchbox').fill('lovelace');
    await page.getByText(boss.email).waitFor({ state: 'detached' });
    await follow('Countess Lovelace');
    await heading('Countess Lovelace');
    await page.getByRole('button', { name: 'Revoke all' }).waitFor();
    await look();
    await click('Impersonate');
    await confirm('Impersonate');
    await said('You are acting as');
    await look();
    await click('Stop');
    await heading('Users');
    await follow('Countess Lovelace');
    await fill('Reason', 'Spam');
    await click('Ban');
    await confirm('Ban user');
    await said('Banned for good: Spam');
    await said('Not signed in');
    await look();
    await click('Lift the ban');
    await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
  });

  it('creates a user and deletes them again', async () => {
    await open('/admin');
    await signIn(boss.email, boss.password);
    await click('New user');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Short Stay');
    await dialog.getByLabel('E-mail', { exact: true }).fill('short@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill(newPassword);
    await look();
    await confirm('Create user');
    await heading('Short Stay');
    await click('Delete user');
    await confirm('Delete for good');
    await heading('Users');
    await page.getByRole('link', { name: 'Boss' }).waitFor();
    await page.getByRole('link', { name: 'Short Stay' }).waitFor({ state: 'detached' });
  });
});

describe('a person who leaves', () => {
  it('deletes the account with its password, and cannot sign in again', async () => {
    await open('/account');
    await signIn(ada.email, newPassword);
    await click('Delete my account');
    const dialog = page.getByRole('dialog');
    await confirm('Delete account');
    await said('This is required.');
    await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
    await confirm('Delete account');
    await said('This is not your password.');
    await look();
    await dialog.getByLabel('Your password', { exact: true }).fill(newPassword);
    await confirm('Delete account');
    await heading('Sign in');
    await signIn(ada.email, newPassword);
    await page.getByRole('alert').first().waitFor();
  });
});
