/** The least that cards are charged, and with it the least that a customer may choose to pay. No run-time imports: pages load it. */
import type { Currency } from './currencies.ts';

/**
 * The least that cards are charged where that is more than 50 of the smallest unit: the processor's minimum
 * (docs.stripe.com/currencies, minimum charge amounts), and about half a US dollar where it names none.
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

/** The least amount that is charged in a currency, in its smallest unit: 50 unless cards want more. */
export const minimumChargeIn = (currency: string): number =>
  minimumCharges[currency.toLowerCase() as Currency] ?? 50;

/**
 * The least that a customer may choose where they name the amount, in the smallest unit of its currency: what the seller
 * asks for, and never less than cards are charged. That would be had for nothing.
 */
export const leastChoiceOf = ({
  minimumAmount,
  priceCurrency,
}: {
  minimumAmount: number | null;
  priceCurrency: string;
}): number => Math.max(minimumAmount ?? 0, minimumChargeIn(priceCurrency));
