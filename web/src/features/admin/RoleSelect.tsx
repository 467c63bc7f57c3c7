import { Select } from '@mantine/core';

type Props = { value?: string; onChange: (role: string) => void };

const usual = ['user', 'admin'];

/** The roles every installation has; one that a user has besides stays to be chosen. */
export const RoleSelect = ({ value = 'user', onChange }: Props) => (
  <Select
    label="Role"
    description="Admins see and change every account."
    data={usual.includes(value) ? usual : [...usual, value]}
    value={value}
    allowDeselect={false}
    maw={240}
    onChange={(role) => role !== null && onChange(role)}
  />
);
