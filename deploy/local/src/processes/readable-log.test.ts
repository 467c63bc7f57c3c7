import { createPrinter, readableLine } from './readable-log.ts';

describe('readableLine', () => {
  it('shows that a process started and stopped', () => {
    expect(readableLine('{"level":"info","msg":"ready","port":1}')).toBe('ready');
    expect(readableLine('{"level":"info","msg":"stopped"}')).toBe('stopped');
  });

  it('leaves ordinary outcomes to the log file', () => {
    expect(readableLine('{"level":"info","msg":"request","status":200}')).toBeUndefined();
    expect(readableLine('')).toBeUndefined();
  });

  it('shows a warning with its cause and fields', () => {
    const line =
      '{"level":"warn","time":"x","service":"billing","msg":"mail failed","to":"a@b.c","err":{"message":"refused"}}';
    expect(readableLine(line)).toBe('WARN mail failed refused to=a@b.c');
    expect(readableLine('{"level":50,"msg":"boom"}')).toBe('ERROR boom');
  });

  it('shows what was not written by the logger as it is', () => {
    expect(readableLine('Error: out of memory')).toBe('Error: out of memory');
    expect(readableLine('{broken')).toBe('{broken');
  });
});

describe('createPrinter', () => {
  it('puts the name before every line', () => {
    const written: string[] = [];
    createPrinter((text) => written.push(text))('billing', 'one\ntwo');
    expect(written).toHaveLength(2);
    expect(written[1]).toMatch(/billing +.* two\n$/);
  });
});
