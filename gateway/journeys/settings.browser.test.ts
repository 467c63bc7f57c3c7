/** Settings of an organization whose operator has roles of their own and wants addresses confirmed, by clicking. */
import type { Page } from 'playwright-core';
import { click, fill, heading, linkTo, openPeople, type People, person, post } from './support/people.ts';

let people: People;
let owner: Page;
let guest: Page;
let organizationId = '';

const everything = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
};

beforeAll(async () => {
  people = await openPeople({
    organization: {
      creatorRole: 'captain',
      roles: {
        captain: everything,
        recruiter: { invitation: ['create', 'cancel'] },
        mate: { organization: ['update'] },
        guest: {},
      },
    },
    identity: {
      emailAndPassword: { requireEmailVerification: true },
      emailVerification: { sendOnSignUp: true, autoSignInAfterVerification: true },
    },
  });
  ({ owner, guest } = people);
  const [own] = (await (await owner.request.get('/api/auth/organization/list')).json()) as { id: string }[];
  organizationId = own?.id ?? '';
});
afterAll(() => people?.stop());
afterEach(() => people.check());

const row = (name: RegExp) => owner.getByRole('row', { name });
const visit = async (section: string, title: string): Promise<void> => {
  await owner.goto(`/acme-studio/settings/${section}`);
  await heading(owner, title);
};

describe('someone invited without an account', () => {
  it('comes back to the invitation from the mail that confirms their address', async () => {
    const { name, email, password } = person('Grace');
    await post(owner, 'organization/invite-member', { email, role: 'guest', organizationId });
    await guest.goto(await linkTo(people.journey, email));
    await guest.getByRole('link', { name: 'Create an account' }).click();
    await fill(guest, 'Name', name);
    await fill(guest, 'E-mail', email);
    await fill(guest, 'Password', password);
    await click(guest, 'Create account');
    await heading(guest, 'Check your inbox');
    await guest.goto(await linkTo(people.journey, email, 'verification'));
    await heading(guest, 'Thank you');
    await guest.getByRole('link', { name: 'Continue' }).click();
    await heading(guest, 'Join Acme Studio');
    await click(guest, 'Accept invitation');
    await guest.waitForURL('**/acme-studio');
  });
});

describe('an operator’s own roles', () => {
  it('are offered with what they grant, several at once', async () => {
    await visit('members', 'Members');
    await row(/Ada.*Captain/).waitFor();
    await row(/Grace.*Guest/)
      .getByRole('button', { name: 'Change role' })
      .click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByText('Invitations: create, cancel.', { exact: true }).waitFor();
    await dialog.getByRole('switch', { name: 'Several roles at once' }).check({ force: true });
    await dialog.getByRole('checkbox', { name: 'Recruiter' }).check();
    await dialog.getByRole('checkbox', { name: 'Mate' }).check();
    await dialog.getByRole('checkbox', { name: 'Guest' }).uncheck();
    await people.look(owner);
    await dialog.getByRole('button', { name: 'Save role' }).click();
    await row(/Grace.*Recruiter, Mate/).waitFor();
  });

  it('decide what a member may press, and what is explained instead', async () => {
    await guest.goto('/acme-studio/settings/invitations');
    await guest.getByRole('button', { name: 'Invite someone', disabled: false }).waitFor();
    await guest.goto('/acme-studio/settings/members');
    await guest.getByRole('button', { name: 'Change role', disabled: true }).first().focus();
    await guest.getByText('Your role in Acme Studio does not let you change roles.').waitFor();
    await guest.goto('/acme-studio/settings/danger');
    await guest.getByRole('button', { name: 'Delete organization', disabled: true }).waitFor();
  });
});

const filter = async (state: string): Promise<void> => {
  await owner.getByRole('combobox', { name: 'Which invitations' }).click();
  await owner.getByRole('option', { name: state }).click();
};

describe('a long list', () => {
  it('is read page by page, and by what became of its rows', async () => {
    for (let count = 1; count <= 21; count += 1)
      await post(owner, 'organization/invite-member', {
        email: `guest-${count}@example.com`,
        role: 'guest',
        organizationId,
      });
    await visit('invitations', 'Invitations');
    await row(/guest-21@/).waitFor();
    await owner.getByText('Page 1 of 2 · 22 in total').waitFor();
    await owner.getByRole('button', { name: 'Next page' }).click();
    await row(/guest-1@/).waitFor();
    await filter('Pending');
    await owner.getByRole('button', { name: 'Next page' }).click();
    await row(/guest-1@/)
      .getByRole('button', { name: 'Cancel' })
      .click();
    await click(owner, 'Cancel invitation');
    // The page was left empty: the one before is shown.
    await row(/guest-21@/).waitFor();
    await filter('Accepted');
    await row(/grace@example\.com.*Accepted/).waitFor();
    await owner
      .getByRole('row', { name: /guest-/ })
      .first()
      .waitFor({ state: 'detached' });
    await people.look(owner);
  });
});

describe('an access token', () => {
  it('shows what it may do and when it was used, gets another name, and is revoked', async () => {
    await visit('tokens', 'Access tokens');
    await click(owner, 'New token');
    await fill(owner, 'Name', 'Server');
    await owner.getByRole('checkbox', { name: 'See products and prices' }).check();
    await click(owner, 'Create token');
    const token = await owner.getByRole('textbox', { name: 'Access token' }).inputValue();
    await click(owner, 'I have copied it');
    await row(/Server.*See products and prices.*Never/).waitFor();
    const call = () =>
      fetch(`${people.journey.url}/api/billing/v1/products/`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await call()).status).toBe(200);
    await row(/Server/)
      .getByRole('button', { name: 'Rename' })
      .click();
    await fill(owner, 'Name', 'Laptop');
    await click(owner, 'Save name');
    await row(/Laptop.*See products and prices.*20\d\d/).waitFor();
    await row(/Laptop/)
      .getByRole('button', { name: 'Revoke' })
      .click();
    await click(owner, 'Revoke token');
    await row(/Laptop/).waitFor({ state: 'detached' });
    expect((await call()).status).toBe(401);
  });
});

describe('a second organization', () => {
  it('is told while one types whether its address is free, and is switched to', async () => {
    await owner.goto('/organizations/new');
    await fill(owner, 'Name', 'Acme Studio');
    await owner.getByText('This address is taken. Choose another.').waitFor();
    await fill(owner, 'Name', 'Sign in');
    await owner.getByText('This address is taken. Choose another.').waitFor();
    await fill(owner, 'Name', 'Second Shop');
    await owner.getByText('This address is available.').waitFor();
    await people.look(owner);
    await click(owner, 'Create organization');
    await owner.waitForURL('**/second-shop');
    await owner.getByRole('button', { name: 'Organization Second Shop, switch' }).click();
    const remembered = owner.waitForResponse('**/set-active');
    await owner.getByRole('menuitem', { name: 'Acme Studio' }).click();
    await owner.waitForURL('**/acme-studio');
    await remembered;
    await owner.goto('/');
    await owner.waitForURL('**/acme-studio');
  });
});

describe('the profile', () => {
  it('keeps links to other platforms, each on the platform’s own domain', async () => {
    await owner.goto('/acme-studio/settings');
    await heading(owner, 'Settings');
    await click(owner, 'Add a link');
    await fill(owner, 'Address of link 1', 'https://example.com/acme');
    await click(owner, 'Save changes');
    await owner.getByText("Must be on the platform's own domain.").waitFor();
    await people.look(owner);
    await fill(owner, 'Address of link 1', 'https://x.com/acme');
    await click(owner, 'Save changes');
    await owner.getByText('Your changes were saved.').waitFor();
    await owner.reload();
    expect(await owner.getByLabel('Address of link 1', { exact: true }).inputValue()).toBe(
      'https://x.com/acme',
    );
  });
});
