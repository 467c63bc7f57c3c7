/** Stripe's script in page tests. */

type Open = (key: string) => object;

let open: Open = () => {
  throw new Error('No Stripe in this test');
};

/** What loads the script keeps the first function that it has found in the window. */
const Stripe = Object.assign((key: string) => open(key), { version: 'endive' });

/** Puts Stripe into the window, as its own script does. Opening it fails until a test has said what answers. */
export const leaveStripe = (): void => void Object.assign(window, { Stripe });

/** Answers for Stripe until it is called again. */
export const haveStripe = (opened: Open): void => {
  open = opened;
};
