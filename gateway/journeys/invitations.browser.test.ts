/** What may come of an invitation, of a membership, and of a page whose service is away, by clicking. */
import { eventually } from '@tessera/kit/test/eventually';
import type { Page } from 'playwright-core';
import { closeWindow, phone } from './support/browser.ts';
import { click, heading, linkTo, openPeople, type People, person, post } from './support/people.ts';

let people: People;
let owner: Page;
let guest: Page;
let organizationId = '';

beforeAll(async () => {
  people = await openPeople({ identity: { emailVerification: { sendVerificationEmail: true } } });
  ({ owner, guest } = people);
  await post(guest, 'sign-up/email', person('Grace'));
  const [own] = (await (await owner.request.get('/api/auth/organization/list')).json()) as { id: string }[];
  organizationId = own?.id ?? '';
});
afterAll(() => people?.stop());
afterEach(() => people.check());

type Invitation = { id: string; link: string; proof: string | null };
/** Invites somebody and waits for the mail, whose link carries the proof. */
const invite = async (
  at: Page,
  wanted: { email: string; role?: string; organizationId?: string },
): Promise<Invitation> => {
  const body = { role: 'member', organizationId, ...wanted };
  const { id } = await post<{ id: string }>(at, 'organization/invite-member', body);
  const link = await eventually(async () => {
    const newest = await linkTo(people.journey, wanted.email);
    expect(newest).toContain(id);
    return newest;
  });
  return { id, link, proof: new URL(link).searchParams.get('proof') };
};
const accept = (at: Page, { id, proof }: Invitation) =>
  post(at, 'organization/accept-invitation', { invitationId: id, proof });
const grace = person('Grace').email;
const open = async (at: Page, { link }: Pick<Invitation, 'link'>, title: string) => {
  await at.goto(link);
  await heading(at, title);
};

describe('the link of an invitation', () => {
  it('says that it was canceled, and that it was declined', async () => {
    const canceled = await invite(owner, { email: grace });
    await post(owner, 'organization/cancel-invitation', { invitationId: canceled.id });
    await open(guest, canceled, 'This invitation was canceled');
    await people.look(guest);
    const declined = await invite(owner, { email: grace });
    await open(guest, declined, 'Join Acme Studio');
    await click(guest, 'Decline');
    await heading(guest, 'Invitation declined');
    await open(guest, declined, 'You declined this invitation');
  });

  it('fits a phone, whatever the organization is called; so does the question before it is deleted', async () => {
    const long = { name: 'Donaudampfschifffahrtsgesellschaft'.repeat(3), slug: 'donau' };
    const { id } = await post<{ id: string }>(owner, 'organization/create', long);
    const pending = await invite(owner, { email: grace, organizationId: id });
    await open(guest, pending, `Join ${long.name}`);
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await owner.goto('/donau/settings/danger');
    await click(owner, 'Delete organization');
    const dialog = owner.getByRole('dialog');
    const label = dialog.getByText(`Type ${long.name} to confirm`);
    const [inner, outer] = [await label.boundingBox(), await dialog.boundingBox()];
    expect(inner?.width).toBeLessThan(outer?.width ?? 0);
    await dialog.getByRole('textbox').fill(long.name);
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await owner.getByText(`${long.name} was deleted.`).waitFor();
  });

  it('without its proof asks for the address to be confirmed, and leads back', async () => {
    const copied = await invite(owner, { email: grace });
    await open(guest, { link: `/accept-invitation?id=${copied.id}` }, 'Confirm your address first');
    await people.look(guest);
    await click(guest, 'Send a confirmation link');
    await heading(guest, 'Check your inbox');
    await guest.goto(await linkTo(people.journey, grace, 'verification'));
    await heading(guest, 'Thank you');
    await guest.getByRole('link', { name: 'Continue' }).click();
    await heading(guest, 'Join Acme Studio');
    await post(owner, 'organization/cancel-invitation', { invitationId: copied.id });
  });

  it('says that it has expired, and one sent again works in its place', async () => {
    const expired = await invite(owner, { email: grace });
    const move = (offsetSeconds: number) => owner.request.post('/api/dev/clock', { data: { offsetSeconds } });
    await move(172_801);
    await open(guest, expired, 'This invitation has expired');
    await owner.goto('/acme-studio/settings/invitations');
    const row = owner.getByRole('row', { name: /grace@example\.com.*Expired/ });
    await row.getByRole('button', { name: 'Resend' }).click();
    await owner.getByText(`A new invitation was sent to ${grace}.`).waitFor();
    await owner.getByRole('row', { name: /grace@example\.com.*Pending/ }).waitFor();
    await row.waitFor({ state: 'detached' });
    await open(guest, expired, 'This invitation was canceled');
    await guest.goto(await linkTo(people.journey, grace));
    await heading(guest, 'Join Acme Studio');
    await click(guest, 'Accept invitation');
    await guest.waitForURL('**/acme-studio');
    await move(0);
  });

  it('says that who sent it has left, and nothing once the organization is gone', async () => {
    const host = await people.openPage();
    await post(host, 'sign-up/email', person('Host'));
    const made = await post<{ id: string }>(host, 'organization/create', { name: 'Brief', slug: 'brief' });
    const place = { organizationId: made.id };
    const successor = await invite(host, { ...place, email: person('Ada').email, role: 'owner' });
    const open1 = await invite(host, { ...place, email: grace });
    await accept(owner, successor);
    await post(host, 'organization/leave', place);
    await open(guest, open1, 'This invitation is no longer open');
    await guest.getByText('Who sent it has left the organization.').waitFor();
    await post(owner, 'organization/delete', place);
    await open(guest, open1, 'This invitation is no longer open');
    await guest.getByText('its organization was deleted').waitFor();
    await guest.goto('/accept-invitation?id=nonsense');
    await heading(guest, 'This invitation is no longer open');
    await closeWindow(host.context());
  });
});

describe('a list whose service is away', () => {
  it.each([
    ['members', 'Ada'],
    ['invitations', grace],
    ['tokens', 'Create a token for your server'],
  ])('of %s says so and can be tried again', async (section, content) => {
    const wanted =
      /\/api\/(auth\/organization\/(members|invitations)\?|billing\/v1\/organization-access-tokens)/;
    await owner.route(wanted, (route) => route.fulfill({ status: 503 }));
    await owner.goto(`/acme-studio/settings/${section}`);
    await owner.getByText('This part of Tessera is not available right now.').first().waitFor();
    if (section === 'members') await people.look(owner);
    await owner.unroute(wanted);
    await click(owner, 'Try again');
    await owner.getByText(content).first().waitFor();
  });
});

describe('whoever leaves', () => {
  it('goes on in another organization of theirs', async () => {
    await post(guest, 'organization/create', { name: 'Own Shop', slug: 'own-shop' });
    await leave('Acme Studio', 'acme-studio');
    await guest.waitForURL('**/own-shop');
    await guest.getByRole('heading', { level: 1 }).waitFor();
    await guest.goto('/acme-studio');
    await guest.getByText('There is nothing here').waitFor();
    await guest.goto('/');
    await guest.waitForURL('**/own-shop');
  });

  it('is told why, when they are the only owner', async () => {
    await guest.goto('/own-shop/settings/members');
    const refused = guest.getByRole('button', { name: 'Leave', disabled: true });
    await refused.focus();
    await guest.getByText('At least one person must have the role Owner.').waitFor();
  });

  it('comes to the beginning, when it was their only one', async () => {
    const last = await people.openPage();
    await post(last, 'sign-up/email', person('Lin'));
    await accept(last, await invite(owner, { email: person('Lin').email }));
    await leave('Acme Studio', 'acme-studio', last);
    await last.waitForURL('**/organizations/new');
    await heading(last, 'Name your organization');
    await people.look(last);
  });
});

const leave = async (name: string, slug: string, at = guest) => {
  await at.goto(`/${slug}/settings/members`);
  await click(at, 'Leave');
  const dialog = at.getByRole('dialog', { name: `Leave ${name}?` });
  await dialog.getByRole('button', { name: 'Leave organization' }).click();
  await at.getByText(`You left ${name}.`).waitFor();
};
