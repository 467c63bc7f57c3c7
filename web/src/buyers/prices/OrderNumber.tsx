import classes from './OrderNumber.module.css';

/** An order number, such as `ACME-0042`, without line breaks at its hyphen. */
export const OrderNumber = ({ number }: { number: string }) => (
  <span className={classes.number}>{number}</span>
);
