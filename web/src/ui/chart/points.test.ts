import { changeOf, stepOf } from './points.ts';

describe('a chart', () => {
  it('tells how much more there is than before, where something was', () => {
    expect(changeOf(150, 100)).toBe(0.5);
    expect(changeOf(50, 100)).toBe(-0.5);
    expect(changeOf(-50, -100)).toBe(0.5);
    expect(changeOf(50, 0)).toBeNull();
  });

  it('is walked by arrow keys, and no further than its ends', () => {
    expect(stepOf('ArrowRight', null, 3)).toBe(0);
    expect(stepOf('ArrowRight', 2, 3)).toBe(2);
    expect(stepOf('ArrowLeft', null, 3)).toBe(2);
    expect(stepOf('ArrowLeft', 0, 3)).toBe(0);
    expect(stepOf('Home', 2, 3)).toBe(0);
    expect(stepOf('End', null, 3)).toBe(2);
    expect(stepOf('a', 1, 3)).toBeNull();
  });
});
