import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createLogFile, createPrinter, readableLine } from './readable-log.ts';

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

/** Calls `act` again and again, until it is so. */
const until = async (isSo: () => boolean, act: () => void): Promise<void> => {
  const deadline = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('it did not happen within half a minute');
    act();
    await turn();
  }
};

const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });

describe('createLogFile', () => {
  it('goes on when a full disk has space again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-log-'));
    const path = join(folder, 'shop.log');
    symlinkSync('/dev/full', path);
    const file = createLogFile(folder, 'shop');
    const write = () => file.write('line');
    await until(() => isOpen('/dev/full'), write);
    unlinkSync(path);
    await until(() => existsSync(path) && readFileSync(path, 'utf8').includes('line'), write);
    file.end();
    rmSync(folder, { recursive: true });
  });
});
