/** `/demo/{name}` (A036): the app's own page, with what a messenger shows of a link to it. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { makeLimits } from '../platform/limits.ts'
import { linkPreview, withPreview } from './link-preview.ts'

/** @param page the file of the app's page; a build may be put in place while the server runs, so it is read each time */
export function addPublicPage(app: FastifyInstance, context: Context, page: string): void {
  const limits = makeLimits(context.env)
  app.get<{ Params: { name: string } }>('/demo/:name', async (request, reply) => {
    // Nobody has signed in to read it, and each asks the database.
    limits.address(request.ip)
    const [html, preview] = await Promise.all([
      readFile(page, 'utf8'),
      linkPreview(context, request.params.name),
    ])
    const here = { origin: `${request.protocol}://${request.host}`, address: request.url }
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(preview ? withPreview(html, preview, here) : html)
  })
}
