import { withinBytes } from './within-bytes.ts';

describe('withinBytes', () => {
  const written: number[] = [];
  const write = (quality: number) => {
    written.push(quality);
    return Promise.resolve(new Blob([new Uint8Array(quality * 1000)]));
  };
  beforeEach(() => {
    written.length = 0;
  });

  it('writes once what fits at once', async () => {
    expect((await withinBytes(write, 900))?.size).toBe(900);
    expect(written).toHaveLength(1);
  });

  it('gives up quality for what has much detail, and no more of it than need be', async () => {
    expect((await withinBytes(write, 800))?.size).toBe(750);
  });

  it('has nothing for what does not fit at all, or cannot be drawn', async () => {
    expect(await withinBytes(write, 10)).toBeNull();
    expect(await withinBytes(() => Promise.resolve(null), 10)).toBeNull();
  });
});
