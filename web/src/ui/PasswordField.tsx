import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../i18n/t.ts';

/** A password or another secret: Mantine's own says neither in words what its button does nor that it is refused. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': t('ui:showPassword') }}
    aria-invalid={Boolean(props.error)}
    {...props}
  />
);
