import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type MoveButtonsProps = {
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  /** The accessible names, which say what is moved. */
  labels: { back: string; on: string; remove: string };
  /** Whether the list goes on beside the entry, as pictures do, instead of below it. */
  isBeside?: boolean;
  removeIcon?: ReactNode;
};

/** Moves an entry of a sorted list by one place, or takes it off: by keyboard too, where others may be dragged. */
export const MoveButtons = (props: MoveButtonsProps) => {
  const { isFirst, isLast, onMove, onRemove, labels, isBeside = false } = props;
  const { removeIcon = <IconX size={16} aria-hidden /> } = props;
  const [Back, On] = isBeside ? [IconArrowLeft, IconArrowRight] : [IconArrowUp, IconArrowDown];
  const look = isBeside ? ({ variant: 'default' } as const) : ({ variant: 'subtle', color: 'gray' } as const);
  return (
    <>
      <ActionIcon {...look} disabled={isFirst} aria-label={labels.back} onClick={() => onMove(-1)}>
        <Back size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} disabled={isLast} aria-label={labels.on} onClick={() => onMove(1)}>
        <On size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={labels.remove} onClick={onRemove}>
        {removeIcon}
      </ActionIcon>
    </>
  );
};
