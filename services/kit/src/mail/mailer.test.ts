import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { captureLog } from '../../test/log.ts';
import { isOutage } from '../database/outage.ts';
import { createMailer } from './mailer.ts';

const received: string[] = [];
let smtp: SMTPServer;
let url: string;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
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
});
