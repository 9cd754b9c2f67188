/**
 * Serves the built web app. Every address that is no file gets the app's page, because the app routes by itself. Only
 * below the folders of the build an address without a file is a 404: browsers would keep a page in a program's place,
 * and the app would never start.
 */
import fastifyStatic from '@fastify/static'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothingAt } from './problem.ts'
import { checkout } from '../env.ts'

const folder = path.join(checkout, 'dist')

/** Resolves to the file of the app's page; null where the app is not built yet. */
export async function addWebApp(app: FastifyInstance): Promise<string | null> {
  const page = path.join(folder, 'index.html')
  if (!existsSync(page)) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The web app is not built yet: npm start builds it.'),
    )
    app.setNotFoundHandler((request, reply) => reply.code(404).send(nothingAt(request)))
    return null
  }
  await app.register(fastifyStatic, {
    root: folder,
    // A build may be put in place while the server runs.
    wildcard: true,
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders(response, file) {
      // Built files are named by their content. Browsers must revalidate the rest, or they would find no
      // update.
      const named = file.includes(`${path.sep}assets${path.sep}`)
      void response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const ofFiles = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/${name}/`)
  const isPage = ({ method, url }: FastifyRequest) =>
    ['GET', 'HEAD'].includes(method) && !['/api/', ...ofFiles].some((start) => url.startsWith(start))
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : reply.code(404).header('cache-control', 'no-store').send(nothingAt(request)),
  )
  return page
}
