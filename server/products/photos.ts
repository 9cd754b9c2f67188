/** Photographs of products: uploaded by the office, read by anybody who knows the address (docs/decisions/0281). */
import { hash as digestOf } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Photo, PHOTO_BYTES, photoHash, photoPath } from '#contract/products/photo.ts'
import type { Context } from '../platform/context.ts'
import { nothingAt, Problem } from '../platform/problem.ts'
import type { Routes } from '../platform/routes.ts'
import { queryRow } from '../platform/rows.ts'

const JPEG = 'image/jpeg'
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

export const photoRoutes: Routes = async (app, { pool }) => {
  app.addContentTypeParser(JPEG, { parseAs: 'buffer', bodyLimit: PHOTO_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.post(
    '/photos',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may upload a photograph.'),
      bodyLimit: PHOTO_BYTES,
      config: { takesFile: JPEG },
      schema: {
        tags: ['catalogue'],
        summary: 'Upload a photograph',
        description: `A JPEG of at most ${PHOTO_BYTES.toLocaleString('en-US')} bytes. Its address goes into the \`url\` of a product or an item code.`,
        response: { 201: Photo },
      },
    },
    async ({ body, person }, reply) => {
      if (!Buffer.isBuffer(body) || !body.subarray(0, 3).equals(JPEG_START))
        throw new Problem(400, 'The photograph must be a JPEG.')
      // By its content: the same photograph is kept once, and its address cannot be guessed.
      const name = digestOf('sha256', body).slice(0, 32)
      await pool.query(
        `insert into photos (hash, bytes, made_by) values ($1, $2, $3)
           on conflict (hash) do update set made_at = now()`,
        [name, body, person.id],
      )
      return reply.code(201).send({ url: photoPath(name) })
    },
  )
}

const YEAR_SECONDS = 31_536_000

const StoredPhoto = z.object({ bytes: z.custom<Buffer>((bytes) => Buffer.isBuffer(bytes)) })

/** `/photos/{hash}.jpg`, beside the files of the app. */
export function addPhotoFiles(
  app: FastifyInstance,
  { pool, limits }: Pick<Context, 'pool' | 'limits'>,
): void {
  app.get('/photos/:file', { schema: { params: z.object({ file: z.string() }) } }, async (request, reply) => {
    // It needs no sign-in, and each request queries the database.
    limits.photo(request.ip)
    const hash = photoHash(request.url.split('?')[0]!)
    const photo =
      hash !== null && (await queryRow(pool, StoredPhoto, 'select bytes from photos where hash = $1', [hash]))
    if (!photo) return reply.code(404).header('cache-control', 'no-store').send(nothingAt(request))
    return reply
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type(JPEG)
      .send(photo.bytes)
  })
}
