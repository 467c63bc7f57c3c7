import { type Journey, startJourney } from './support/system.ts';
import { keepLedger, killBilling, restartNats, restartPostgres } from './support/usage-ledger.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.stop());

it('the ledger of usage balances', () =>
  keepLedger(journey, [killBilling, restartNats, restartPostgres, killBilling]));
