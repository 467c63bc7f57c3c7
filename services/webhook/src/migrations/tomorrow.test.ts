import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import { type Deliveries, startDeliveries } from '../../test/deliveries.ts';

let started: Deliveries;
beforeAll(async () => {
  started = await startDeliveries();
});
afterAll(() => started.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on delivering', async () => {
    expect(await addTomorrowsColumns(started.stack.db)).toEqual(
      expect.arrayContaining(['attempts', 'deliveries', 'webhook_events']),
    );
    const { organizationId } = await started.listen();
    const eventId = await started.tell(organizationId);
    await started.settled(eventId, 'succeeded');
    expect(await started.attemptsOf(eventId)).toHaveLength(1);
  });
});
