/** Money: integers in the currency's minor unit (US cents). Bounds: contracts/billing-behaviour.md, section 12. */
import { z } from 'zod';

/** Minimum and maximum of a price, or of an amount that a customer chooses, in minor units. */
export const minimumAmount = 50;
export const maximumAmount = 99_999_999;
/** Maximum of `maximumAmount` and `presetAmount` of a pay-what-you-want price, in US cents. */
export const maximumCustomAmount = 1_000_000;

/** An amount in a request: 50..99999999 minor units. */
export const namedAmount = z.int().min(minimumAmount).max(maximumAmount);
