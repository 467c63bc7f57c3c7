import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layerFindings } from './layers.ts';

let src: string;
beforeEach(() => {
  src = mkdtempSync(path.join(tmpdir(), 'layers-'));
});
afterEach(() => rmSync(src, { recursive: true }));

const write = (files: Record<string, string>): void => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(src, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(src, file), text);
  }
};

const order = ['parts.ts', 'ground', 'middle', 'middle/upper'];
const sound = {
  'parts.ts': "import type { Ground } from './ground/ground.ts';",
  'main.ts': "import { routes } from './middle/routes.ts';",
  'ground/ground.ts': "import pg from 'pg';\nimport './deeper/file.ts';",
  'ground/deeper/file.ts': "import { z } from 'zod';",
  'middle/service.ts':
    "import type {\n  Parts,\n} from '../parts.ts';\nimport { ground } from '../ground/ground.ts';",
  'middle/routes.ts': "import { upper } from './upper/verb.ts';",
  'middle/service.test.ts': "import { upper } from './upper/verb.ts';",
  'middle/upper/verb.ts': "export * from '../service.ts';\nimport type { Far } from '../../../outside.ts';",
};

describe('the order of folders', () => {
  it('holds where imports go down, roofs and tests look where they like', () => {
    write({ ...sound, 'parts.ts': '' });
    expect(layerFindings({ src, order })).toEqual([]);
  });

  it('names each import upwards: of a type, of many lines, without names, where it is needed', () => {
    write({
      ...sound,
      'ground/ground.ts': "import type { Service } from '../middle/service.ts';",
      'ground/deeper/file.ts':
        "import {\n  a,\n  b,\n} from '../../middle/upper/verb.ts';\nimport '../../middle/service.ts';",
      'middle/service.ts': "const verb = await import('./upper/verb.ts');",
    });
    expect(layerFindings({ src, order }).toSorted()).toEqual(
      [
        'upwards, parts.ts -> ground: parts.ts imports ground/ground.ts',
        'upwards, ground -> middle: ground/ground.ts imports middle/service.ts',
        'upwards, ground -> middle: ground/deeper/file.ts imports middle/service.ts',
        'upwards, ground -> middle/upper: ground/deeper/file.ts imports middle/upper/verb.ts',
        'upwards, middle -> middle/upper: middle/service.ts imports middle/upper/verb.ts',
      ].toSorted(),
    );
  });

  it('names circles of folders that no single layer makes, and lets listed ones only shrink', () => {
    const folders = {
      'ground/base.ts': '',
      'middle/service.ts': "import { base } from '../ground/base.ts';",
      'ground/upper/verb.ts': "import { service } from '../../middle/service.ts';",
    };
    write(folders);
    const split = ['ground', 'middle', 'ground/upper'];
    expect(layerFindings({ src, order: split })).toEqual(['circle of folders: ground, middle']);
    expect(layerFindings({ src, order: split, circles: ['ground, middle'] })).toEqual([]);
    write({ 'ground/upper/verb.ts': '' });
    expect(layerFindings({ src, order: split, circles: ['ground, middle'] })).toEqual([
      'ground, middle is no circle any more',
    ]);
  });

  it('names circles of folders within a folder, which the order does not part', () => {
    const folders = {
      'ground/base.ts': "import { middle } from './upper/verb.ts';",
      'ground/lower/row.ts': "import { verb } from '../upper/deep/verb.ts';",
      'ground/upper/deep/verb.ts': "import { base } from '../../base.ts';\nimport { own } from '../own.ts';",
      'ground/upper/own.ts': "import { verb } from './deep/verb.ts';",
      'ground/upper/verb.ts': '',
      'ground/lower/routes.ts': '',
      'ground/upper/routes.ts': "import { row } from '../lower/row.ts';",
    };
    write(folders);
    expect(layerFindings({ src, order: ['ground'] })).toEqual([]);
    write({ 'ground/upper/verb.ts': "import { row } from '../lower/row.ts';" });
    expect(layerFindings({ src, order: ['ground'] })).toEqual([
      'circle of folders: ground/lower, ground/upper',
    ]);
  });

  it('lets exceptions only shrink', () => {
    write(sound);
    const exceptions = ['parts.ts -> ground'];
    expect(layerFindings({ src, order, exceptions })).toEqual([]);
    expect(layerFindings({ src, order, exceptions: [...exceptions, 'ground -> middle'] })).toEqual([
      'ground -> middle is no exception any more',
    ]);
  });

  it('names roofs that are imported, files in no layer and layers without a file', () => {
    write({
      ...sound,
      'parts.ts': '',
      'ground/ground.ts': "import { start } from '../main.ts';\nimport { r } from '../middle/routes.ts';",
      'new/file.ts': '',
    });
    const findings = layerFindings({ src, order: [...order, 'gone'] });
    expect(findings).toEqual(
      expect.arrayContaining([
        'ground/ground.ts imports the roof main.ts',
        'ground/ground.ts imports the roof middle/routes.ts',
        'new/file.ts is in no layer',
        'gone has no file',
      ]),
    );
  });

  it('is told of groups of files as well, where a folder is flat', () => {
    write({
      'main.ts': "import { api } from './api.ts';",
      'api.ts': "import { sql } from './sql.ts';",
      'sql.ts': "import { log } from './log.ts';\nimport type { Api } from './api.ts';",
      'log.ts': '',
      'new.ts': '',
    });
    const flat = [
      { name: 'ground', files: ['log.ts', 'sql.ts', 'gone.ts'] },
      { name: 'HTTP', files: ['api.ts'] },
    ];
    expect(layerFindings({ src, order: flat, roofs: ['main.ts'] }).toSorted()).toEqual([
      'gone.ts is no file',
      'new.ts is in no layer',
      'upwards, ground -> HTTP: sql.ts imports api.ts',
    ]);
  });
});
