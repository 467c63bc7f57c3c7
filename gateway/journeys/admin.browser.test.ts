/** Looking after accounts by clicking: an admin who may do everything, and a helper whose role lets them do little. */
import { eventually } from '@tessera/kit/test/eventually';
import { phone } from './support/browser.ts';
import { createScreen } from './support/screen.ts';

const password = 'correct horse battery';
const boss = { name: 'Boss', email: 'boss@example.com', password };
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password };
const helper = { name: 'Hanna Helper', email: 'helper@example.com', password };
/** Enough for a second page. */
const crowd = Array.from({ length: 22 }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return { name: `Crowd ${number}`, email: `crowd${number}@example.com`, password };
});
const crowded = { name: 'Crowd 01', email: 'crowd01@example.com' };

const all = ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'];
const roles = {
  user: {},
  support: { user: ['list'], session: ['list'] },
  admin: { user: all, session: ['list', 'revoke'] },
};
const screen = createScreen(async () => ({
  config: {
    identity: {
      admin: { firstAdminEmails: [boss.email], roles, bannedUserMessage: 'You are banned. Write to us.' },
      // More happens here from one address than people would do.
      rateLimit: { enabled: false },
    },
  },
}));
const { open, page, click, fill, heading, confirm, follow, said, gone, look, signIn, explains } = screen;

beforeAll(async () => {
  await screen.start();
  for (const person of [...crowd, ada, helper, boss]) await screen.post('/api/auth/sign-up/email', person);
});
afterAll(screen.stop);
afterEach(screen.leave);

const openAsBoss = async (path = '/admin', viewport?: typeof phone) => {
  await open(path, viewport);
  await signIn(boss.email, password);
};
const names = () =>
  page()
    .getByRole('link', { name: /^(Crowd|Ada|Boss|Hanna)/ })
    .allTextContents();
const choose = async (list: string, option: string) => {
  await page().getByRole('combobox', { name: list }).click();
  await page().getByRole('option', { name: option, exact: true }).click();
};
const goTo = async ({ name, email }: { name: string; email: string }) => {
  await page().getByRole('searchbox').fill(email);
  await follow(name);
  await heading(name);
  // A list that arrives moves what stands below it, also between the press and the release of a button.
  await page().locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
};
const searchByName = () => page().getByRole('radiogroup', { name: 'Search in' }).getByText('Name').click();

describe('the list of users', () => {
  it('has pages, an order, filters and a search, which a reload keeps', async () => {
    await openAsBoss();
    await heading('Users');
    await said('Page 1 of 2 · 25 in total');
    await look();
    await click('Next page');
    await said('Page 2 of 2');
    await eventually(async () => expect(await names()).toHaveLength(5));
    await page().reload();
    await said('Page 2 of 2');
    await page().getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await eventually(async () => expect((await names())[0]).toBe('Ada Lovelace'));
    await click('Which users');
    await click('Role: admin');
    await eventually(async () => expect(await names()).toEqual(['Boss']));
    await click('Remove the filter Which users');
    await page().getByRole('searchbox').fill('crowd1');
    await eventually(async () => expect(await names()).toHaveLength(10));
    await searchByName();
    await said('No users found');
    await look();
    await page().getByRole('searchbox').fill('lovelace');
    await eventually(async () => expect(await names()).toEqual(['Ada Lovelace']));
  });

  it('takes a new user with a role of one’s choice, on a phone', async () => {
    await openAsBoss('/admin', phone);
    await click('New user');
    const dialog = page().getByRole('dialog');
    await dialog.getByText('Users: list. Sessions: list.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Short Stay');
    await dialog.getByLabel('E-mail', { exact: true }).fill(ada.email);
    await dialog.getByLabel('Password', { exact: true }).fill('short');
    await confirm('Create user');
    await said('Use at least 8 characters.');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await confirm('Create user');
    await said('An account with this e-mail already exists.');
    await look();
    await dialog.getByLabel('E-mail', { exact: true }).fill('short@example.com');
    await dialog.getByLabel('support').check();
    await confirm('Create user');
    await heading('Short Stay');
    await said('user, support');
    await look();
    await click('Delete user');
    await confirm('Delete permanently');
    await heading('Users');
    await gone('Short Stay');
  });
});

describe('an admin', () => {
  it('sets a password, ends a session, and acts as someone', async () => {
    const theirs = await open('/account');
    await signIn(ada.email, password);
    await heading('Your account');
    await openAsBoss();
    await goTo(ada);
    await page().getByRole('button', { name: 'End all' }).waitFor();
    await look();
    await fill('New password', 'a much better battery');
    await click('Set password');
    await said('The password was set.');
    const revocable = page().getByRole('button', { name: 'End session: Chrome on Linux' });
    await revocable.click();
    await confirm('End session');
    await revocable.waitFor({ state: 'detached' });
    await click('End all');
    await confirm('End all sessions');
    await said('Not signed in');
    const own = page();
    screen.turnTo(theirs);
    await fill('Name', 'Countess');
    await click('Save profile');
    await said('Your session has ended.');
    await signIn(ada.email, 'a much better battery');
    await heading('Your account');
    screen.turnTo(own);
    await click('Impersonate');
    await confirm('Impersonate');
    await said('You are acting as');
    await look();
    await page().goto('/account');
    await heading('Your account');
    await said('You are acting as');
    await click('Stop');
    await heading('Users');
    await page().getByRole('button', { name: 'Account of Boss' }).waitFor();
  });

  it('bans with a reason and an end, which the banned are told, and lifts the ban', async () => {
    await openAsBoss();
    await goTo(crowded);
    await fill('Reason', 'Spam');
    await choose('Duration', 'One week');
    await click('Ban');
    await look();
    await confirm('Ban user');
    await said(/^Banned until .*: Spam/);
    await explains('Impersonate', 'You cannot act as a banned user.');
    await look();
    const own = page();
    await open('/sign-in', phone);
    await signIn(crowded.email, password);
    await said('You are banned. Write to us.');
    await look();
    screen.turnTo(own);
    await click('Lift the ban');
    await page().getByRole('button', { name: 'Ban', exact: true }).waitFor();
    await open('/sign-in');
    await signIn(crowded.email, password);
    await page().waitForURL('**/organizations/new');
  });

  it('cannot ban or delete themselves', async () => {
    await openAsBoss();
    await goTo(boss);
    await said('You cannot ban yourself.');
    await explains('Change roles', 'Nothing has changed.');
  });
});

describe('a helper', () => {
  it('sees nothing without a role that allows it', async () => {
    await open('/admin');
    await signIn(helper.email, password);
    await said('For admins only');
    await look();
    await page()
      .getByRole('button', { name: `Account of ${helper.name}` })
      .click();
    await page().getByRole('menuitem', { name: 'Add an account' }).waitFor();
    expect(await page().getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
  });

  it('is given a role, and is told why the rest is closed', async () => {
    await openAsBoss();
    await goTo(helper);
    await page().getByLabel('user', { exact: true }).uncheck();
    await explains('Change roles', 'Choose at least one role.');
    await page().getByLabel('support').check();
    await click('Change roles');
    await said('The roles were changed.');
    await open('/account');
    await signIn(helper.email, password);
    await page()
      .getByRole('button', { name: `Account of ${helper.name}` })
      .click();
    await page().getByRole('menuitem', { name: 'Administration' }).click();
    await heading('Users');
    await explains('New user', 'Your role does not let you create users.');
    await look();
    await goTo(crowded);
    await said('Your role does not let you assign roles.');
    await said('Your role does not let you set passwords.');
    await explains('Impersonate', 'Your role does not let you act as another user.');
    await explains('Ban', 'Your role does not let you ban users or lift bans.');
    await explains('Delete user', 'Your role does not let you delete users.');
    await explains('End all', 'Your role does not let you end user sessions.');
    await look();
  });
});

describe('an address of 180 letters', () => {
  const endless = {
    name: 'Nn'.repeat(60),
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(46)}.example.com`,
    password,
  };
  beforeAll(async () => {
    await screen.post('/api/auth/sign-up/email', endless);
  });

  it.each([['a desktop', undefined] as const, ['a phone', phone] as const])(
    'fits into the table and the account page on %s',
    async (_where, viewport) => {
      const isWide = () =>
        page().evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) > window.innerWidth);
      await openAsBoss('/admin', viewport);
      await page().getByText(endless.email).first().waitFor();
      expect(await isWide()).toBe(false);
      await screen.leave();
      await open('/account', viewport);
      await signIn(endless.email, password);
      await page().getByText(endless.email).first().waitFor();
      expect(await isWide()).toBe(false);
    },
  );
});
