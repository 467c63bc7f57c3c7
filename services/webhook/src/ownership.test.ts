import { ownershipFindings } from '@tessera/kit/test/ownership';
import { routes } from './app.ts';
import type { Webhook } from './webhook.ts';

describe('routes whose path names a row', () => {
  it('say in their list whose it is', () => expect(ownershipFindings(routes({} as Webhook))).toEqual([]));
});
