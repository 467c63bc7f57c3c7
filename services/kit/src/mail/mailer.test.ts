import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { captureLog } from '../../test/log.ts';
import { isOutage } from '../database/outage.ts';
import { createMailer, RefusedRecipient } from './mailer.ts';

const received: string[] = [];
/** What the server answers to a recipient by their name; absent: it takes the mail. */
const refusals = new Map<string, [number, string]>();
let smtp: SMTPServer;
let url: string;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const [responseCode, message] = refusals.get(address) ?? [];
      done(message ? Object.assign(new Error(message), { responseCode }) : null);
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        received.push(text);
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));

const mail = {
  to: 'ada@example.com',
  subject: 'Prove your address',
  text: 'Hello',
  html: '<p>Hello</p>',
  type: 'verification',
  url: 'http://localhost/verify',
  token: 'secret-token',
  messageId: 'event-1',
};

const send = async (isDevelopment: boolean, to = url, replyTo?: string) => {
  const log = captureLog();
  const mailer = createMailer({ url: to, from: 'Tessera <a@example.com>', isDevelopment, log: log.logger });
  try {
    await mailer.send({ ...mail, ...(replyTo && { replyTo }) });
  } finally {
    mailer.close();
  }
  return { text: received.at(-1) ?? '', log };
};

describe('createMailer', () => {
  it('sends a mail with the id of what caused it, and tells its purpose in development only', async () => {
    const production = await send(false);
    expect(production.text).toMatch(/Message-ID: <event-1@example\.com>/i);
    expect(production.text).toMatch(/Auto-Submitted: auto-generated/i);
    expect(production.text).toContain('Subject: Prove your address');
    expect(production.text).not.toContain('secret-token');
    expect(production.text).not.toMatch(/Reply-To/i);
    expect((await send(true)).text).toMatch(/X-Tessera-Token: secret-token/i);
    expect(JSON.stringify(production.log.lines())).not.toContain('secret-token');
  });

  it('names where answers go', async () =>
    expect((await send(false, url, 'help@example.com')).text).toMatch(/^Reply-To: help@example\.com/im));

  it('fails as an outage when nobody takes the mail, so that its event is kept', async () => {
    const failure = await send(false, 'smtp://127.0.0.1:1').catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
  });

  it.each([
    [550, '5.1.1 <gone@example.com>: no such mailbox', '550 5.1.1'],
    [550, '5.4.1 Recipient address rejected: Access denied', '550 5.4.1'],
    [552, '5.2.2 Mailbox full', '552 5.2.2'],
    [550, 'No such user here', '550'],
  ])('says that a recipient is refused for good: %i %s', async (code, words, reply) => {
    refusals.set(mail.to, [code, words]);
    const failure = await send(false).catch((error: unknown) => error);
    refusals.clear();
    expect(failure).toBeInstanceOf(RefusedRecipient);
    expect((failure as RefusedRecipient).reply).toBe(reply);
  });

  it.each([
    [450, '4.2.1 Mailbox busy, try again later'],
    [550, '5.7.1 Relaying denied'],
    [554, 'Relay access denied'],
    [550, 'relay not permitted'],
    [550, '5.1.8 Sender domain does not exist'],
  ])('tries again what may pass, or is wrong with the server: %i %s', async (code, words) => {
    refusals.set(mail.to, [code, words]);
    const failure = await send(false).catch((error: unknown) => error);
    refusals.clear();
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(RefusedRecipient);
  });
});
