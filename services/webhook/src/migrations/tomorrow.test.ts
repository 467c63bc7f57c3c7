import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns, seenInserts, watchInserts } from '@tessera/kit/test/tomorrow';
import { type Deliveries, startDeliveries } from '../../test/deliveries.ts';

/**
 * Written by nothing that this test does: no membership is copied, no event told. `inserts.test.ts` of kit reads their
 * statements.
 */
const unwritten = [
  'asked_memberships',
  'memberships',
  'migrations',
  'outbox',
  'outbox_sent_0',
  'outbox_sent_1',
];

let started: Deliveries;
beforeAll(async () => {
  started = await startDeliveries();
});
afterAll(() => started.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on delivering, and fills them by their defaults', async () => {
    const { db } = started.stack;
    const names = await addTomorrowsColumns(db);
    await watchInserts(db, names);
    const { organizationId } = await started.listen();
    const eventId = await started.tell(organizationId);
    await started.settled(eventId, 'succeeded');
    expect(await started.attemptsOf(eventId)).toHaveLength(1);
    await eventually(async () => {
      const { written, withoutDefault } = await seenInserts(db);
      expect(withoutDefault).toEqual([]);
      expect(names.filter((name) => !written.includes(name) && !unwritten.includes(name))).toEqual([]);
    });
  });
});
