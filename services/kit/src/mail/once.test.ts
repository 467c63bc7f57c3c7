import { uuidv7 } from 'uuidv7';
import { queriesOf } from '../../test/query-costs.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { inboxMigration } from '../events/inbox.ts';
import type { Mail } from './mailer.ts';
import { mailOnce } from './once.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ service: 'kit', entities: [], migrations: [inboxMigration] });
});
afterAll(() => stack.stop());

const mail = { to: 'ada@example.com', subject: 'Hello', text: '', html: '', type: 'hello' };

describe('mailOnce', () => {
  it('sends a mail of a kind once for an event, and again what the server did not take', async () => {
    const sent: Mail[] = [];
    let isDown = true;
    const send = async (mail: Mail) => {
      if (isDown) throw new Error('the mail server is down');
      sent.push(mail);
    };
    const sending = { db: stack.db, mailer: { send, close: () => undefined } };
    const messageId = uuidv7();
    await expect(mailOnce(sending, { ...mail, messageId })).rejects.toThrow('down');
    isDown = false;
    expect(await mailOnce(sending, { ...mail, messageId })).toEqual({ kind: 'sent' });
    expect(await mailOnce(sending, { ...mail, messageId })).toEqual({ kind: 'known' });
    expect(await mailOnce(sending, { ...mail, type: 'goodbye', messageId })).toEqual({ kind: 'sent' });
    expect(sent.map(({ type }) => type)).toEqual(['hello', 'goodbye']);
  });

  it('asks and notes once for many mails at once, and sends again only what was not taken', async () => {
    const taken: string[] = [];
    const ids = Array.from({ length: 40 }, () => uuidv7());
    const refused = new Set(ids.slice(10, 15));
    const send = async ({ messageId }: Mail) => {
      if (refused.has(messageId)) throw new Error('the mail server is busy');
      taken.push(messageId);
    };
    const sending = { db: stack.db, mailer: { send, close: () => undefined } };
    const sendAll = () =>
      Promise.allSettled(ids.map((messageId) => mailOnce(sending, { ...mail, messageId })));
    expect(await queriesOf(sendAll)).toBeLessThan(ids.length / 2);
    refused.clear();
    await sendAll();
    expect(taken.toSorted()).toEqual(ids.toSorted());
  });
});
