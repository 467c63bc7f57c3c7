import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../test/factories.ts';
import { hasHadTrial } from './trials.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const organizationId = uuidv7();
const asked = (email: string) => ({ organizationId, id: uuidv7(), email });

describe('looking for earlier trials', () => {
  it('waits for whoever begins one with a variant of the address', async () => {
    const { db } = stack;
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isAsked = false;
    const first = transact(db, async (em) => {
      await hasHadTrial(em, asked('ada@example.com'), null);
      isAsked = true;
      await gate;
    });
    await eventually(() => expect(isAsked).toBe(true));
    let isSecondThrough = false;
    const second = transact(db, (em) => hasHadTrial(em, asked('Ada+more@example.com'), 'card')).then(() => {
      isSecondThrough = true;
    });
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await eventually(async () => expect(isSecondThrough || (await sql(db, waiting)).length === 1).toBe(true));
    expect(isSecondThrough).toBe(false);
    // Others wait for nobody.
    expect(await hasHadTrial(db.manager, asked('bob@example.com'), null)).toBe(false);
    goOn();
    await Promise.all([first, second]);
  });
});
