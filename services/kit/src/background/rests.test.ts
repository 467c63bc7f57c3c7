import { createRests } from './rests.ts';

const hour = 3_600_000;

describe('rests', () => {
  it('let one poll for all: those that would be over next begin anew', async () => {
    const rests = createRests(() => hour);
    const over: string[] = [];
    const rest = (name: string, milliseconds: number): Promise<void> =>
      rests.rest(milliseconds).then(() => void over.push(name));
    const others = [rest('b', 2), rest('c', 3)];
    await rest('a', 1);
    await rest('a again', 10);
    expect(over).toEqual(['a', 'a again']);
    rests.end();
    await Promise.all(others);
    expect(over).toEqual(['a', 'a again', 'b', 'c']);
  });

  it('let another poll while the first one has not come back', async () => {
    const rests = createRests(() => 1);
    const other = rests.rest(hour);
    await rests.rest(1);
    await other;
  });
});
