import { type Journey, startJourney } from './system.ts';
import { keepLedger, killBilling, restartNats, restartPostgres } from './usage-ledger.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.stop());

it('the ledger of usage balances', () =>
  keepLedger(journey, [killBilling, restartNats, restartPostgres, killBilling]));
