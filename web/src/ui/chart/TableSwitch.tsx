import { IconChartBar, IconTable } from '@tabler/icons-react';
import classes from './TableSwitch.module.css';

type Props = {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
  /** What a press shows: "Table" and "Chart". */
  labels: { table: string; chart: string };
};

/** Shows a chart's values as a table, and back. Its text says what it shows next, so it has no pressed state. */
export const TableSwitch = ({ isTable, onChange, labels }: Props) => {
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <button type="button" className={classes.switch} onClick={() => onChange(!isTable)}>
      <Icon size={15} aria-hidden />
      {isTable ? labels.chart : labels.table}
    </button>
  );
};
