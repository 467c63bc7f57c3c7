import { Checkbox } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import classes from './DataTable.module.css';
import type { RowsModel } from './use-rows.ts';

type Props<Row extends object> = {
  row: ReturnType<RowsModel<Row>['table']['getRowModel']>['rows'][number];
  size: 'xs' | 'sm';
};

/**
 * Selects a row, named after the element `row-…`, which says what it is about. The label around the box belongs to it:
 * beside the box, a press would follow the row's link.
 */
export const SelectRow = <Row extends object>({ row, size }: Props<Row>) => {
  const id = `pick-${row.id}`;
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the box within, which has a name of its own
    <label className={classes.pick}>
      <Checkbox
        id={id}
        size={size}
        aria-label={t('table:selectRow')}
        aria-labelledby={`${id} row-${row.id}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </label>
  );
};
