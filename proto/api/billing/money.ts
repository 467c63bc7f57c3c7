/** Money: integers of the currency's smallest unit (US cents). Bounds: contracts/billing-behaviour.md, section 12. */
import { z } from 'zod';

/** Least and greatest amount that a price or a payer may name, in cents. */
export const minimumAmount = 50;
export const maximumAmount = 99_999_999;
/** Greatest maximum and suggestion of a pay-what-you-want price, in US cents. */
export const maximumCustomAmount = 1_000_000;

/** An amount that someone names in a request: 50..99999999 cents. */
export const namedAmount = z.int().min(minimumAmount).max(maximumAmount);
