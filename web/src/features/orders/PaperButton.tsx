import { Button, type ButtonProps } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asFailure } from '../../api/failure.ts';
import { type Paper, paperMade, useLazyFindPaperQuery, useMakePaperMutation } from '../../api/refunds.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/notify.ts';

const tries = 20;
const pauseMilliseconds = 500;

type Props = ButtonProps & {
  paper: Paper;
  label: string;
  /** Whether the paper is there; not given where that is not known. */
  isMade?: boolean;
};

/** Downloads a paper, which is made first where it is not there yet. */
export const PaperButton = ({ paper, label, isMade, ...look }: Props) => {
  const [make] = useMakePaperMutation();
  const [find] = useLazyFindPaperQuery();
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    const found = isMade === false ? null : await find(paper);
    if (found?.data) return location.assign(found.data.url);
    const { error } = await make(paper);
    // Somebody else may have had it made meanwhile.
    if (error && asFailure(error).status !== 409) return notifyFailed(asFailure(error).message);
    for (let count = 0; count < tries; count += 1) {
      // It is never there at once.
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      const { data } = await find(paper);
      if (data) {
        dispatch(paperMade());
        return location.assign(data.url);
      }
    }
    notifyFailed(t('refunds:paperTakesLonger'));
  };
  const press = () => {
    setBusy(true);
    void open().finally(() => setBusy(false));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden />}
      loading={isBusy}
      onClick={press}
      {...look}
    >
      {label}
    </Button>
  );
};
