/** What is left of credit when a meter is reset: pure. In whole units. */
import { Big } from 'big.js';

/**
 * What a subscription itself has credited to a meter within its period, and how much of that rolls over. `otherUnits`:
 * what others have credited within periods that go on, without what rolls over. `grantIds`, `otherGrantIds`: by which
 * grants.
 */
export type OwnCredit = {
  meterId: string;
  units: number;
  rolloverUnits: number;
  otherUnits: number;
  grantIds: readonly string[];
  otherGrantIds: readonly string[];
};

/** A customer's meter. `spent`: credit used before a price change within the period. */
export type Held = { balance: string; credited: number; rollover: number; spent: number };

/**
 * How a meter is reset: `own`: the credit of the subscription whose period is closed; `isPart`: the period continues at
 * another price; `isFree`: usage of its trial uses up no other credit; `isPassedOn`: another subscription pays from now
 * on, and keeps what others have credited.
 */
export type Closing = {
  own: Pick<OwnCredit, 'units' | 'rolloverUnits' | 'otherUnits'>;
  isPart: boolean;
  isFree: boolean;
  isPassedOn: boolean;
};

/** Returns the credit that goes on: units that survive periods, and `others`. `spent`: the credit used up. */
export const leftAtReset = (
  { balance, credited, rollover, spent: before }: Held,
  { own, isPart, isFree, isPassedOn }: Closing,
): { lasting: number; others: number; spent: number } => {
  // A subscription's own credit is used up first, and of that what does not roll over.
  const ownUnits = Math.max(own.units - before, 0);
  const ownRollover = Math.min(own.rolloverUnits, ownUnits);
  const whole = new Big(balance).round(0, Big.roundDown);
  const unused = whole.gt(0) ? whole.toNumber() : 0;
  const left = isFree ? Math.max(unused, credited - ownUnits) : unused;
  const bought = isFree ? rollover - ownRollover : 0;
  const lasting = Math.max(Math.min(unused, rollover), bought);
  const ofOthers = isPassedOn
    ? Math.min(left, credited - (ownUnits - ownRollover))
    : lasting + Math.min(own.otherUnits, left - lasting, credited - rollover - (ownUnits - ownRollover));
  return {
    lasting,
    others: Math.max((isPart ? left : ofOthers) - lasting, 0),
    spent: Math.max(credited - left, 0),
  };
};

/**
 * What is left of credits when so many whole units are left of all together; `units` in the order in which usage consumes
 * them.
 */
export const leftLast = (units: readonly number[], left: number): number[] => {
  let rest = Math.max(left, 0);
  return units
    .toReversed()
    .map((one) => {
      const part = Math.min(one, rest);
      rest -= part;
      return part;
    })
    .toReversed();
};
