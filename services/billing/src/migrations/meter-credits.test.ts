import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeMeter, makeSeller, startBilling } from '../../test/factories.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { BenefitEntity } from '../catalog/benefits/entity.ts';
import { meterCreditsMigration } from './196-meter-credits.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

describe('credit given before a meter knew its grants', () => {
  it('is known by the last credit of each, and by no more than is there', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const { id: meterId } = await makeMeter(stack, { organizationId });
    const people = subscribersOf(stack, seller);
    for (const rollover of [false, true]) {
      const properties = { meter_id: meterId, units: 50, rollover };
      const credit = {
        type: 'meter_credit',
        description: 'Calls',
        properties,
        organization_id: organizationId,
      };
      expect((await people.send('POST', '/benefits/', credit)).status).toBe(201);
    }
    const benefits = await stack.db.manager.findBy(BenefitEntity, { organizationId });
    const { customerId } = await people.subscribe({ benefits });
    const noted = () =>
      stack.db.query(
        'SELECT grant_id, subscription_id, units, rollover FROM meter_credits WHERE customer_id = $1 ORDER BY rollover',
        [customerId],
      );
    const given = await eventually(async () => {
      const rows = await noted();
      expect(rows).toHaveLength(2);
      return rows;
    });
    const again = async () => {
      await stack.db.query('DROP TABLE meter_credits');
      await stack.db.query(meterCreditsMigration.sql);
      return noted();
    };
    expect(await again()).toEqual(given);
    await stack.db.query(
      'UPDATE customer_meters SET credited_units = 40, rollover_units = 40 WHERE customer_id = $1',
      [customerId],
    );
    expect(await again()).toEqual([{ ...given[1], units: 40 }]);
  });
});
