import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../../i18n/t.ts';

/** A field for passwords and other secrets: Mantine's own lacks a label for its button and an announced error. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': t('ui:showPassword') }}
    aria-invalid={Boolean(props.error)}
    {...props}
  />
);
