/**
 * The API of the sandbox payment processor, which a real processor would serve from its own host. Card numbers never
 * reach a checkout; the page exchanges a card for a confirmation token.
 */
import { z } from 'zod';
import { mustBeGiven, text } from '../fields.ts';

/** The outcome of a payment, by card or token. */
export type SandboxOutcome =
  | 'success'
  | 'declined'
  | 'authentication_required'
  | 'always_authenticate'
  | 'fails_later'
  | 'lost_card'
  | 'stolen_card'
  | 'refund_fails_later';

/** Test cards by number. Any other valid number succeeds. */
export const sandboxCards: Readonly<Record<string, SandboxOutcome>> = {
  '4242424242424242': 'success',
  '4000000000000002': 'declined',
  '4000002500003155': 'authentication_required',
  // Its bank asks for every payment, also where the card is saved and its customer is not present.
  '4000002760003184': 'always_authenticate',
  '4000000000000341': 'fails_later',
  // Can be saved; every charge is declined permanently.
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000005126': 'refund_fails_later',
};

/** Confirmation tokens that API clients can use without a card. */
export const sandboxTokens: Readonly<Record<string, SandboxOutcome>> = {
  tok_success: 'success',
  tok_declined: 'declined',
  tok_authentication_required: 'authentication_required',
  tok_always_authenticate: 'always_authenticate',
  tok_fails_later: 'fails_later',
  tok_lost_card: 'lost_card',
  tok_stolen_card: 'stolen_card',
  tok_refund_fails_later: 'refund_fails_later',
};

/** Whether a number of digits passes the Luhn check (ISO/IEC 7812-1, annex B). */
export const passesLuhn = (digits: string): boolean => {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
};

/** Returns the brand of a card number, or `unknown`. */
export const cardBrand = (digits: string): string => {
  if (digits.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/.test(digits)) return 'mastercard';
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^6(011|4[4-9]|5)/.test(digits)) return 'discover';
  return 'unknown';
};

/** Whether a card's last month (UTC) is over. `expYear` has four digits, `expMonth` is 1..12. */
export const isExpired = (card: { expMonth: number; expYear: number }, now: Date): boolean =>
  Date.UTC(card.expYear, card.expMonth, 1) <= now.getTime();

/** `12` or `"12"`: forms send strings. */
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, 'Must be a number')
    .transform(Number),
]);

/** Spaces and hyphens between digits are ignored. */
const cardNumber = z
  .string()
  .max(40)
  .transform((value) => value.replace(/[ -]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^\d{12,19}$/, { error: 'Must have 12 to 19 digits', abort: true })
      .refine(passesLuhn, 'Is not a card number'),
  );

/** A card. In the output `number` has digits only, `expYear` four digits (`27` becomes 2027). */
export const SandboxCard = z
  .object({
    number: cardNumber,
    expMonth: wholeNumber.pipe(z.int().min(1).max(12)),
    expYear: wholeNumber
      .transform((year) => (year < 100 ? 2000 + year : year))
      .pipe(z.int().min(2000).max(2100)),
    cvc: z
      .string()
      .trim()
      .regex(/^\d{3,4}$/, { error: 'Must have 3 or 4 digits', abort: true }),
  })
  .superRefine((card, context) => {
    const length = cardBrand(card.number) === 'amex' ? 4 : 3;
    if (card.cvc.length !== length) {
      context.addIssue({
        code: 'custom',
        path: ['cvc'],
        message: `Must have ${length} digits`,
        input: card.cvc,
      });
    }
  });
export type SandboxCard = z.output<typeof SandboxCard>;

/**
 * Body of `POST /sandbox/confirmation-tokens`: a card for one checkout, or without `clientSecret` for the customer
 * portal. Expiry is checked later, against the service's clock.
 */
export const ConfirmationTokenCreate = z.object({
  clientSecret: text.min(1).max(200).optional(),
  card: SandboxCard,
});
export type ConfirmationTokenCreate = z.output<typeof ConfirmationTokenCreate>;

/** A confirmation token: stands for the card in a confirmation. */
export const ConfirmationToken = z.object({ id: z.string(), brand: z.string(), last4: z.string() });
export type ConfirmationToken = z.infer<typeof ConfirmationToken>;

/** Path of `POST /sandbox/payments/{intent_client_secret}/authenticate`. */
export const PaymentAuthenticationPath = z.object({ intentClientSecret: text.min(1).max(200) });
export type PaymentAuthenticationPath = z.output<typeof PaymentAuthenticationPath>;

/** The customer's response to the bank's challenge. */
export const PaymentAuthentication = z.object({ outcome: z.enum(['approve', 'deny'], mustBeGiven) });
export type PaymentAuthentication = z.infer<typeof PaymentAuthentication>;

/** The result: the payment continues, or has failed and the checkout is open again. */
export const PaymentAuthenticated = z.object({ status: z.enum(['processing', 'failed']) });
export type PaymentAuthenticated = z.infer<typeof PaymentAuthenticated>;
