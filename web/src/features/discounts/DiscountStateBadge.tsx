import { useState } from 'react';
import type { Discount } from '../../api/catalog/discounts.ts';
import { t } from '../../i18n/t.ts';
import { type DiscountState, stateOf } from '../../shared/describe/discount.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

const tones: Record<DiscountState, Tone> = {
  active: 'quiet',
  scheduled: 'info',
  ended: 'neutral',
  usedUp: 'neutral',
};

export const DiscountStateBadge = ({ discount }: { discount: Discount }) => {
  const [now] = useState(Date.now);
  const state = stateOf(discount, now);
  return <StatusBadge tone={tones[state]}>{t(`discounts:state.${state}`)}</StatusBadge>;
};
