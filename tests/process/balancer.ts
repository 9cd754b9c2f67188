/**
 * A proxy in front of several servers, like nginx. Each call goes to the next server, and to another one where that
 * does not answer.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  url: string
  /** How many calls each server has answered, in the order of the servers. */
  answered: number[]
  close(): Promise<void>
}

/** @param targets the servers' addresses */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const answered = targets.map(() => 0)
  let next = 0

  /** @param tries how many servers have refused the connection so far */
  function pass(incoming: http.IncomingMessage, body: Buffer, response: http.ServerResponse, tries: number) {
    const at = next++ % targets.length
    const { hostname, port } = new URL(targets[at]!)
    const { method, url: path, headers } = incoming
    const outgoing = http.request({ hostname, port, method, path, headers, agent: false })
    outgoing.on('response', (answer) => {
      answered[at]! += 1
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // No server has received this call. A call that a server has received is not sent a second time.
      if (error.code === 'ECONNREFUSED' && tries + 1 < targets.length)
        return pass(incoming, body, response, tries + 1)
      if (response.headersSent) return response.destroy()
      response.writeHead(502).end()
    })
    response.on('close', () => outgoing.destroy())
    outgoing.end(body)
  }

  const server = http.createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    pass(incoming, Buffer.concat(chunks), response, 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
