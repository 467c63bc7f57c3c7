import { Button, type ButtonProps } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { asFailure } from '../../api/request/failure.ts';
import {
  type Paper,
  paperMade,
  useLazyFindPaperQuery,
  useMakePaperMutation,
} from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';

const tries = 20;
const pauseMilliseconds = 500;

type Props = ButtonProps & {
  paper: Paper;
  label: string;
  /** Whether the document exists; undefined where that is not known. */
  isMade?: boolean;
};

/** Downloads a document, which is generated first if it does not exist. */
export const PaperButton = ({ paper, label, isMade, ...look }: Props) => {
  const [make] = useMakePaperMutation();
  const [find] = useLazyFindPaperQuery();
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    const found = isMade === false ? null : await find(paper);
    if (found?.data) return location.assign(found.data.url);
    const { error } = await make(paper);
    // Another user may have requested it meanwhile (409).
    if (error && asFailure(error).status !== 409) return notifyFailed(asFailure(error).message);
    for (let count = 0; count < tries; count += 1) {
      // Generation takes a moment: wait before each attempt.
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
