import { Input } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: string; note?: string | null; children: ReactNode };

/** Labels a control that is no input element. The control must have the same accessible name. */
export const Choice = ({ label, note, children }: Props) => (
  <Input.Wrapper label={label} labelElement="div" description={note ?? undefined}>
    <div>{children}</div>
  </Input.Wrapper>
);
