import classes from './PointTable.module.css';

type Props = {
  /** The table's name, where no heading gives it one. */
  label?: string;
  /** The columns' headings, that of the times first. */
  headings: readonly string[];
  /** A row per point: its time, then its values, as they are shown. */
  rows: readonly { at: string; time: string; values: readonly string[] }[];
};

/** The values of a chart as a table. */
export const PointTable = ({ label, headings, rows }: Props) => (
  <table className={classes.table} aria-label={label}>
    <thead>
      <tr>
        {headings.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ at, time, values }) => (
        <tr key={at}>
          <th scope="row">{time}</th>
          {values.map((value, column) => (
            <td key={headings[column + 1]}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
