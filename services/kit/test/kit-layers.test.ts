import path from 'node:path';
import { layerFindings } from './layers.ts';

const group = (name: string, ...files: string[]) => ({ name, files: files.map((file) => `${file}.ts`) });

/** The parts from the lowest to the highest: an import goes down this list. */
const order = [
  group(
    'values',
    'actor',
    'backoff',
    'clock',
    'config',
    'errors',
    'escape-html',
    'machine',
    'network',
    'plain-name',
    'request-language',
    'secrets',
    'stoppable',
    'subscription',
    'texts',
    'within',
  ),
  group('watching', 'log-output', 'log', 'telemetry', 'memory'),
  group('work', 'batched', 'limited', 'commit-mark', 'wake', 'waiting', 'loop', 'sweep', 'metrics'),
  group(
    'database',
    'sql',
    'write-at-commit',
    'rows',
    'rows-at-commit',
    'outage',
    'flight',
    'silent-server',
    'preparing-client',
    'database',
    'read-by-ids',
    'reencrypt',
    'page',
  ),
  group('redis', 'redis'),
  group(
    'HTTP',
    'router',
    'lean-routes',
    'by-segment',
    'plain-body',
    'bodies',
    'slow-bodies',
    'query',
    'passport',
    'send-json',
    'endpoint',
    'failure',
    'operation-ids',
    'openapi',
    'http',
  ),
  group(
    'events',
    'outbox-row',
    'recent-events',
    'stream',
    'questions',
    'parking',
    'acknowledge',
    'consumer',
    'replay',
    'parked',
    'bus',
    'outbox',
    'sent-events',
    'relay',
    'inbox',
    'event-sweep',
    'dev-clock',
  ),
  group('due work', 'due'),
  group('mails', 'mail-blocks', 'mail-layout', 'mail', 'mail-limit', 'mail-once', 'mail-samples'),
  group('access', 'memberships', 'access'),
  group('process', 'drain', 'service', 'connections', 'roles'),
];

describe('the parts of kit', () => {
  it('import only what stands below them, and every file is in one', () => {
    const findings = layerFindings({ src: path.join(import.meta.dirname, '../src'), order, roofs: [] });
    expect(findings).toEqual([]);
  });
});
