import type { FastifyRequest } from 'fastify'

/** What a caller that does not name its device is known by; it is never a known device. */
export const UNNAMED = 'unnamed'

/** A device names itself, so that a refresh token that has left its device is worth nothing. */
export const deviceOf = (request: FastifyRequest): string =>
  String(request.headers['x-device-id'] ?? UNNAMED).slice(0, 64)
