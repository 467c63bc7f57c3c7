import type { Subscription } from '../api.ts';
import { t } from '../i18n.ts';
import { isWithheld } from '../subscriptions/describe.ts';
import { BenefitList } from './BenefitList.tsx';

/** What a customer has of all purchases, or why there is nothing. */
export const AllBenefits = ({ subscriptions = [] }: { subscriptions?: Subscription[] | undefined }) => (
  <BenefitList whenNone={t(subscriptions.some(isWithheld) ? 'benefits.withheld' : 'benefits.none')} />
);
