import { CloseButton, Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './FilterChip.module.css';

type Props = {
  label: string;
  /** The value in words; null without one. */
  value: string | null;
  onClear: () => void;
  /** Called before the dropdown opens. */
  onOpen?: () => void;
  /** The content of the dropdown; call `close` after a choice. */
  children: (close: () => void) => ReactNode;
};

/** A filter of a list: its value, a dropdown to set it, and a button to clear it. */
export const FilterChip = ({ label, value, onClear, onOpen, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const press = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  const Icon = value === null ? IconPlus : IconChevronDown;
  return (
    <span className={classes.chip} data-set={value !== null || undefined}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        withinPortal={false}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.button}
            onClick={press}
            aria-label={value === null ? label : `${label}: ${value}`}
          >
            {value === null && <Icon size={13} aria-hidden />}
            {label}
            {value !== null && (
              <>
                <span className={classes.value}>{value}</span>
                <Icon size={13} aria-hidden />
              </>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.box}>{children(() => setOpen(false))}</Popover.Dropdown>
      </Popover>
      {value !== null && (
        <CloseButton size="xs" aria-label={t('table:removeFilter', { label })} onClick={onClear} />
      )}
    </span>
  );
};
