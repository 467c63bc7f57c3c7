import { sayLine } from '@tessera/proto/api/billing/order-line';
import { formatUnitPrice } from '@tessera/proto/api/money';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';

/** An order line; system-generated ones are translated. */
export const describeLine = (
  item: { label: string; amount: number; proration: boolean },
  currency: string,
): string =>
  sayLine(item, {
    say: (text, values) => t(`shared:line.${text}`, values),
    number: (count) => new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 6 }).format(count),
    money: (units) => formatUnitPrice(units, currency, { locale: readerLocale() }),
  });
