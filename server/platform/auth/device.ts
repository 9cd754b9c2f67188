import type { FastifyRequest } from 'fastify'

/** A device names itself, so that a refresh token that has left its device is worth nothing. */
export const deviceOf = (request: FastifyRequest): string =>
  String(request.headers['x-device-id'] ?? 'unnamed').slice(0, 64)
