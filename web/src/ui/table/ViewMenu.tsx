import { ActionIcon, Menu } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import classes from './DataTable.module.css';
import type { RowsModel } from './use-rows.ts';

/** The menu for a table's columns and density. */
export const ViewMenu = <Row extends object>({ model }: { model: RowsModel<Row> }) => {
  const { table, columnOf, isDropped, isDense, setDense } = model;
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('table:view')}>
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('table:columns')}</Menu.Label>
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={column.getIsVisible()}
            onChange={() => column.toggleVisibility()}
            rightSection={isDropped(column.id) && <span className={classes.total}>{t('table:noRoom')}</span>}
          >
            {columnOf(column.id)?.header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem checked={isDense} onChange={() => setDense(!isDense)}>
          {t('table:closeRows')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
};
