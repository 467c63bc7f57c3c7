import { leftAtReset } from './left.ts';

const own = { units: 0, rolloverUnits: 0, otherUnits: 0 };
const closing = { own, isPart: false, isFree: false, isPassedOn: false };
const held = { balance: '0', credited: 0, rollover: 0, spent: 0 };

describe('credit that is left at a reset', () => {
  it.each([
    [
      'the end of a period: what rolls over',
      { balance: '70.9', credited: 100, rollover: 40 },
      {},
      [40, 0, 30],
    ],
    [
      'the end of a period: what others gave for longer, after its own was used up',
      { balance: '70', credited: 190, rollover: 40 },
      { own: { units: 100, rolloverUnits: 0, otherUnits: 50 } },
      [40, 30, 120],
    ],
    [
      'the end of a period: what others gave for longer, and nothing of its own',
      { balance: '180', credited: 190, rollover: 40 },
      { own: { units: 100, rolloverUnits: 0, otherUnits: 80 } },
      [40, 50, 10],
    ],
    [
      'another price: all of it',
      { balance: '70.9', credited: 100, rollover: 40 },
      { isPart: true },
      [40, 30, 30],
    ],
    [
      'more used than credited',
      { balance: '-5', credited: 100, rollover: 40 },
      { isPart: true },
      [0, 0, 100],
    ],
    [
      'a trial: all but its own',
      { balance: '-5', credited: 100, rollover: 60 },
      { isFree: true, own: { ...own, units: 50, rolloverUnits: 10 } },
      [50, 0, 50],
    ],
    [
      'a trial whose own was used at an earlier price',
      { balance: '40', credited: 70, rollover: 70, spent: 30 },
      { isFree: true, own: { ...own, units: 50, rolloverUnits: 50 } },
      [50, 0, 20],
    ],
    [
      'another subscription goes on: what others gave, after its own was used up',
      { balance: '30', credited: 150, rollover: 0 },
      { isPassedOn: true, own: { ...own, units: 100, rolloverUnits: 0 } },
      [0, 30, 120],
    ],
    [
      'another subscription goes on: nothing of what ends',
      { balance: '130', credited: 150, rollover: 0 },
      { isPassedOn: true, own: { ...own, units: 100, rolloverUnits: 0 } },
      [0, 50, 20],
    ],
  ])('%s', (_what, meter, how, [lasting, others, spent]) => {
    expect(leftAtReset({ ...held, ...meter }, { ...closing, ...how })).toEqual({ lasting, others, spent });
  });
});
