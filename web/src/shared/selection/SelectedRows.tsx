import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { csvOf, download } from '../../ui/table/csv.ts';
import { tableOf } from './cells.ts';
import { type BulkAct, useBulkAct } from './use-bulk-act.ts';

type Props<Row extends object> = {
  rows: Row[];
  clear: () => void;
  /** The file's name, after the organization's: `orders`. */
  file: string;
  act?: BulkAct<Row> | undefined;
};

/** Actions for the selected rows: export as a file, and one action of the list. */
export const SelectedRows = <Row extends object>({ rows, clear, file, act }: Props<Row>) => {
  const { organization } = useCurrentOrganization();
  const take = () => {
    const { head, rows: cells } = tableOf(rows);
    download(`${organization.slug}-${file}.csv`, csvOf(head, cells));
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={take}>
        {t('table:export')}
      </Button>
      {act && <Act rows={rows} clear={clear} act={act} />}
      <Button variant="subtle" size="xs" onClick={clear}>
        {t('table:clear')}
      </Button>
    </>
  );
};

type ActProps<Row> = { rows: Row[]; clear: () => void; act: BulkAct<Row> };

const Act = <Row extends object>({ rows, clear, act }: ActProps<Row>) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const { run, isBusy, error } = useBulkAct(act);
  const confirm = async () => {
    if (!(await run(rows))) return;
    asking.close();
    clear();
  };
  return (
    <>
      <GuardedButton
        variant="default"
        size="xs"
        refusal={writeRefusal}
        loading={isBusy && !isAsking}
        onClick={act.warning === null ? confirm : asking.open}
      >
        {act.label}
      </GuardedButton>
      {act.warning !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={act.question(rows.length)}
          action={act.label}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={asking.close}
        >
          {act.warning}
        </ConfirmDialog>
      )}
    </>
  );
};
