import type { FastifyRequest } from 'fastify'

/** The device of a caller that does not name its own; it is never a known device. */
export const UNNAMED = 'unnamed'

/** A device names itself, so that a refresh token that has left its device is worth nothing. */
export const deviceOf = (request: FastifyRequest): string =>
  String(request.headers['x-device-id'] ?? UNNAMED).slice(0, 64)

/** How a browser and a system call themselves in a `User-Agent`. The first that fits: others borrow the later names. */
const BROWSERS = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
type Names = readonly (readonly [RegExp, string])[]
const nameIn = (agent: string, names: Names) => names.find(([pattern]) => pattern.test(agent))?.[1]

/**
 * Returns the kind of device that signs in, for its person to recognise: "Chrome on Android"; '' where its browser does
 * not say.
 */
export function deviceKindOf(request: FastifyRequest): string {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 1_000)
  return [nameIn(agent, BROWSERS), nameIn(agent, SYSTEMS)].filter((name) => name !== undefined).join(' on ')
}
