import { serversAt } from './servers.ts';

describe('the servers at an address', () => {
  it.each([
    ['bus', { servers: ['bus'] }],
    ['nats://one:4222,two', { servers: ['nats://one:4222', 'two'] }],
    ['nats://shop:100%25%2F@one:4222', { servers: ['one:4222'], user: 'shop', pass: '100%/' }],
    ['one,nats://shop:a@b@two:4222', { servers: ['one', 'two:4222'], user: 'shop', pass: 'a@b' }],
    ['nats://t0ken@[::1]:4222', { servers: ['[::1]:4222'], token: 't0ken' }],
    ['tls://one,tls://two', { servers: ['tls://one', 'tls://two'], tls: {} }],
    ['tls://one,nats://two', { servers: ['tls://one', 'nats://two'] }],
  ])('are read from %s', (url, options) => expect(serversAt(url)).toEqual(options));
});
