import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { timestamp } from '../../test/timestamp.ts';
import { Chart } from './Chart.tsx';
import type { Point } from './points.ts';

/** An element is as wide as a test needs it: jsdom has no layout. */
const widen = (width: number): void => {
  const contentRect = new DOMRect(0, 0, width, 248);
  window.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    // What the library reads of an entry is its rectangle.
    observe = () => this.#tell([{ contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver);
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
};

const original = window.ResizeObserver;
afterEach(() => {
  window.ResizeObserver = original;
});

describe('a line', () => {
  it('is a dot where it has a single point', async () => {
    widen(476);
    const values = [null, 3400, null];
    const { container } = render(
      <Chart
        label="Monthly recurring revenue"
        points={values.map((value, month) => ({
          at: timestamp(`2026-0${month + 1}-01T00:00:00Z`),
          value,
          before: null,
        }))}
        kind="line"
        format={String}
        formatBriefly={String}
        formatAt={String}
        formatTick={String}
      />,
    );
    await waitFor(() => expect(container.querySelectorAll('circle')).toHaveLength(1));
  });
});

describe('a chart of bars', () => {
  it('tells its latest figure, until another is chosen by keyboard', async () => {
    widen(476);
    const points = [3400, 5600].map(
      (value, day): Point => ({ at: timestamp(`2026-11-0${day + 1}T00:00:00Z`), value, before: null }),
    );
    render(
      <Chart
        label="Revenue"
        points={points}
        kind="bars"
        format={String}
        formatBriefly={String}
        formatAt={(at) => at.slice(0, 10)}
        formatTick={String}
      />,
    );
    const chart = screen.getByRole('slider', { name: 'Revenue' });
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-11-02: 5600');
    chart.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-11-01: 3400');
  });

  it('lets none cover the next where most days have nothing to tell', async () => {
    widen(476);
    const points = Array.from({ length: 30 }, (_, day): Point => {
      const at = timestamp(new Date(Date.UTC(2026, 10, day + 1)).toISOString());
      return { at, value: day === 9 || day === 10 || day === 20 ? 3400 : null, before: null };
    });
    const { container } = render(
      <Chart
        label="Average order"
        points={points}
        kind="bars"
        format={String}
        formatBriefly={String}
        formatAt={String}
        formatTick={String}
      />,
    );
    await waitFor(() => expect(container.querySelectorAll('rect')).toHaveLength(3));
    const [first, second] = [...container.querySelectorAll('rect')].map((bar) => ({
      left: Number(bar.getAttribute('x')),
      right: Number(bar.getAttribute('x')) + Number(bar.getAttribute('width')),
    }));
    expect(first?.right).toBeLessThan(second?.left ?? 0);
  });
});
