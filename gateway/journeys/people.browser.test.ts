/** People of an organization by clicking: invited by mail, joined in a window of their own, given a role, removed. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, openBrowser, openWindow, phone, watchConsole } from './browser.ts';
import { type Journey, startJourney } from './system.ts';

let journey: Journey;
let browser: Browser;
let owner: Page;
let guest: Page;
let noise: string[][] = [];
const faults: string[] = [];

beforeAll(async () => {
  const config = { organization: { teams: { enabled: true } } };
  [journey, browser] = await Promise.all([startJourney({ isWebServed: true, config }), openBrowser()]);
  owner = await openPage();
  guest = await openPage(phone);
  noise = [watchConsole(owner), watchConsole(guest)];
  await post('/api/auth/sign-up/email', person('Ada'));
  await post('/api/auth/organization/create', { name: 'Acme Studio', slug: 'acme-studio' });
});
afterAll(async () => {
  await browser?.close();
  await journey?.stop();
});
afterEach(() => {
  expect(faults.splice(0)).toEqual([]);
  expect(noise.flatMap((messages) => messages.splice(0))).toEqual([]);
});

const openPage = async (viewport?: typeof phone): Promise<Page> => {
  const window = await openWindow(browser, journey.url, viewport);
  window.setDefaultTimeout(30_000);
  return window.newPage();
};
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password: 'correct horse battery',
});
const post = async (path: string, data: unknown): Promise<void> => {
  const response = await owner.request.post(path, { headers: { origin: journey.url }, data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
};
const look = async (at: Page): Promise<void> => {
  faults.push(...(await accessibilityFaults(at)));
};
const heading = (at: Page, name: string | RegExp) => at.getByRole('heading', { level: 1, name }).waitFor();
const click = (at: Page, name: string) => at.getByRole('button', { name, exact: true }).first().click();
const confirm = async (action: string): Promise<void> => {
  const dialog = owner.getByRole('dialog');
  await dialog.waitFor();
  await look(owner);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
};
const fill = (at: Page, label: string, value: string) => at.getByLabel(label, { exact: true }).fill(value);
const visit = async (section: string, title: string): Promise<void> => {
  await owner.goto(`/acme-studio/settings/${section}`);
  await heading(owner, title);
};
const row = (name: RegExp) => owner.getByRole('row', { name });

/** The link in the newest invitation of an address. */
const linkTo = (email: string): Promise<string> =>
  eventually(async () => {
    const { items } = (await (await fetch(`${journey.url}/api/dev/mail`)).json()) as {
      items: { to: string; type: string; url: string }[];
    };
    const mail = items.find(({ to, type }) => to === email && type === 'organization-invitation');
    if (!mail) throw new Error(`no invitation for ${email} yet`);
    return mail.url;
  }, 30_000);

const invite = async (email: string, role: string): Promise<string> => {
  await visit('invitations', 'Invitations');
  await click(owner, 'Invite someone');
  await fill(owner, 'E-mail', email);
  await owner.getByRole('radio', { name: role }).check();
  await confirm('Send invitation');
  await row(new RegExp(email)).first().waitFor();
  return linkTo(email);
};

describe('an invitation', () => {
  it('is for one person, who joins with it', async () => {
    await visit('invitations', 'Invitations');
    await look(owner);
    const link = await invite('grace@example.com', 'Admin');
    await look(owner);
    await owner.goto(link);
    await heading(owner, 'This invitation is for someone else');
    await look(owner);

    await guest.goto(link);
    await heading(guest, 'You have been invited');
    await look(guest);
    await guest.getByRole('link', { name: 'Create an account' }).click();
    const { name, email, password } = person('Grace');
    await fill(guest, 'Name', name);
    await fill(guest, 'E-mail', email);
    await fill(guest, 'Password', password);
    await click(guest, 'Create account');
    await heading(guest, 'Join Acme Studio');
    await look(guest);
    await click(guest, 'Accept invitation');
    await guest.waitForURL('**/acme-studio');
    await guest.goto(link);
    await heading(guest, 'You have already joined');
    await look(guest);
  });

  it('can be canceled, and then opens nothing', async () => {
    const link = await invite('lin@example.com', 'Member');
    await row(/lin@example\.com/)
      .getByRole('button', { name: 'Cancel' })
      .click();
    await confirm('Cancel invitation');
    await row(/lin@example\.com.*Canceled/).waitFor();
    await guest.goto(link);
    await heading(guest, 'This invitation is no longer open');
    await look(guest);
  });
});

describe('a member', () => {
  it('is given another role, and is told what it does not allow', async () => {
    await visit('members', 'Members');
    await look(owner);
    await row(/Grace/).getByRole('button', { name: 'Change role' }).click();
    await owner.getByRole('radio', { name: 'Member' }).check();
    await confirm('Save role');
    await row(/Grace.*Member/).waitFor();
    await guest.goto('/acme-studio/settings/members');
    const refused = guest.getByRole('button', { name: 'Invite someone', disabled: true });
    await refused.waitFor();
    await look(guest);
    await refused.focus();
    await guest.getByText('Your role in Acme Studio does not let you invite people.').waitFor();
  });

  it('who is the only owner cannot leave', async () => {
    await visit('members', 'Members');
    await row(/Ada/).getByRole('button', { name: 'Leave', disabled: true }).waitFor();
  });

  it('is removed, and the organization is gone for them', async () => {
    await visit('members', 'Members');
    await row(/Grace/).getByRole('button', { name: 'Remove' }).click();
    await confirm('Remove member');
    await row(/Grace/).waitFor({ state: 'detached' });
    await guest.goto('/acme-studio');
    await guest.getByText('There is nothing here').waitFor();
  });
});

describe('an owner', () => {
  it('creates, renames and removes a team', async () => {
    await visit('teams', 'Teams');
    await click(owner, 'New team');
    await fill(owner, 'Name', 'Design');
    await confirm('Create team');
    await row(/Design/)
      .getByRole('button', { name: 'Rename' })
      .click();
    await fill(owner, 'Name', 'Drawing');
    await confirm('Save name');
    await look(owner);
    await row(/Drawing/)
      .getByRole('button', { name: 'Remove' })
      .click();
    await confirm('Remove team');
    await row(/Drawing/).waitFor({ state: 'detached' });
  });

  it('deletes the organization only by typing its name', async () => {
    await visit('danger', 'Danger zone');
    await look(owner);
    await click(owner, 'Delete organization');
    const dialog = owner.getByRole('dialog');
    await fill(owner, 'Type Acme Studio to confirm', 'Acme');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await dialog.getByText('This is not the name.').waitFor();
    await fill(owner, 'Type Acme Studio to confirm', 'Acme Studio');
    await confirm('Delete organization');
    await owner.waitForURL('**/organizations/new');
    await look(owner);
  });
});
