import classes from './OrderNumber.module.css';

/** The number of an order, `ACME-0042`, which no line break at its hyphen makes unreadable. */
export const OrderNumber = ({ number }: { number: string }) => (
  <span className={classes.number}>{number}</span>
);
