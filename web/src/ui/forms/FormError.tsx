import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The error of a form as a whole, announced when it appears. */
export const FormError = ({ message }: { message: ReactNode }) =>
  message ? (
    <Alert
      role="alert"
      color="danger"
      variant="light"
      p="sm"
      icon={<IconAlertCircle size={18} aria-hidden />}
      c="var(--danger-text)"
    >
      {message}
    </Alert>
  ) : null;
