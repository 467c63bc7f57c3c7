import { eventually } from '@tessera/kit/test/eventually';
import { makeSeller, type OrganizationStack, signIn, startOrganization } from '../../../test/factories.ts';
import { allowed, consent, oauthBase, registerClient, requestOf } from '../../../test/oauth.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { consentMail } from './mail.ts';

describe('the mail about a consent', () => {
  const facts = {
    appName: 'Acme ID',
    clientName: 'Ledger',
    organizationName: null,
    url: 'https://shop.example/account/apps',
    language: '',
  };

  it('says which app may act for whom, and where that ends', () => {
    const { subject, text } = consentMail(facts);
    expect(subject).toBe('Ledger can now act for you');
    for (const part of [
      'You have allowed Ledger to act for you on Acme ID.',
      'https://shop.example/account/apps',
      'If this was not you',
    ])
      expect(text).toContain(part);
    const german = consentMail({ ...facts, organizationName: 'Werkstatt', language: 'de' });
    expect(german.text).toContain('auf Acme ID für Werkstatt zu handeln');
    expect(german.html).not.toContain('Tessera');
    expect(german.subject).toBe('Ledger kann jetzt für Werkstatt handeln');
    expect(german.html).toContain('<html lang="de">');
  });

  it('lets no name become a link, markup or a header', () => {
    const mail = consentMail({
      ...facts,
      clientName: '<b>evil.test</b>\nBcc: x',
      organizationName: 'see https://evil.test',
    });
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/evil\.test/);
    expect(mail.html).not.toContain('<b>');
    expect(mail.subject).not.toContain('\n');
  });

  it('has the same texts with the same values in both languages', () => {
    const values = (texts: Record<string, string>) =>
      Object.entries(texts).map(([key, text]) => [key, text.match(/\{\{\w+\}\}/g)?.toSorted()]);
    expect(values(de)).toEqual(values(en));
  });
});

describe('whoever allows something', () => {
  let started: OrganizationStack;
  beforeAll(async () => {
    started = await startOrganization();
  });
  afterAll(() => started.stack.stop());
  const mailsTo = (email: string) => started.mails.filter(({ to }) => to === email);

  it('is told by mail, once for what they have allowed already, and again for more', async () => {
    const person = signIn(started.identity);
    const client = await registerClient(started, signIn(started.identity));
    await allowed(started, person, requestOf(client, { scope: 'openid' }));
    await allowed(started, person, requestOf(client, { scope: 'openid', prompt: 'consent' }));
    await allowed(started, person, requestOf(client, { scope: 'products:read' }));
    await consent(started, person, requestOf(client), 'deny');
    await eventually(() => expect(mailsTo(person.email)).toHaveLength(2));
    expect(mailsTo(person.email)[0]).toMatchObject({
      type: 'oauth-consent',
      subject: 'Ledger can now act for you',
      url: 'http://localhost:3000/account/apps',
    });
  });

  it('for an organization is told of its page, in the language that they use', async () => {
    const { as, organizationId } = await makeSeller(started);
    const client = await registerClient(started, signIn(started.identity));
    const request = requestOf(client, { sub_type: 'organization' });
    await started.send('POST', `${oauthBase}/authorization`, {
      as,
      headers: { 'accept-language': 'de' },
      body: { request, action: 'allow', organization_id: organizationId },
    });
    await eventually(() => expect(mailsTo(as.email)).toHaveLength(1));
    expect(mailsTo(as.email)[0]).toMatchObject({
      subject: 'Ledger kann jetzt für Shop handeln',
      url: expect.stringMatching(/\/shop-\w+\/settings\/apps$/),
    });
  });
});
