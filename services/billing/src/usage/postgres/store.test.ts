import { startBilling } from '../../../test/factories.ts';
import { describeUsageStore } from '../../../test/usage-store.ts';

describeUsageStore('Postgres', () => startBilling({ workers: false }));
