import { runCommand, runSteps, type Step } from './step.ts';

const good: Step = { name: 'good', run: () => Promise.resolve() };
const bad: Step = { name: 'bad', run: () => Promise.reject(new Error('it is wrong')) };
const many: Step = { name: 'many', run: () => Promise.resolve({ passed: 40, failed: 2 }) };

describe('runSteps', () => {
  it('goes on after a failure and ends with the sum', async () => {
    const written: string[] = [];
    expect(await runSteps([good, bad, many, good], (text) => written.push(text))).toBe(1);
    const lines = written.join('').trimEnd().split('\n');
    expect(lines.at(-1)).toBe('42 passed, 3 failed');
    expect(lines).toContain('it is wrong');
    expect(lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toHaveLength(1);
  });

  it('exits 0 when nothing failed', async () => {
    const written: string[] = [];
    expect(await runSteps([good, good], (text) => written.push(text))).toBe(0);
    expect(written.at(-1)).toMatch(/\n2 passed, 0 failed\n$/);
  });
});

describe('runCommand', () => {
  it('gives what a program wrote, and throws it when the program fails', async () => {
    expect(await runCommand([process.execPath, '-e', 'console.log(1)'])).toBe('1\n');
    await expect(
      runCommand([process.execPath, '-e', 'console.error("no"); process.exit(2)']),
    ).rejects.toThrow(/^no$/);
    await expect(runCommand([process.execPath, '-e', 'process.exit(2)'])).rejects.toThrow(/exit 2/);
  });

  it('ends a program that takes too long, and says so', async () => {
    const forever = [process.execPath, '-e', 'setInterval(() => undefined, 1000)'];
    await expect(runCommand(forever, { limit: 200 })).rejects.toThrow(/longer than 200 ms/);
  });

  it('fails when there is no such program', async () => {
    await expect(runCommand(['/nowhere/program'])).rejects.toThrow(/ENOENT/);
  });
});
