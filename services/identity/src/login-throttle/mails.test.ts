/** Mails that somebody asks for in another's name (OWASP ASVS 5.0, v2.4.1). */
import { eventually } from '@tessera/kit/test/eventually';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ emailVerification: { sendVerificationEmail: true } });
});
afterAll(() => started.stop());

const signUp = async () => {
  const body = person();
  await createBrowser(started.base).send('POST', '/sign-up/email', { body });
  return body;
};
const ask = async (path: string, email: string, times: number, base = started.base) => {
  const statuses = new Set<number>();
  for (let time = 0; time < times; time += 1)
    statuses.add((await createBrowser(base).send('POST', path, { body: { email } })).status);
  return [...statuses];
};
const sent = (to: string, type: string) =>
  started.mails.filter((mail) => mail.to === to && mail.type === type).length;
const heldBack = () =>
  started.stack.log.lines().filter(({ msg }) => String(msg).startsWith('mail held back')).length;

describe('mails to one address', () => {
  it('are five of a kind in an hour; who asks for more gets the same answer', async () => {
    const { email } = await signUp();
    const before = heldBack();
    expect(await ask('/forget-password', email, 7)).toEqual([200]);
    // What is held back is known before the last of the others has been sent.
    await eventually(() => expect([sent(email, 'reset-password'), heldBack() - before]).toEqual([5, 2]));
    expect(await ask('/send-verification-email', email, 6)).toEqual([200]);
    await eventually(() => expect([sent(email, 'verification'), heldBack() - before]).toEqual([5, 3]));
    const other = await signUp();
    await ask('/forget-password', other.email, 1);
    await eventually(() => expect(sent(other.email, 'reset-password')).toBe(1));
    started.stack.clock.advance(3_601);
    await ask('/forget-password', email, 1);
    await eventually(() => expect(sent(email, 'reset-password')).toBe(6));
  });
});
