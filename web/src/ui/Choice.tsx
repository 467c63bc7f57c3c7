import { Input } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: string; note?: string | null; children: ReactNode };

/** Puts a label above a control that is not an input of its own. The control carries the same name for readers. */
export const Choice = ({ label, note, children }: Props) => (
  <Input.Wrapper label={label} labelElement="div" description={note ?? undefined}>
    <div>{children}</div>
  </Input.Wrapper>
);
