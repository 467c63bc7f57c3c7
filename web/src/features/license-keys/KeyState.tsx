import { useState } from 'react';
import type { LicenseKey } from '../../api/sales/license-keys.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

type State = LicenseKey['status'] | 'expired';

const tones: Record<State, Tone> = {
  granted: 'quiet',
  disabled: 'danger',
  revoked: 'neutral',
  expired: 'warning',
};

const stateOf = ({ status, expiresAt }: LicenseKey, now: number): State =>
  status === 'granted' && expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : status;

/** Whether a key is usable, as a badge. */
export const KeyState = ({ licenseKey }: { licenseKey: LicenseKey }) => {
  const [now] = useState(Date.now);
  const state = stateOf(licenseKey, now);
  return <StatusBadge tone={tones[state]}>{t(`license-keys:status.${state}`)}</StatusBadge>;
};
