import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why something is not available to the user, in its place. */
export const Refused = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>;
