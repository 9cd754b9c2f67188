/** What the floors share: Node's own HTTP server with JSON in its answers, and one pool of connections. */
import http from 'node:http'
import pg from 'pg'

export const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

/**
 * Answers every request with the JSON that `answer` makes, and with 500 where it throws. Prints where it listens, and
 * ends on SIGTERM.
 */
export function serveJson(answer: (request: http.IncomingMessage) => Promise<string>, status = 200): void {
  const server = http.createServer((request, response) => {
    answer(request).then(
      (json) => {
        response.statusCode = status
        response.setHeader('content-type', 'application/json; charset=utf-8')
        response.setHeader('content-length', Buffer.byteLength(json))
        response.end(json)
      },
      (error: unknown) => {
        console.error(error)
        response.statusCode = 500
        response.end()
      },
    )
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`ready at http://127.0.0.1:${(server.address() as { port: number }).port}`)
  })
  process.once('SIGTERM', () => {
    server.close()
    server.closeAllConnections()
    void pool.end()
  })
}
