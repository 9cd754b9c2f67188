/** What `/api/docs` and `docs/api.md` say of the calls. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkout } from '#server/env.ts'
import { openFlow } from '../../factories/flow.ts'

interface Operation {
  operationId: string
  security?: unknown[]
  parameters?: { in: string; name: string; description?: string }[]
  responses: Record<string, { description?: string; content?: Record<string, unknown>; $ref?: string }>
}
interface Document {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
}

const flow = openFlow()
let document: Document
let operations: [string, Operation][]

beforeAll(async () => {
  document = (await flow.server.call(null, 'GET', 'docs/json')).body as Document
  operations = Object.entries(document.paths).flatMap(([url, calls]) =>
    Object.entries(calls).map(([method, call]): [string, Operation] => [
      `${method.toUpperCase()} ${url.replace('/api/', '')}`,
      call,
    ]),
  )
})

describe('the OpenAPI document', () => {
  it('has nothing that a linter of such documents marks', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    expect(problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`)).toEqual([])
  })

  it('describes every parameter', () => {
    const silent = operations.flatMap(([name, { parameters = [] }]) =>
      parameters.filter(({ description }) => !description).map((parameter) => `${name} ${parameter.name}`),
    )
    expect(silent).toEqual([])
  })

  it('says what every call answers, well or not', () => {
    const silent = operations.filter(([, { responses }]) => {
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return (
        good.length === 0 ||
        good.some(([status, { content }]) => !['202', '204'].includes(status) && !content)
      )
    })
    expect(silent.map(([name]) => name)).toEqual([])
    for (const [name, { responses, security }] of operations)
      expect([name, Object.keys(responses)]).toEqual([
        name,
        expect.arrayContaining(['429', '4XX', '503', ...(security?.length === 0 ? [] : ['401'])]),
      ])
  })

  it('names the device where a session begins, goes on or pushes', () => {
    const named = operations.filter(([, { parameters = [] }]) =>
      parameters.some(({ name }) => name === 'X-Device-Id'),
    )
    expect(named.map(([name]) => name).sort()).toEqual(['POST auth', 'POST auth/refresh', 'POST sync/push'])
  })

  it('begins with docs/api.md', () => {
    expect(document.info.description).toContain('## Errors')
  })
})

it.each(['/api/docs', '/api/docs/'])('%s finds its styles and scripts', async (address) => {
  const { body, statusCode } = await flow.server.app.inject({
    url: address,
    headers: { accept: 'text/html' },
  })
  expect(statusCode).toBe(200)
  const files = [...body.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const { pathname } = new URL(file, `http://larder.test${address}`)
    const answer = await flow.server.app.inject({ url: pathname })
    expect([pathname, answer.statusCode, answer.headers['content-type']]).toEqual([
      pathname,
      200,
      expect.stringMatching(pathname.endsWith('.css') ? /^text\/css/ : /javascript/),
    ])
  }
})

const page = readFileSync(path.join(checkout, 'docs/api.md'), 'utf8')

/** Every code that the sources give to an error. */
function codesOfSources(): Set<string> {
  const NOT_OURS = ['custom', 'resource_missing']
  const patterns = [
    /\bcode: '([a-z_]+)'/g,
    /\brefuse\(\s*\d{3},\s*'([a-z_]+)'/g,
    // a code that both sides name
    /export const (?:SIGN_IN_NEEDED|ACCOUNT_CLOSED|PASSWORD_NEEDED|SECOND_FACTOR|PASSKEY_NEEDED|ATTEMPT_OVER|OTHER_DEVICE|TOO_MANY_ORDERS) = '([a-z_]+)'/g,
  ]
  const found = ['server', 'contract'].flatMap((folder) =>
    readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(checkout, folder, file), 'utf8')
        return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code))
      }),
  )
  return new Set(found.filter((code) => !NOT_OURS.includes(code)))
}

it('docs/api.md lists every code that an error may have, and no other', () => {
  const listed = [...page.matchAll(/^\| \d{3} +\| `([a-z_]+)`/gm)].map(([, code = '']) => code)
  expect(listed.toSorted()).toEqual([...codesOfSources()].toSorted())
})
