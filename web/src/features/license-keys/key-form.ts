import type { LicenseKeyUpdate } from '@tessera/proto/api/billing/license-key';
import type { z } from 'zod';
import type { LicenseKey } from '../../api/sales/license-keys.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { countOf, localInput, momentOf } from '../../ui/format/typed-values.ts';

/** Numbers as typed; the expiry as the browser's input formats it. */
export type KeyForm = {
  limitActivations: string;
  limitUsage: string;
  usage: string;
  expiresAt: string;
  form: string;
};

export const formOfKey = (key: LicenseKey): KeyForm => ({
  limitActivations: key.limitActivations?.toString() ?? '',
  limitUsage: key.limitUsage?.toString() ?? '',
  usage: String(key.usage),
  expiresAt: localInput(key.expiresAt),
  form: '',
});

/** Returns only changed fields: the input has no seconds, and usage may be counted meanwhile. */
export const changesOf = (form: KeyForm, present: KeyForm): z.input<typeof LicenseKeyUpdate> => ({
  ...(form.limitActivations !== present.limitActivations && {
    limitActivations: countOf(form.limitActivations),
  }),
  ...(form.limitUsage !== present.limitUsage && { limitUsage: countOf(form.limitUsage) }),
  ...(form.usage !== present.usage && { usage: countOf(form.usage) ?? 0 }),
  ...(form.expiresAt !== present.expiresAt && { expiresAt: momentOf(form.expiresAt) }),
});

/** "3 of 1,000", or "3" without a limit. */
export const usageOf = ({ usage, limitUsage }: LicenseKey): string =>
  limitUsage === null
    ? grouped(usage)
    : t('license-keys:ofLimit', { usage: grouped(usage), limit: grouped(limitUsage) });

export const validationsOf = ({ validations }: Pick<LicenseKey, 'validations'>): string =>
  grouped(validations);

const grouped = (count: number): string => count.toLocaleString(readerLocale());
