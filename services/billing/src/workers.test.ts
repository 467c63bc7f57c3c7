import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../test/factories.ts';
import { startWorkers } from './workers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

describe('the workers', () => {
  it('forget which events were handled more than a month ago, and no others', async () => {
    const [old, young] = [uuidv7(), uuidv7()];
    await stack.db.query(
      `INSERT INTO inbox (consumer, event_id, handled_at)
       VALUES ('grants', $1, now() - interval '31 days'), ('grants', $2, now() - interval '29 days')`,
      [old, young],
    );
    for (const worker of await startWorkers(stack.billing)) stack.own(worker);
    await eventually(async () =>
      expect(await stack.db.query('SELECT event_id FROM inbox')).toEqual([{ event_id: young }]),
    );
  });
});
