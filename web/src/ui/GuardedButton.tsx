import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = ButtonProps & {
  /** Why the act is not open to this person; null when it is. */
  refusal: string | null;
  children: ReactNode;
  onClick?: () => unknown;
  to?: string;
  type?: 'button' | 'submit';
  /** Where what is seen only makes sense beside what it stands at. */
  'aria-label'?: string;
};

/** A button that stays in place, reachable and explained, for those who may not press it. */
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
