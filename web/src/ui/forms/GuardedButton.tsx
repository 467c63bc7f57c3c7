import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = ButtonProps & {
  /** Why the user may not use it; null when allowed. */
  refusal: string | null;
  children: ReactNode;
  onClick?: () => unknown;
  to?: string;
  type?: 'button' | 'submit';
  /** Where the visible text is only clear in context. */
  'aria-label'?: string;
};

/** A button that stays visible, focusable and explained for users without permission. */
export const GuardedButton = ({ refusal, onClick, to, type = 'button', children, ...look }: Props) => {
  if (refusal !== null)
    return (
      <Tooltip label={refusal}>
        <Button
          {...look}
          type="button"
          data-disabled
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          {children}
        </Button>
      </Tooltip>
    );
  if (to !== undefined)
    return (
      <Button {...look} component={Link} to={to}>
        {children}
      </Button>
    );
  return (
    <Button {...look} type={type} onClick={() => void onClick?.()}>
      {children}
    </Button>
  );
};

/** Leads to a new thing of the list that it stands above. */
export const CreateButton = (props: Omit<Props, 'leftSection'>) => (
  <GuardedButton {...props} leftSection={<IconPlus size={16} aria-hidden />} />
);
