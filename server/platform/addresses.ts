import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** This machine's IPv4 addresses in its networks, without the loopback: what a phone can reach. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

/**
 * Whether a host name or address is this machine's loopback, which no other machine reaches and whose traffic crosses no
 * network. Takes an IPv6 address with brackets, as in a URL's `hostname`, and without.
 */
export function isLoopback(name: string): boolean {
  const host = name.toLowerCase()
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.'))
  )
}

/** An IPv4 address within IPv6, as sockets that listen to both give it. */
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** An address as some proxies write it into X-Forwarded-For: with the port of its connection, or in brackets alone. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/

/**
 * Returns the key by which an address is counted: an IPv4 address is itself, and an IPv6 address is its network of /64,
 * all of whose addresses one customer of a provider may use. The port is left out: each connection of a caller has
 * another one.
 */
export function countedAddress(given: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(given) ?? []
  const address = ipv4 ?? ipv6 ?? given
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  return `${whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Returns the addresses to type into a browser for a server that listens on `host`. On this machine that is
 * `localhost`, for which a browser grants what needs HTTPS elsewhere.
 */
export function webAddresses(scheme: 'http' | 'https', host: string, port: number): string[] {
  const hosts =
    host === '0.0.0.0' || host === '::'
      ? ['localhost', ...networkAddresses()]
      : [host === '127.0.0.1' ? 'localhost' : isIPv6(host) ? `[${host}]` : host]
  return hosts.map((name) => `${scheme}://${name}:${port}`)
}
