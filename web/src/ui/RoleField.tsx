import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type Choice = { value: string; label: string; meaning: string };

type Props = {
  choices: (Choice & { isDisabled?: boolean })[];
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** One role of several, each with what it means. */
export const RoleField = ({ choices, value, onChange, error }: Props) => (
  <Radio.Group label="Role" value={value} onChange={onChange} error={error}>
    <Stack gap="sm" mt="xs">
      {choices.map(({ value: role, label, meaning, isDisabled = false }) => (
        <Radio key={role} value={role} label={label} description={meaning} disabled={isDisabled} />
      ))}
    </Stack>
  </Radio.Group>
);
