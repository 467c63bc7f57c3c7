import { setImmediate as turn } from 'node:timers/promises';
import { limited } from './limited.ts';

describe('a limit', () => {
  it('lets so many work at once, in their order, and goes on after one that fails', async () => {
    const limit = limited(2);
    const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
    const begun: string[] = [];
    const start = (name: string): Promise<string> =>
      limit(async () => {
        begun.push(name);
        await new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }));
        return name;
      });
    const [one, two, three, four] = [start('one'), start('two'), start('three'), start('four')];
    await turn();
    expect(begun).toEqual(['one', 'two']);
    ends.get('two')?.reject(new Error('failed'));
    await expect(two).rejects.toThrow('failed');
    await turn();
    expect(begun).toEqual(['one', 'two', 'three']);
    ends.get('one')?.resolve();
    ends.get('three')?.resolve();
    expect(await Promise.all([one, three])).toEqual(['one', 'three']);
    await turn();
    ends.get('four')?.resolve();
    expect(await four).toBe('four');
    expect(begun).toEqual(['one', 'two', 'three', 'four']);
  });
});
