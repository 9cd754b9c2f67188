/**
 * Loads a server over kept-alive connections. Each connection sends its next call as soon as the last one was answered.
 * This is a process of its own, the same for every server under test, so that the cost of sending is on both sides of a
 * ratio.
 */
import http from 'node:http'

export interface LoadJob {
  address: string
  headers: Record<string, string>
  method: 'GET' | 'PATCH' | 'POST'
  /** The paths, called in turn. */
  paths: string[]
  /** The body of a PATCH or POST; `#` is replaced by a number that differs each time. */
  body: string | null
  connections: number
  /** The milliseconds before counting, and of counting. */
  warm: number
  measure: number
}

export interface LoadAnswer {
  perSecond: number
  requests: number
}

/** It continues from job to job, so that no two jobs write the same value into the same row. */
let turn = 0

function call(job: LoadJob, agent: http.Agent): Promise<void> {
  turn++
  const path = job.paths[turn % job.paths.length]!
  const body = job.body?.replace('#', String(1 + (turn % 9_000)))
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${job.address}${path}`,
      {
        agent,
        method: job.method,
        headers: {
          ...job.headers,
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200 || response.statusCode === 201
            ? resolve()
            : reject(new Error(`${job.method} ${path} was answered ${response.statusCode}`)),
        )
      },
    )
    request.once('error', reject)
    request.end(body)
  })
}

async function load(job: LoadJob): Promise<LoadAnswer> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: job.connections })
  const from = performance.now() + job.warm
  const until = from + job.measure
  let requests = 0
  let last = until
  const worker = async () => {
    while (performance.now() < until) {
      await call(job, agent)
      const now = performance.now()
      // A call that takes longer than the whole time counts too: no rate is 0.
      if (now < from || (now >= until && requests > 0)) continue
      requests++
      last = Math.max(until, now)
    }
  }
  await Promise.all(Array.from({ length: job.connections }, worker))
  agent.destroy()
  return { requests, perSecond: (requests * 1_000) / (last - from) }
}

process.on('message', (job: LoadJob) => {
  load(job).then(
    (answer) => process.send!(answer),
    (error: unknown) => process.send!({ error: String(error) }),
  )
})
