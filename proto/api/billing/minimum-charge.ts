/**
 * Minimum card charges, and the minimum of amounts that customers choose. No run-time imports, because pages load it.
 */
import type { Currency } from './currencies.ts';

/**
 * Minimum card charges above 50 minor units: the processor's minimum (docs.stripe.com/currencies, minimum charge
 * amounts), or about half a US dollar where it names none.
 */
const minimumCharges: Partial<Record<Currency, number>> = {
  aed: 200,
  ars: 70_000,
  clp: 500,
  cny: 400,
  cop: 200_000,
  czk: 1500,
  dkk: 250,
  hkd: 400,
  huf: 17_500,
  ils: 200,
  krw: 700,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pen: 200,
  php: 3000,
  pln: 200,
  ron: 200,
  sar: 200,
  sek: 300,
  thb: 1000,
  try: 2000,
  twd: 1600,
  zar: 1000,
};

/** Returns the minimum charge in a currency, in minor units; default 50. */
export const minimumChargeIn = (currency: string): number =>
  minimumCharges[currency.toLowerCase() as Currency] ?? 50;

/**
 * Returns the minimum amount that a customer may choose for a pay-what-you-want price, in minor units of its
 * currency: the seller's minimum, but at least the minimum card charge. Smaller amounts would not be charged, and the
 * product would be free.
 */
export const leastChoiceOf = ({
  minimumAmount,
  priceCurrency,
}: {
  minimumAmount: number | null;
  priceCurrency: string;
}): number => Math.max(minimumAmount ?? 0, minimumChargeIn(priceCurrency));
