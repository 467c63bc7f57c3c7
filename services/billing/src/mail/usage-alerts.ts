/** Notifies customers who have reached a usage threshold, if the alert says so. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { HopelessEvent, on } from '@tessera/kit/events/bus';
import { UsageAlertNotice } from '@tessera/proto/api/billing/usage-alert';
import { readReply } from '@tessera/proto/api/wire';
import { usageAlertReached } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findMeter } from '../catalog/meters/find.ts';
import { findCustomerById } from '../customers/find.ts';
import { findMeterLocale } from '../subscriptions/meters.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { usageAlertMail } from './templates/usage-alert.ts';
import { type Words, wordsFor } from './templates/words.ts';

export const consumeUsageAlerts = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'usage-alert-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(usageAlertReached, async ({ organizationId, customerId, meterId, snapshot }, { id }) => {
        const { usageAlert, value } = read(snapshot);
        if (!usageAlert.notifyCustomer) return;
        const em = billing.db.manager;
        const customer = await findCustomerById(em, customerId);
        const meter = await findMeter(em, { id: meterId });
        if (!customer || !meter) return;
        const words = wordsFor(await findMeterLocale(em, { customerId, meterId }));
        const mail = usageAlertMail(words, {
          seller: await getSeller(billing, organizationId),
          meter: meter.name,
          used: usedOf(words, { ...usageAlert, value }),
          isStopped: usageAlert.isHardStop,
          portal: await openPortalLink(
            billing,
            { organizationId, customerId, messageId: id, language: words.language },
            '/usage',
          ),
        });
        const written = { ...mail, to: customer.email, type: 'usage-alert', messageId: id };
        await mailCustomer(billing, written, { organizationId, customerId });
      }),
    ],
  });

const read = (snapshot: string): UsageAlertNotice => {
  try {
    return readReply(UsageAlertNotice, JSON.parse(snapshot), 'snake');
  } catch (cause) {
    throw new HopelessEvent('the snapshot cannot be read', { cause });
  }
};

type Used = { kind: UsageAlertNotice['usageAlert']['kind']; value: number; currency: string };

/** The usage, formatted as units, percentage of included units, or amount. */
export const usedOf = (words: Words, { kind, value, currency }: Used): string => {
  if (kind === 'amount') return words.money(value, currency);
  const written = (options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(words.language, { maximumFractionDigits: 2, ...options }).format(value);
  return kind === 'units'
    ? words.t('usage.units', { count: written() })
    : words.t('usage.percent', { share: written({ style: 'unit', unit: 'percent' }) });
};
