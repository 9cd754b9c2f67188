import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** This machine's IPv4 addresses in its networks, without the loopback: what a phone can reach. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

/** Whether a URL's `hostname` means this machine itself, so that what is sent there never crosses a network. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase()
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    (isIPv4(host) && host.startsWith('127.'))
  )
}

/**
 * What to type into a browser to reach a server that listens on `host`. On this machine that is `localhost`, for which
 * a browser grants what needs HTTPS elsewhere.
 */
export function webAddresses(scheme: 'http' | 'https', host: string, port: number): string[] {
  const hosts =
    host === '0.0.0.0' || host === '::'
      ? ['localhost', ...networkAddresses()]
      : [host === '127.0.0.1' ? 'localhost' : isIPv6(host) ? `[${host}]` : host]
  return hosts.map((name) => `${scheme}://${name}:${port}`)
}
