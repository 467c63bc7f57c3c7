import { describeDuration } from './duration.ts';

describe('describeDuration', () => {
  it.each([
    [1, '1 second'],
    [90, '90 seconds'],
    [60, '1 minute'],
    [3_600, '1 hour'],
    [5_400, '90 minutes'],
    [172_800, '2 days'],
  ])('says %s seconds as a person would', (seconds, words) => expect(describeDuration(seconds)).toBe(words));
});
