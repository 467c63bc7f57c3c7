/** An app of somebody else's is registered, allowed by people who sign in on the way, and shut out again, by clicking. */
import type { Page } from 'playwright-core';
import { mailTo } from './support/mail.ts';
import { type App, startApp } from './support/oauth-app.ts';
import { click, fill, heading, openPeople, type People, person, post } from './support/people.ts';

let people: People;
let app: App;
let owner: Page;
let guest: Page;
beforeAll(async () => {
  people = await openPeople();
  ({ owner, guest } = people);
  app = await startApp(people.journey.url);
});
afterAll(async () => {
  await app?.stop();
  await people?.stop();
});
afterEach(() => people.check());

const productsStatus = async (accessToken: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${people.journey.url}/api/billing/v1/products/`, { headers })).status;
};

/** A part of the page of one's account. */
const section = (at: Page, name: string) => at.getByRole('heading', { level: 2, name }).waitFor();

/** Sends somebody to be asked, as a button of the app would. */
const connect = (at: Page, parameters: Record<string, string>) =>
  at.goto(`${app.url}/connect?${new URLSearchParams(parameters).toString()}`);

describe('a developer', () => {
  it('registers an app, and is given what it needs', async () => {
    await owner.goto('/account/oauth-apps');
    await section(owner, 'OAuth apps');
    await people.look(owner);
    await owner.getByRole('link', { name: 'New app' }).first().click();
    await heading(owner, 'New app');
    await fill(owner, 'Name', 'Ledger');
    await fill(owner, 'Redirect URIs', `${app.url}/callback`);
    await click(owner, 'Read only');
    await people.look(owner);
    await click(owner, 'Create app');
    await heading(owner, 'Ledger');
    const valueOf = (label: string) => owner.getByLabel(label, { exact: true }).inputValue();
    const [clientId, clientSecret] = [await valueOf('Client ID'), await valueOf('Client secret')];
    expect([clientId, clientSecret]).toEqual([
      expect.stringMatching(/^tessera_ci_/),
      expect.stringMatching(/^tessera_cs_/),
    ]);
    await people.look(owner);
    await app.register(clientId, clientSecret);
  });
});

describe('somebody whom the app sends here', () => {
  const grace = person('Grace');

  it('signs in on the way, sees what it wants, and is back there when they have allowed it', async () => {
    await post(guest, 'sign-up/email', grace);
    await post(guest, 'sign-out', {});
    await connect(guest, { scope: 'openid email products:read', sub_type: 'user' });
    await heading(guest, 'Sign in');
    await fill(guest, 'E-mail or username', grace.email);
    await fill(guest, 'Password', grace.password);
    await click(guest, 'Sign in');
    await heading(guest, 'Allow access?');
    await guest.getByText('Ledger', { exact: true }).waitFor();
    await guest.getByText(grace.email).waitFor();
    await people.look(guest);
    await click(guest, 'Allow');
    await heading(guest, 'Connected');
    expect(await productsStatus(app.accessToken())).toBe(200);
    expect(await mailTo(people.journey.url, grace.email, 'oauth-consent')).toMatchObject({
      subject: 'Ledger can now act for you',
    });
  });

  it('is not asked again for what they have allowed', async () => {
    await connect(guest, { scope: 'openid products:read', sub_type: 'user' });
    await heading(guest, 'Connected');
  });

  it.each([
    ['prompt', 'login'],
    ['max_age', '0'],
  ])('signs in once more where the app wants to be sure (%s=%s), and once only', async (name, value) => {
    await connect(guest, { scope: 'openid products:read', sub_type: 'user', [name]: value });
    await click(guest, 'Sign in again');
    await heading(guest, 'Sign in');
    await fill(guest, 'E-mail or username', grace.email);
    await fill(guest, 'Password', grace.password);
    await click(guest, 'Sign in');
    await heading(guest, 'Connected');
  });

  it('shuts it out in their account, at once', async () => {
    const token = app.accessToken();
    await guest.goto('/account/apps');
    await section(guest, 'Apps with access');
    await people.look(guest);
    await guest
      .getByRole('button', { name: /^Remove access/ })
      .first()
      .click();
    await guest.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
    await guest.getByText('No app has access').waitFor();
    expect(await productsStatus(token)).toBe(401);
    await expect(app.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('who manages an organization', () => {
  const forOrganization = { scope: 'products:read', sub_type: 'organization' };

  it('denies the app what it wants there, and the app is told', async () => {
    await connect(owner, forOrganization);
    await heading(owner, 'Allow access?');
    await click(owner, 'Deny');
    await heading(owner, 'Not connected');
    await owner.getByText('access_denied').waitFor();
  });

  it('allows it, sees it in the settings, and takes it back', async () => {
    await connect(owner, forOrganization);
    await heading(owner, 'Allow access?');
    const choice = owner.getByRole('combobox', { name: 'For which organization?' });
    expect(await choice.inputValue()).toBe('Acme Studio');
    await people.look(owner);
    await click(owner, 'Allow');
    await heading(owner, 'Connected');
    const token = app.accessToken();
    expect([token.startsWith('tessera_at_o_'), await productsStatus(token)]).toEqual([true, 200]);
    await owner.goto('/acme-studio/settings/apps');
    await heading(owner, 'Apps with access');
    await owner.getByText('Ledger').first().waitFor();
    await people.look(owner);
    await owner
      .getByRole('button', { name: /^Remove access/ })
      .first()
      .click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
    await owner.getByText('No app has access').waitFor();
    expect(await productsStatus(token)).toBe(401);
  });
});

describe('a link that was tampered with', () => {
  it('leads nowhere, and says so', async () => {
    const query = new URLSearchParams({
      client_id: 'tessera_ci_unknown',
      response_type: 'code',
      redirect_uri: 'https://evil.example/callback',
    }).toString();
    await guest.goto(`/oauth2/authorize?${query}`);
    await heading(guest, 'This link does not work');
    await people.look(guest);
    expect(await guest.locator('a[href*="evil.example"]').count()).toBe(0);
  });
});
