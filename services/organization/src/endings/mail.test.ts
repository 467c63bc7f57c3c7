import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import type { UserCaller } from '@tessera/proto/api/passport';
import { userDeleted } from '@tessera/proto/events/identity';
import {
  addMember,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { organizationDeletedMail, ownershipInheritedMail } from './mail.ts';

describe('the mails about endings', () => {
  const deletion = {
    appName: 'Acme ID',
    organization: 'Shop',
    by: { name: 'Ada', email: 'ada@example.com' },
    deletedAt: new Date('2030-01-15T12:00:00Z'),
    language: '',
  };
  const inheritance = {
    appName: 'Acme ID',
    organization: 'Shop',
    formerOwner: 'Ada',
    url: 'https://shop.example/shop/settings/members',
    language: '',
  };

  it('say who deleted an organization and when, and what its customers keep', () => {
    const { subject, text, html } = organizationDeletedMail(deletion);
    expect(subject).toBe('Shop was deleted');
    for (const part of [
      'Ada deleted Shop on Acme ID on 15 January 2030 at 12:00 (UTC).',
      'Customers keep their orders, invoices and what they bought once.',
      'write to Ada: ada@example.com',
    ])
      expect(text).toContain(part);
    expect(html).toContain('mailto:ada@example.com');
    const own = organizationDeletedMail({ ...deletion, by: 'you' });
    expect(own.text).toContain('You deleted Shop');
    expect(own.text).toContain('If this was not you, change your password');
    expect(organizationDeletedMail({ ...deletion, by: 'administrator' }).text).toContain(
      'An administrator of Acme ID deleted Shop',
    );
    expect(organizationDeletedMail({ ...deletion, by: null }).text).toContain('A member deleted Shop');
    const german = organizationDeletedMail({ ...deletion, language: 'de' });
    expect(german.text).toContain('Ada hat Shop auf Acme ID am 15. Januar 2030');
    expect(german.html).toContain('<html lang="de">');
  });

  it('say whose organization became the reader’s', () => {
    const { subject, text } = ownershipInheritedMail(inheritance);
    expect(subject).toBe('You are now the owner of Shop');
    expect(text).toContain('The account of Ada, the only owner of Shop on Acme ID, was deleted.');
    expect(text).toContain(inheritance.url);
    expect(ownershipInheritedMail({ ...inheritance, formerOwner: '' }).text).toContain(
      'The account of the only owner of Shop',
    );
  });

  it('let no name become a link, markup or a header', () => {
    const evil = 'see https://evil.test\nBcc: x<b>';
    for (const mail of [
      organizationDeletedMail({ ...deletion, organization: evil, by: { name: evil, email: 'a@b.example' } }),
      ownershipInheritedMail({ ...inheritance, organization: evil, formerOwner: evil }),
    ]) {
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/evil\.test/);
      expect(mail.html).not.toContain('<b>');
    }
  });

  it('have the same texts with the same values in both languages', () => {
    const values = (texts: Record<string, string>) =>
      Object.entries(texts).map(([key, text]) => [key, text.match(/\{\{\w+\}\}/g)?.toSorted()]);
    expect(values(de)).toEqual(values(en));
  });
});

describe('members', () => {
  let started: OrganizationStack;
  beforeAll(async () => {
    started = await startOrganization();
  });
  afterAll(() => started.stack.stop());
  const mailsTo = ({ email }: UserCaller) => started.mails.filter(({ to }) => to === email);
  const remove = (as: UserCaller, organizationId: string) =>
    started.send('POST', '/api/auth/organization/delete', {
      as,
      body: { organizationId },
      headers: { 'accept-language': 'de' },
    });

  it('are told of the deletion of their organization once, each in their language', async () => {
    const { as, organizationId } = await makeSeller(started);
    const [english, silent] = [signIn(started.identity), signIn(started.identity)];
    for (const { userId } of [english, silent]) await addMember(started, organizationId, { userId });
    const known = started.identity.users.get(english.userId);
    if (known) started.identity.users.set(english.userId, { ...known, language: 'en' });
    expect((await remove(as, organizationId)).status).toBe(200);
    await eventually(() => {
      for (const reader of [as, english, silent]) expect(mailsTo(reader)).toHaveLength(1);
    });
    expect(mailsTo(as)[0]).toMatchObject({ type: 'organization-deleted', subject: 'Shop wurde gelöscht' });
    expect(mailsTo(as)[0]?.text).toContain('Sie haben Shop');
    expect(mailsTo(english)[0]?.text).toContain(`${as.name} deleted Shop`);
    expect(mailsTo(silent)[0]?.text).toContain(`${as.name} hat Shop`);
  });

  it('are told of no member where an administrator acted in their name', async () => {
    const { as, organizationId } = await makeSeller(started);
    expect((await remove({ ...as, isImpersonated: true }, organizationId)).status).toBe(200);
    await eventually(() => expect(mailsTo(as)).toHaveLength(1));
    expect(mailsTo(as)[0]?.text).toContain('Ein Administrator von Tessera hat Shop');
  });

  it('are told when the organization became theirs with the account of its only owner', async () => {
    const { as, organizationId } = await makeSeller(started);
    const [heir, other] = [signIn(started.identity), signIn(started.identity)];
    await addMember(started, organizationId, { userId: heir.userId, role: 'admin' });
    await addMember(started, organizationId, { userId: other.userId });
    await started.stack.db.query('INSERT INTO users (id, email, name) VALUES ($1, $2, $3)', [
      as.userId,
      as.email,
      'Ada Lovelace',
    ]);
    await started.stack.bus.publish(outboxRow(userDeleted, { userId: as.userId, email: as.email }));
    await eventually(() => expect(mailsTo(heir)).toHaveLength(1));
    expect(mailsTo(heir)[0]).toMatchObject({
      type: 'organization-inherited',
      subject: 'You are now the owner of Shop',
      url: expect.stringMatching(/\/shop-\w+\/settings\/members$/),
    });
    expect(mailsTo(heir)[0]?.text).toContain('The account of Ada Lovelace');
    expect([...mailsTo(other), ...mailsTo(as)]).toEqual([]);
  });
});
