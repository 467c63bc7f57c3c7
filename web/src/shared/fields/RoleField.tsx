import { Checkbox, Radio, Stack, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/t.ts';

type Choice = { value: string; label: string; meaning: string; isDisabled?: boolean };

type Props = {
  choices: Choice[];
  /** One role, or several separated by commas. */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** Selects a member's role, each with a description: one, or several on request. */
export const RoleField = ({ choices, value, onChange, error }: Props) => {
  const held = value.split(',').filter((name) => name !== '');
  const [isSeveral, setIsSeveral] = useState(held.length > 1);
  const Field = isSeveral ? Several : One;
  const allow = (several: boolean) => {
    setIsSeveral(several);
    if (!several) onChange(held[0] ?? '');
  };
  return (
    <Stack gap="md">
      <Field choices={choices} value={value} onChange={onChange} error={error} />
      {choices.length > 1 && (
        <Switch
          size="xs"
          label={t('shared:severalRolesAtOnce')}
          checked={isSeveral}
          onChange={({ currentTarget }) => allow(currentTarget.checked)}
        />
      )}
    </Stack>
  );
};

const One = ({ choices, value, onChange, error }: Props) => (
  <Radio.Group label={t('shared:role')} value={value} onChange={onChange} error={error}>
    <Stack gap="sm" mt="xs">
      {choices.map(({ value: role, label, meaning, isDisabled = false }) => (
        <Radio key={role} value={role} label={label} description={meaning} disabled={isDisabled} />
      ))}
    </Stack>
  </Radio.Group>
);

const Several = ({ choices, value, onChange, error }: Props) => {
  const change = (names: string[]) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((name) => names.includes(name))
        .join(','),
    );
  return (
    <Checkbox.Group label={t('shared:roles')} value={value.split(',')} onChange={change} error={error}>
      <Stack gap="sm" mt="xs">
        {choices.map(({ value: role, label, meaning, isDisabled = false }) => (
          <Checkbox key={role} value={role} label={label} description={meaning} disabled={isDisabled} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
