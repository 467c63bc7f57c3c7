import type { ConsumerOptions } from '@tessera/kit/events/bus';
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { invitationCanceled, invitationCreated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { makeOrganization, type OrganizationStack, signIn, startOrganization } from '../../test/factories.ts';
import { startInvitationMails } from './consumers.ts';
import { invitationMail } from './mail.ts';

describe('the mail that invites', () => {
  const mail = invitationMail({
    appName: 'Tessera',
    organization: { name: '<b>Shop & "Co"</b>', logo: null },
    inviter: { name: 'Eve <script>\nBcc: x', email: 'eve@example.com' },
    role: 'admin,member',
    url: 'http://localhost:3000/accept-invitation?id=1',
    email: 'you@example.com',
    expiresAt: new Date('2026-01-17T12:00:00Z'),
    language: '',
  });

  it('says who invites, where to, as what and until when', () => {
    for (const part of [
      'Eve',
      'eve@example.com',
      'Admin, Member',
      mail.text.match(/http\S+/)?.[0] ?? 'no link',
    ])
      expect(mail.text).toContain(part);
    expect(mail.text).toContain('http://localhost:3000/accept-invitation?id=1');
    expect(mail.text).toContain('17 January 2026 at 12:00 (UTC)');
  });

  it('names the product as its operator does', () => {
    const { subject, text, html } = invitationMail({
      appName: 'Acme ID',
      organization: { name: 'Shop', logo: null },
      inviter: { name: 'Eve', email: 'eve@example.com' },
      role: 'member',
      url: 'http://localhost:3000/accept-invitation?id=1',
      email: 'you@example.com',
      expiresAt: new Date('2026-01-17T12:00:00Z'),
      language: '',
    });
    expect(subject).toBe('Eve invited you to join Shop on Acme ID');
    expect(text).toContain('collaborate in Shop on Acme ID.');
    expect(html).not.toContain('Tessera');
  });

  it('begins with no address that somebody gave as a name', () => {
    const { subject, text, html } = invitationMail({
      appName: 'Tessera',
      organization: { name: 'Win at https://evil.test/now', logo: null },
      inviter: { name: 'www.evil.test', email: 'eve@example.com' },
      role: 'see evil.test',
      url: 'http://localhost:3000/accept-invitation?id=1',
      email: 'you@example.com',
      expiresAt: new Date('2026-01-17T12:00:00Z'),
      language: '',
    });
    expect(subject).toBe('www·evil·test invited you to join Win at evil·test/now on Tessera');
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.test|https:\/\//);
  });

  it('is German where it was asked for in German', () => {
    const german = invitationMail({
      appName: 'Tessera',
      organization: { name: 'Werkstatt', logo: null },
      inviter: { name: 'Eve', email: 'eve@example.com' },
      role: 'admin,nightshift',
      url: 'http://localhost:3000/accept-invitation?id=1',
      email: 'you@example.com',
      expiresAt: new Date('2026-01-17T12:00:00Z'),
      language: 'de',
    });
    expect(german.subject).toBe('Eve lädt Sie ein, Werkstatt auf Tessera beizutreten');
    for (const part of [
      'Eve (eve@example.com) hat Sie eingeladen, auf Tessera in Werkstatt zusammenzuarbeiten.',
      'Ihre Rolle: Administrator, Nightshift',
      '17. Januar 2026 um 12:00 (UTC)',
    ])
      expect(german.text).toContain(part);
    expect(german.html).toContain('<html lang="de">');
  });

  it('lets no name become markup or a header', () => {
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).not.toContain('<b>');
    expect(mail.html).toContain('&lt;b&gt;Shop &amp; &quot;Co&quot;&lt;/b&gt;');
    expect(mail.subject).not.toContain('\n');
  });
});

describe('inviting someone', () => {
  let started: OrganizationStack;
  beforeAll(async () => {
    started = await startOrganization();
  });
  afterAll(() => started.stack.stop());

  const invite = async (email = `${uuidv7()}@example.com`) => {
    const owner = signIn(started.identity);
    const { id: organizationId } = await makeOrganization(started, owner, { name: 'Mail Shop' });
    const { body } = await started.send('POST', '/api/auth/organization/invite-member', {
      as: owner,
      body: { email, role: 'member', organizationId },
    });
    const cancel = () =>
      started.send('POST', '/api/auth/organization/cancel-invitation', {
        as: owner,
        body: { invitationId: body.id },
      });
    return { owner, email, id: body.id as string, cancel };
  };
  const mailsTo = (email: string) => started.mails.filter(({ to }) => to === email);

  it('sends one mail with the link to the invitation', async () => {
    const { owner, email, id } = await invite();
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    const [mail] = mailsTo(email);
    const url = mail?.url ?? '';
    expect(url).toMatch(`http://localhost:3000/accept-invitation?id=${id}&proof=`);
    expect(mail).toMatchObject({ type: 'organization-invitation', token: id });
    expect(mail?.html).toContain(url.replace('&', '&amp;'));
    expect(mail?.text).toContain(url);
    expect(mail?.text).toContain('Mail Shop');
    expect(mail?.subject).toContain(owner.name);
  });

  it('sends five to one address in an hour, whoever invites, and keeps the invitations beyond', async () => {
    const email = `${uuidv7()}@example.com`;
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await invite(email)).id);
    const heldBack = () => started.stack.log.lines().filter(({ msg }) => /^mail held back/.test(String(msg)));
    await eventually(() => expect(heldBack()).not.toHaveLength(0));
    await eventually(() => expect(mailsTo(email)).toHaveLength(5));
    const rows = await started.stack.db.query('SELECT status FROM invitations WHERE id = ANY($1)', [ids]);
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ status: 'pending' })));
  });

  it('sends nothing for what was taken back before', async () => {
    const { email, id, cancel } = await invite();
    const { invitation } = await started.stack.events.next(
      invitationCreated,
      (message) => message.invitation?.id === id,
    );
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    expect((await cancel()).status).toBe(200);
    const emitted = await started.stack.events.next(
      invitationCanceled,
      (message) => message.invitation?.id === id,
    );
    expect(emitted.invitation).toMatchObject({ status: 'canceled' });
    if (!invitation) throw new Error('an invitation without itself');
    await started.stack.bus.publish(outboxRow(invitationCreated, { invitation }));
    const later = await invite();
    await eventually(() => expect(mailsTo(later.email)).toHaveLength(1));
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('sends nothing where the options want no mail', async () => {
    const { id, email } = await invite();
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    const { invitation } = await started.stack.events.next(
      invitationCreated,
      (message) => message.invitation?.id === id,
    );
    for (const sendInvitationEmail of [false, true]) {
      const sent: unknown[] = [];
      const subscriptions: ConsumerOptions[] = [];
      await startInvitationMails({
        ...started.parts,
        options: { ...started.parts.options, sendInvitationEmail },
        mailer: { send: async (mail) => void sent.push(mail), close: () => undefined },
        bus: {
          ...started.stack.bus,
          consume: async (wanted) => {
            subscriptions.push(wanted);
            return { stop: async () => undefined };
          },
        },
      });
      const handle = subscriptions[0]?.on[0]?.handle;
      const event = {
        id: uuidv7(),
        subject: 'x',
        time: new Date(),
        traceparent: undefined,
        actor: undefined,
      };
      await handle?.({ invitation } as never, event);
      expect(sent).toHaveLength(sendInvitationEmail ? 1 : 0);
    }
  });
});
