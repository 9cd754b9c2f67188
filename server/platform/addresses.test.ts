import { expect, it } from 'vitest'
import { countedAddress } from './addresses.ts'

it('an IPv4 address counts for itself, and an IPv6 address for its /64', () => {
  for (const [address, counted] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001::', '2001:db8:1:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ] as const)
    expect(countedAddress(address)).toBe(counted)
})

it('an address counts without the port and the brackets that a proxy writes around it', () => {
  for (const [address, counted] of [
    ['192.0.2.7:51874', '192.0.2.7'],
    ['[2001:db8:1:2:3:4:5:6]:51874', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:51874', '192.0.2.7'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[::ffff:192.0.2.7]', '192.0.2.7'],
  ] as const)
    expect(countedAddress(address)).toBe(counted)
})
