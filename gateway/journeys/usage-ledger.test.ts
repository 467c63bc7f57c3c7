import { type Journey, startJourney } from './support/system.ts';
import { keepLedger, killBilling, killDatabase, killNats } from './support/usage-ledger.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney({ isDurable: true });
});
afterAll(() => journey?.stop());

it('the ledger of usage balances', () =>
  keepLedger(journey, [killBilling, killNats, killDatabase, killBilling]));
