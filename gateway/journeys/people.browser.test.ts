/** People of an organization by clicking: invited by mail, joined in a window of their own, given a role, removed. */
import type { Page } from 'playwright-core';
import { click, fill, heading, linkTo, openPeople, type People, person } from './support/people.ts';

let people: People;
let owner: Page;
let guest: Page;

beforeAll(async () => {
  people = await openPeople({ organization: { teams: { enabled: true } } });
  ({ owner, guest } = people);
});
afterAll(() => people?.stop());
afterEach(() => people.check());

const look = (at: Page) => people.look(at);
const confirm = async (action: string): Promise<void> => {
  const dialog = owner.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
};
const visit = async (section: string, title: string): Promise<void> => {
  await owner.goto(`/acme-studio/settings/${section}`);
  await heading(owner, title);
};
const row = (name: RegExp) => owner.getByRole('row', { name });

const invite = async (email: string, role: string): Promise<string> => {
  await visit('invitations', 'Invitations');
  await click(owner, 'Invite someone');
  await fill(owner, 'E-mail', email);
  await owner.getByRole('radio', { name: role }).check();
  if (role === 'Admin') await look(owner);
  await confirm('Send invitation');
  await row(new RegExp(email)).first().waitFor();
  return linkTo(people.journey, email);
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
  });

  it('can be canceled, and then opens nothing', async () => {
    const link = await invite('lin@example.com', 'Member');
    await row(/lin@example\.com/)
      .getByRole('button', { name: 'Cancel' })
      .click();
    await look(owner);
    await confirm('Cancel invitation');
    await row(/lin@example\.com.*Canceled/).waitFor();
    await guest.goto(link);
    await heading(guest, 'This invitation is no longer open');
  });
});

describe('a member', () => {
  it('is given another role, and is told what it does not allow', async () => {
    await visit('members', 'Members');
    await look(owner);
    await row(/Grace/).getByRole('button', { name: 'Change role' }).click();
    await owner.getByRole('radio', { name: 'Member' }).check();
    await look(owner);
    await confirm('Save role');
    await row(/Grace.*Member/).waitFor();
    await guest.goto('/acme-studio/settings/members');
    const refused = guest.getByRole('button', { name: 'Invite someone', disabled: true });
    await refused.waitFor();
    await look(guest);
    await refused.focus();
    await guest.getByText('Your role in Acme Studio does not let you invite people.').waitFor();
    await guest.goto('/acme-studio/settings/tokens');
    await guest.getByText('Not available to your role').waitFor();
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

  it('moves the organization to an address that is free, and the old one leads nowhere', async () => {
    await visit('danger', 'Danger zone');
    await click(owner, 'Change address');
    await fill(owner, 'New address', 'sign-in');
    await owner.getByText('This address is taken.').waitFor();
    await look(owner);
    await owner.keyboard.press('Escape');
    await owner.locator('button:focus', { hasText: 'Change address' }).waitFor();
    await owner.keyboard.press('Enter');
    await fill(owner, 'New address', 'acme-moved');
    await confirm('Change address');
    await owner.waitForURL('**/acme-moved/settings/danger');
    await heading(owner, 'Danger zone');
    await owner.goto('/acme-studio/settings/danger');
    await owner.getByText('There is nothing here').waitFor();
    await owner.goto('/acme-moved/settings/danger');
    await click(owner, 'Change address');
    await fill(owner, 'New address', 'acme-studio');
    await confirm('Change address');
    await owner.waitForURL('**/acme-studio/settings/danger');
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
  });
});
