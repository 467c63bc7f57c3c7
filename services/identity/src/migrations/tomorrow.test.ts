import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns, seenInserts, watchInserts } from '@tessera/kit/test/tomorrow';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

/**
 * Written by nothing that this test does: nobody signs in elsewhere, no picture or preference is kept, no field added;
 * of the two tables of published events one has its turn. `inserts.test.ts` of kit reads their statements.
 */
const unwritten = [
  'migrations',
  'oauth_states',
  'outbox_sent_0',
  'outbox_sent_1',
  'pictures',
  'preferences',
  'session_copy_shape',
  'used_id_tokens',
];

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ emailAndPassword: { enabled: true, sendResetPassword: true } });
});
afterAll(() => started.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on signing up, in and out, and resetting passwords', async () => {
    const { db } = started.stack;
    const names = await addTomorrowsColumns(db);
    await watchInserts(db, names);
    const browser = createBrowser(started.base);
    const body = person();
    expect((await browser.send('POST', '/sign-up/email', { body })).status).toBe(200);
    expect((await browser.send('POST', '/sign-out')).status).toBe(200);
    const { email, password } = body;
    expect((await browser.send('POST', '/sign-in/email', { body: { email, password } })).status).toBe(200);
    const reset = await browser.send('POST', '/forget-password', { body: { email } });
    expect(reset.status).toBe(200);
    await eventually(async () => {
      const { written, withoutDefault } = await seenInserts(db);
      expect(withoutDefault).toEqual([]);
      expect(names.filter((name) => !written.includes(name) && !unwritten.includes(name))).toEqual([]);
    });
  });
});
