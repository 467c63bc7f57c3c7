import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './DataTable.module.css';
import type { RowsModel } from './use-rows.ts';

type Props<Row extends object> = {
  row: ReturnType<RowsModel<Row>['table']['getRowModel']>['rows'][number];
  /** The id of the element that says what the row is about. */
  about: string;
  size: 'xs' | 'sm';
};

/** Selects a row. The label around the box belongs to it: beside the box, a press would follow the row's link. */
export const SelectRow = <Row extends object>({ row, about, size }: Props<Row>) => {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box within, which has a name of its own
    <label className={classes.pick}>
      <Checkbox
        id={id}
        size={size}
        aria-label={t('table:selectRow')}
        aria-labelledby={`${id} ${about}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </label>
  );
};
