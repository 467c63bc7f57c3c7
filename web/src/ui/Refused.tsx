import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why something is not open to this person, in the place where it would be. */
export const Refused = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>;
