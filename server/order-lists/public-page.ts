/** `/demo/{name}` (A036): the app's own page, with what a messenger shows of a link to it. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { linkPreview, withPreview } from './link-preview.ts'

/** @param page the file of the app's page; a new build may replace it while the server runs, so it is read each time */
export function addPublicPage(
  app: FastifyInstance,
  context: Pick<Context, 'pool' | 'env' | 'limits'>,
  page: string,
): void {
  app.get<{ Params: { name: string } }>('/demo/:name', async (request, reply) => {
    // This page needs no sign-in, and each request for it queries the database.
    context.limits.address(request.ip)
    const [html, preview] = await Promise.all([
      readFile(page, 'utf8'),
      // The page asks for the list itself, and says what failed. Without the database it is answered without a preview.
      linkPreview(context, request.params.name).catch((error: unknown) => {
        request.log.warn(error, 'a link to a public list has no preview')
        return null
      }),
    ])
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        preview ? withPreview(html, preview, { origin: context.env.PUBLIC_URL, address: request.url }) : html,
      )
  })
}
