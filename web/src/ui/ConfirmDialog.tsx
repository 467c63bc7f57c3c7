import { Box, Button, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../i18n/t.ts';
import classes from './acts.module.css';
import { Dialog } from './Dialog.tsx';
import { notifyFailed } from './notify.ts';
import { useSending } from './sending.ts';

type Props = {
  isOpen: boolean;
  title: string;
  /** What will be lost, or come of it. */
  children: ReactNode;
  /** The act in words: "Delete benefit". */
  action: string;
  /** What is asked can be undone: it is not in the color of what cannot. */
  isReversible?: boolean;
  isBusy?: boolean;
  /** The way out in words, where "Cancel" does not say it. */
  wayOut?: string;
  /** Why the last try failed. */
  error?: string | null;
  /** The same where a field of `children` says it. */
  fieldError?: string | null | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
};

/** Asks once before something is lost, or begins to count. Focus starts on the way out; Enter in a field confirms. */
export const ConfirmDialog = (props: Props) => {
  const {
    isOpen,
    title,
    children,
    action,
    isReversible = false,
    isBusy = false,
    wayOut = t('ui:cancel'),
    error,
    fieldError,
    onConfirm,
    onClose,
  } = props;
  // Opened again it does not begin with what went wrong before.
  const [hasTried, setHasTried] = useState(false);
  if (!isOpen && hasTried) setHasTried(false);
  const refusal = (isOpen && hasTried && error) || null;
  useLastWord(refusal ?? ((isOpen && hasTried && fieldError) || null));
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <form
        onSubmit={alone(() => {
          setHasTried(true);
          onConfirm();
        })}
        noValidate
      >
        <Text component="div" size="md" c="dimmed" lh={1.55}>
          {children}
        </Text>
        {refusal !== null && (
          <Text role="alert" c="var(--danger-text)" size="sm" mt="sm">
            {refusal}
          </Text>
        )}
        <Choice
          action={action}
          isReversible={isReversible}
          wayOut={wayOut}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
};

/** What the act is no longer offered for takes the dialog along: why it was refused is said all the same. */
const useLastWord = (refusal: string | null): void => {
  const last = useRef(refusal);
  useEffect(() => {
    last.current = refusal;
  }, [refusal]);
  useEffect(
    () => () => {
      if (last.current !== null) notifyFailed(last.current);
    },
    [],
  );
};

type ChoiceProps = Required<Pick<Props, 'action' | 'isReversible' | 'wayOut' | 'isBusy' | 'onClose'>>;

const Choice = ({ action, isReversible, wayOut, isBusy, onClose }: ChoiceProps) => {
  useSending(isBusy);
  return (
    <Box className={classes.acts} mt="lg">
      <Button type="submit" {...(!isReversible && { color: 'danger' })} loading={isBusy}>
        {action}
      </Button>
      <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
        {wayOut}
      </Button>
    </Box>
  );
};

/** React tells the form around a dialog of what happens in it: that one is not sent. */
const alone = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  act();
};
