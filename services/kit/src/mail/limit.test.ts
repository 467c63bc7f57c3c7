import { queriesOf } from '../../test/query-costs.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import {
  type MailLimits,
  mailCountingMigration,
  mailLimitMigration,
  mayWrite,
  purgeCountedMails,
} from './limit.ts';

let stack: Stack;
let limits: MailLimits;
beforeAll(async () => {
  stack = await startStack({
    service: 'kit',
    entities: [],
    migrations: [mailLimitMigration, mailCountingMigration],
  });
  limits = { db: stack.db, now: stack.clock.now, log: stack.log.logger, areMailsLimited: true };
});
afterAll(() => stack.stop());

const ask = (to: string, eventId: string, type = 'receipt') => mayWrite(limits, { type, to, eventId });
const askFor = async (to: string, events: string[]) => {
  const answers: boolean[] = [];
  for (const eventId of events) answers.push(await ask(to, eventId));
  return answers;
};

describe('mails of a kind to one address', () => {
  it('are five in an hour, each counted once however often its event is delivered', async () => {
    const to = 'ada@example.com';
    const asked = await askFor(to, ['1', '1', '1', '2', '3', '4', '5', '5', '6', '5']);
    expect(asked).toEqual([true, true, true, true, true, true, true, true, false, true]);
    expect(await ask(to, '7', 'other')).toBe(true);
    expect(await ask('grace@example.com', '8')).toBe(true);
    expect(stack.log.lines()).toContainEqual(
      expect.objectContaining({
        type: 'receipt',
        eventId: '6',
        msg: 'mail held back: too many to one address',
      }),
    );
    expect(JSON.stringify(stack.log.lines())).not.toContain(to);
    stack.clock.advance(3_601);
    expect(await askFor(to, ['6', '5'])).toEqual([true, true]);
  });

  it('are as many as their kind may have, also when counted beside others', async () => {
    const mail = { type: 'code', to: 'kay@example.com', most: 7 };
    const asked = await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => mayWrite(limits, { ...mail, eventId: `kay-${index}` })),
      ask('kay@example.com', 'kay-receipt'),
    ]);
    expect(asked).toEqual([...Array.from({ length: 7 }, () => true), false, true]);
  });

  it('are those to one mailbox, in any case and with anything behind a plus', async () => {
    const spellings = [
      'lin@example.com',
      'LIN@example.com',
      'lin+1@example.com',
      'lin+2@example.com',
      'Lin+@example.com',
    ];
    const answers = await Promise.all(spellings.map((to, index) => ask(to, `lin-${index}`)));
    expect(answers).toEqual([true, true, true, true, true]);
    expect(await askFor('lin+3@example.com', ['lin-6'])).toEqual([false]);
    expect(await askFor('+1@example.com', ['plus'])).toEqual([true]);
  });

  it('are no more when they are asked for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => ask('many@example.com', `many-${index}`)),
    );
    expect(answers.filter((may) => may)).toHaveLength(5);
  });

  it('are counted in few statements when many are written to at once', async () => {
    const alone = await queriesOf(() => ask('first@example.com', 'first'));
    const others = Array.from({ length: 40 }, (_, index) => `other-${index}`);
    const together = await queriesOf(async () => {
      const answers = await Promise.all(others.map((name) => ask(`${name}@example.com`, name)));
      expect(answers).toEqual(others.map(() => true));
    });
    expect([alone, together <= 4]).toEqual([1, true]);
  });

  it('are as many as anyone likes where limits are off', async () => {
    const off = { ...limits, areMailsLimited: false };
    for (let index = 0; index < 7; index += 1)
      expect(await mayWrite(off, { type: 'receipt', to: 'off@example.com', eventId: `${index}` })).toBe(true);
  });

  it('are forgotten a day later', async () => {
    await ask('old@example.com', 'old');
    stack.clock.advance(86_401);
    await ask('new@example.com', 'new');
    await purgeCountedMails(limits);
    expect(await stack.db.query('SELECT event_id FROM counted_mails')).toEqual([{ event_id: 'new' }]);
  });
});
