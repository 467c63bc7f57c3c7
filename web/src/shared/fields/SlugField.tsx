import { TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { OrganizationAddress } from '@tessera/proto/api/billing/organization';
import type { ReactNode } from 'react';
import { useCheckSlugQuery } from '../../api/organization/organizations.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import classes from './SlugField.module.css';

type Props = {
  label: string;
  value: string;
  error: ReactNode;
  /** Whether the slug already belongs to the organization, or is about to. */
  isOurs: boolean;
  onChange: (slug: string) => void;
};

export const takenMessage = () => t('shared:thisAddressIsTakenChoose');

/** The slug of an organization: reports while the user types whether it is available. */
export const SlugField = ({ label, value, error, isOurs, onChange }: Props) => {
  const { isTaken, isFree } = useSlugCheck(value, isOurs);
  return (
    <TextInput
      label={label}
      description={t('shared:yourDashboardWillBeAt', { host: window.location.host, slug: value || '…' })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      data-autofocus
      value={value}
      error={error ?? (isTaken ? takenMessage() : null)}
      rightSection={isFree && <Free />}
      classNames={{ description: classes.address }}
      onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
    />
  );
};

const Free = () => (
  <>
    <IconCheck size={16} className={classes.free} aria-hidden />
    <VisuallyHidden>{t('shared:thisAddressIsFree')}</VisuallyHidden>
  </>
);

/** Checks the slug, debounced. */
const useSlugCheck = (slug: string, isOurs: boolean) => {
  const [asked] = useDebouncedValue(slug, 350);
  const isAsked = !isOurs && OrganizationAddress.shape.slug.safeParse(asked).success;
  const { error, isSuccess, isFetching } = useCheckSlugQuery(asked, { skip: !isAsked });
  const isCurrent = isAsked && slug === asked;
  return {
    isTaken: isCurrent && asFailure(error).name === 'SLUG_IS_TAKEN',
    isFree: isCurrent && isSuccess && !isFetching,
  };
};
