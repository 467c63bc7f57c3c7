import { networkOf } from './network.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::'],
    ['2001:db8:0:2:0:0:0:1', '2001:db8:0:2::'],
    ['', ''],
  ])('of %j is %j', (address, network) => expect(networkOf(address)).toBe(network));
});
