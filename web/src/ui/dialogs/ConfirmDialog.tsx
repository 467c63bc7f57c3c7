import { Box, Button, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './acts.module.css';
import { Dialog } from './Dialog.tsx';
import { notifyFailed } from './notify.ts';
import { useSending } from './sending.ts';

type Props = {
  isOpen: boolean;
  title: string;
  /** What will be lost, or will follow. */
  children: ReactNode;
  /** The label of the action: "Delete benefit". */
  action: string;
  /** The action can be undone: its button has no danger colour. */
  isReversible?: boolean;
  isBusy?: boolean;
  /** The label of the cancel button, where "Cancel" is ambiguous. */
  wayOut?: string;
  /** Why the last attempt failed. */
  error?: string | null;
  /** The same where a field of `children` shows it. */
  fieldError?: string | null | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
};

/**
 * Confirms a destructive action, or one with costs. The cancel button has the focus first; Enter in a field confirms.
 */
export const ConfirmDialog = (props: Props) => {
  const { isOpen, isBusy = false, error, fieldError, onConfirm, onClose } = props;
  const { title, children, action, isReversible = false, wayOut = t('ui:cancel') } = useLastShown(props);
  // Reopened, the dialog does not show the error of an earlier attempt.
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

/** While the dialog fades out it keeps its words: what they are about may be forgotten by then. */
const useLastShown = (props: Props): Props => {
  const [last, setLast] = useState(props);
  if (props.isOpen && props !== last) setLast(props);
  return props.isOpen ? props : last;
};

/** When the dialog is unmounted because the action is not offered any more, the refusal becomes a notification. */
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

/** React bubbles events through portals: the form around a dialog must not be submitted. */
const alone = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  act();
};
