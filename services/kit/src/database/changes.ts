/** Compares the changes of a request with the row that they are for. */
import { isDeepStrictEqual } from 'node:util';

/** Whether changes leave a row as it is. Dates and JSON are compared by value; `undefined` is no change. */
export const leavesAsIs = <Row extends object>(row: Row, changes: Partial<Row>): boolean =>
  Object.entries(changes).every(
    ([key, value]) => value === undefined || isDeepStrictEqual(value, row[key as keyof Row]),
  );
