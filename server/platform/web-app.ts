/** Serves the built web app. Every address that is no file is the app's own: it routes by itself. */
import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { nothingAt } from './problem.ts'
import { checkout } from '../env.ts'

const folder = path.join(checkout, 'dist')

export async function addWebApp(app: FastifyInstance): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.get('/', async (_request, reply) =>
      reply.type('text/plain').send('The web app is not built yet: npm start builds it.'),
    )
    app.setNotFoundHandler((request, reply) => reply.code(404).send(nothingAt(request)))
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    setHeaders(response, file) {
      // Built files are named by their content; the rest must be asked for anew, or no update would be found.
      const named = file.includes(`${path.sep}assets${path.sep}`)
      void response.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) =>
    request.method === 'GET' && !request.url.startsWith('/api/')
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : reply.code(404).send(nothingAt(request)),
  )
}
