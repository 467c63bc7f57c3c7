/** Billing's environment and product options. */
import { MailEnv, ServiceEnv } from '@tessera/kit/config';
import { z } from 'zod';

export const BillingEnv = ServiceEnv.extend(MailEnv.shape);

/** The section `billing` of the product options. */
export const BillingOptions = z.strictObject({});
