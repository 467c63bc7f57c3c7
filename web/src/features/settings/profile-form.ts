import { randomId } from '@mantine/hooks';
import type { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import type { z } from 'zod';
import type { Organization } from '../../api/organization/organizations.ts';
import { isShowable } from '../../api/organization/stored-address.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import type { FieldErrors, FieldMap } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';

/** Each link has a stable key while it is on the screen. */
type Social = Organization['socials'][number] & { key: string };

export type ProfileForm = {
  name: string;
  email: string;
  website: string;
  avatarUrl: string;
  socials: Social[];
  allowMultipleSubscriptions: boolean;
  allowCustomerUpdates: boolean;
  preventTrialAbuse: boolean;
  /** Days. */
  benefitRevocationGracePeriod: number | string;
  failedPaymentOutcome: 'default' | 'canceled' | 'unpaid';
  prorationBehavior: Organization['subscriptionSettings']['prorationBehavior'];
  form: string;
};

export const newSocial = (): Social => ({ key: randomId(), platform: 'x', url: '' });

/** Saved links keep the keys of the links that are `shown`, which are in the same order. */
export const formOf = (profile: Organization, shown: Social[] = []): ProfileForm => ({
  name: profile.name,
  email: profile.email ?? '',
  website: profile.website ?? '',
  avatarUrl: profile.avatarUrl ?? '',
  socials: profile.socials.map((social, index) => ({ ...social, key: shown[index]?.key ?? randomId() })),
  ...profile.subscriptionSettings,
  failedPaymentOutcome: profile.subscriptionSettings.failedPaymentOutcome ?? 'default',
  form: '',
});

export const useProfileForm = (profile: Organization) =>
  useGuardedForm<ProfileForm>({ initialValues: formOf(profile) });
export type ProfileFormReturn = ReturnType<typeof useProfileForm>;

const cleared = (text: string): string | null => text.trim() || null;

const ownSettings = (values: ProfileForm) => ({
  allowMultipleSubscriptions: values.allowMultipleSubscriptions,
  allowCustomerUpdates: values.allowCustomerUpdates,
  preventTrialAbuse: values.preventTrialAbuse,
  benefitRevocationGracePeriod: Number(values.benefitRevocationGracePeriod) || 0,
  failedPaymentOutcome: values.failedPaymentOutcome === 'default' ? null : values.failedPaymentOutcome,
  prorationBehavior: values.prorationBehavior,
});

const own = (values: ProfileForm) => ({
  name: values.name.trim(),
  email: cleared(values.email),
  website: cleared(values.website),
  avatarUrl: cleared(values.avatarUrl),
  socials: values.socials.map(({ platform, url }) => ({ platform, url: url.trim() })),
});

/** The changed fields; emptied ones are cleared. Subscription settings are replaced as a whole: others are kept. */
export const requestOf = (
  values: ProfileForm,
  before: ProfileForm,
  { subscriptionSettings }: Pick<Organization, 'subscriptionSettings'>,
): z.input<typeof OrganizationUpdate> => {
  const settings = changedParts(ownSettings(values), ownSettings(before));
  return {
    ...changedParts(own(values), own(before)),
    ...(Object.keys(settings).length > 0 && {
      subscriptionSettings: { ...subscriptionSettings, ...settings },
    }),
  };
};

/** Errors of a logo that pages would not show. Text that is not a URL is left to the schema. */
export const logoMistakes = ({ avatarUrl }: { avatarUrl?: string | null | undefined }): FieldErrors =>
  avatarUrl && URL.canParse(avatarUrl) && !isShowable(avatarUrl)
    ? { avatarUrl: t('settings:pictureNeedsHttps') }
    : {};

/** Maps errors of each social link to its input, and those of settings. */
export const profileFields = ({ socials }: Pick<ProfileForm, 'socials'>): FieldMap => ({
  ...Object.fromEntries(socials.map((_, index) => [`socials.${index}`, `socials.${index}.url`])),
  'subscriptionSettings.benefitRevocationGracePeriod': 'benefitRevocationGracePeriod',
});

export const platforms = (): { value: Social['platform']; label: string }[] => [
  { value: 'x', label: 'X' },
  { value: 'github', label: 'GitHub' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'tiktok', label: 'TikTok' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'other', label: t('settings:other') },
];
