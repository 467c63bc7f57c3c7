import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeMeter, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { freshEmail } from '../../test/purchases.ts';
import { usageAlertMail } from './templates/usage-alert.ts';
import { wordsFor } from './templates/words.ts';
import { usedOf } from './usage-alerts.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const post = async ({ owner: as, organizationId }: Seller, path: string, body: object) => {
  const reply = await stack.send('POST', path, { as, body: { ...body, organization_id: organizationId } });
  if (reply.status >= 300) throw new Error(reply.text);
  return reply.body;
};

describe('a part of what is included', () => {
  it.each([
    ['en', '140.4% of what is included'],
    ['de', '140,4 % der enthaltenen Menge'],
    ['it', '140,4% di quanto incluso'],
  ])('is written as %s writes percents', (locale, text) => {
    const used = { kind: 'credit_percent', value: 140.4, currency: 'usd' } as const;
    expect(usedOf(wordsFor(locale), used).replaceAll('\u00a0', ' ')).toBe(text);
  });
});

describe('the mail', () => {
  it.each([
    ['en', 'Calls: you have used 140% of what is included in this period.'],
    ['de', 'Calls: In diesem Zeitraum haben Sie 140 % der enthaltenen Menge verbraucht.'],
  ])('names in %s first what was used, and then the part', (locale, told) => {
    const words = wordsFor(locale);
    const { text } = usageAlertMail(words, {
      seller: { name: 'Acme', email: null, accentColor: null },
      meter: 'Calls',
      used: usedOf(words, { kind: 'credit_percent', value: 140, currency: 'usd' }),
      isStopped: false,
      portal: 'http://localhost/portal/acme',
    });
    expect(text.replaceAll('\u00a0', ' ')).toContain(told);
  });
});

describe('the subject of the mail', () => {
  it.each([
    ['en', 'Calls: you have used 140% of what is included'],
    ['fr', 'Calls : vous avez utilisé 140 % de ce qui est inclus'],
    ['es', 'Calls: ha utilizado 140 % de lo incluido'],
  ])('has nothing in %s that would have to agree with what was used', (locale, text) => {
    const words = wordsFor(locale);
    const used = usedOf(words, { kind: 'credit_percent', value: 140, currency: 'usd' });
    const { subject } = usageAlertMail(words, {
      seller: { name: 'Acme', email: null, accentColor: null },
      meter: 'Calls',
      used,
      isStopped: false,
      portal: 'http://localhost/portal/acme',
    });
    expect(subject.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
  });
});

describe('the mail about a limit of usage', () => {
  it('tells those customers who are to be told what they have used, and that it is the end of it', async () => {
    const seller = await makeSeller(stack);
    const meter = await makeMeter(stack, { organizationId: seller.organizationId, name: 'Credits' });
    const [told, untold] = [freshEmail(), freshEmail()];
    const customers: string[] = [];
    for (const email of [told, untold]) customers.push((await post(seller, '/customers/', { email })).id);
    const alert = { name: 'Limit', meter_id: meter.id, kind: 'units', threshold: 2 };
    const [first, second] = customers;
    await post(seller, '/usage-alerts/', {
      ...alert,
      customer_id: first,
      notify_customer: true,
      is_hard_stop: true,
    });
    await post(seller, '/usage-alerts/', { ...alert, customer_id: second });
    for (const customer_id of [second, second, first, first]) {
      const events = [{ name: 'use', customer_id, organization_id: seller.organizationId }];
      const { status } = await stack.send('POST', '/events/ingest', { as: seller.owner, body: { events } });
      expect(status).toBe(200);
    }
    const mail = await eventually(() => {
      const [found] = sent.filter(({ to }) => to === told);
      if (!found) throw new Error('no mail yet');
      return found;
    });
    expect(mail.subject).toBe('Credits: you have used 2 units');
    expect(mail.text).toContain('Credits: you have used 2 units in this period.');
    expect(mail.text).toContain('This is the limit set by Acme');
    expect(sent.filter(({ to }) => to === untold)).toEqual([]);
  });
});
