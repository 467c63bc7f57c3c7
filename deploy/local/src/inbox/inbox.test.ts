import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { startInbox } from './server.ts';
import { createInboxStore, type ReceivedMail } from './store.ts';

type Inbox = Awaited<ReturnType<typeof startInbox>>;
const running: Inbox[] = [];
const open = async (file?: string) => {
  const inbox = await startInbox({ smtpPort: 0, httpPort: 0, file });
  running.push(inbox);
  return inbox;
};
afterEach(async () => {
  for (const inbox of running.splice(0)) await inbox.stop();
});

const send = (inbox: Inbox, mail: object) =>
  createTransport({ url: inbox.smtpUrl }).sendMail({ from: 'shop@tessera.test', ...mail });
const listed = async (inbox: Inbox) =>
  ((await (await fetch(`${inbox.url}/mail`)).json()) as { items: ReceivedMail[] }).items;

describe('the inbox', () => {
  it('lists what SMTP delivered, oldest first, with what the headers say', async () => {
    const inbox = await open();
    await send(inbox, {
      to: 'ada@example.com',
      subject: 'Grüße, bitte bestätigen',
      html: '<p>Hello</p>',
      text: 'Hello',
      headers: {
        'X-Tessera-Type': 'verification',
        'X-Tessera-Url': 'http://localhost/verify?a=1',
        'X-Tessera-Token': 't1',
      },
    });
    await send(inbox, { to: 'bob@example.com', subject: 'Second', text: 'plain' });
    const [first, second] = await listed(inbox);
    expect(first).toMatchObject({
      to: 'ada@example.com',
      subject: 'Grüße, bitte bestätigen',
      type: 'verification',
      url: 'http://localhost/verify?a=1',
      token: 't1',
      html: expect.stringContaining('<p>Hello</p>') as string,
    });
    expect(Date.parse(first?.sentAt ?? '')).not.toBeNaN();
    expect(second).toMatchObject({ subject: 'Second', type: null, url: null, token: null, html: '' });
  });

  it('refuses mails to mailboxes that are to be missing', async () => {
    const inbox = await open();
    const failure = send(inbox, { to: 'Refused-1@example.com', subject: 'Hello', text: 'Hello' });
    await expect(failure).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    expect(await listed(inbox)).toEqual([]);
  });

  it('takes a mail that is sent twice only once', async () => {
    const inbox = await open();
    const mail = { to: 'ada@example.com', subject: 'Once', text: 'x', messageId: '<event-1@tessera>' };
    await send(inbox, mail);
    await send(inbox, mail);
    expect(await listed(inbox)).toHaveLength(1);
  });

  it('outlives whoever dies in the middle of handing in a mail', async () => {
    const inbox = await open();
    const { port, hostname } = new URL(inbox.smtpUrl);
    const socket = connect(Number(port), hostname);
    const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
    for (const line of ['HELO shop.test', 'MAIL FROM:<shop@tessera.test>', 'RCPT TO:<ada@example.com>']) {
      await replies.next();
      socket.write(`${line}\r\n`);
    }
    await replies.next();
    socket.resetAndDestroy();
    for (const subject of ['First', 'Second'])
      await send(inbox, { to: 'ada@example.com', subject, text: 'x' });
    expect((await listed(inbox)).map(({ subject }) => subject)).toEqual(['First', 'Second']);
  });

  it('answers when the next mail has come, or the wait is over', async () => {
    const inbox = await open();
    await send(inbox, { to: 'ada@example.com', subject: 'First', text: 'x' });
    const waiting = { isOver: false };
    const answered = fetch(`${inbox.url}/mail?wait=60`).then(async (answer) => {
      waiting.isOver = true;
      return (await answer.json()) as { items: ReceivedMail[] };
    });
    // A mail may be there before the question is: one after it ends the wait.
    for (let number = 2; !waiting.isOver; number += 1)
      await send(inbox, { to: 'ada@example.com', subject: `Mail ${number}`, text: 'x' });
    expect((await answered).items.length).toBeGreaterThan(1);
    const count = (await listed(inbox)).length;
    const late = (await (await fetch(`${inbox.url}/mail?wait=0.05`)).json()) as { items: ReceivedMail[] };
    expect(late.items).toHaveLength(count);
  });

  it('answers no page whose name only means this machine', async () => {
    const inbox = await open();
    const status = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${inbox.url}/mail`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    expect(await status('rebound.evil.example:8025')).toBe(403);
    for (const host of ['localhost:8025', '127.0.0.1:8025', '[::1]:8025', 'inbox:8080'])
      expect(await status(host)).toBe(200);
  });

  it('is emptied by DELETE', async () => {
    const inbox = await open();
    await send(inbox, { to: 'ada@example.com', subject: 'Gone', text: 'x' });
    expect((await fetch(`${inbox.url}/mail`, { method: 'DELETE' })).status).toBe(200);
    expect(await listed(inbox)).toEqual([]);
  });

  it('shows mails in frames that run no scripts', async () => {
    const inbox = await open();
    await send(inbox, { to: 'ada@example.com', subject: '<script>alert(1)</script>', html: '<b>Bold</b>' });
    const page = await (await fetch(inbox.url)).text();
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).not.toContain('<script>');
    const [mail] = await listed(inbox);
    const body = await fetch(`${inbox.url}/mail/${encodeURIComponent(mail?.id ?? '')}`);
    expect(body.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await body.text()).toContain('<b>Bold</b>');
    expect((await fetch(`${inbox.url}/mail/unknown`)).status).toBe(404);
  });

  it('keeps its mails through a restart when it has a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-inbox-'));
    const file = join(folder, 'inbox.jsonl');
    const before = await open(file);
    await send(before, { to: 'ada@example.com', subject: 'Kept', text: 'x' });
    await before.stop();
    running.splice(0);
    expect((await listed(await open(file))).map(({ subject }) => subject)).toEqual(['Kept']);
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('the process of the inbox', () => {
  const run = promisify(execFile);

  it.each([
    [{ PORT: '0', SMTP_PORT: 'mail' }, 'SMTP_PORT'],
    [{ PORT: '', SMTP_PORT: '0' }, 'PORT'],
  ])('does not start with %j, and names the variable alone', async (env, named) => {
    const program = join(import.meta.dirname, 'inbox.ts');
    await expect(run(process.execPath, [program], { env })).rejects.toMatchObject({
      code: 1,
      stderr: `environment variable ${named}: must be a number from 0 to 65535\n`,
    });
  });
});

describe('createInboxStore', () => {
  it('forgets the oldest beyond a thousand', () => {
    const store = createInboxStore();
    const mail = { to: '', subject: '', type: null, url: null, token: null, html: '', text: '', sentAt: '' };
    for (let number = 1; number <= 1003; number += 1) store.add({ ...mail, id: `${number}` });
    expect(store.list()).toHaveLength(1000);
    expect(store.list()[0]?.id).toBe('4');
  });
});
