import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import { type Deliveries, startDeliveries } from '../../test/deliveries.ts';

let world: Deliveries;
beforeAll(async () => {
  world = await startDeliveries();
});
afterAll(() => world.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on delivering', async () => {
    expect(await addTomorrowsColumns(world.stack.db)).toEqual(
      expect.arrayContaining(['attempts', 'deliveries', 'webhook_events']),
    );
    const { organizationId } = await world.listen();
    const eventId = await world.tell(organizationId);
    await world.settled(eventId, 'succeeded');
    expect(await world.attemptsOf(eventId)).toHaveLength(1);
  });
});
