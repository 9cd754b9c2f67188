/** What the worker answers to a page, in front of a cache and a network of the test's own. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ManifestEntry } from './manifest-entry.ts'

const ORIGIN = 'https://larder.example'
const FILES: Record<string, { type: string; text: string }> = {
  'index.html': { type: 'text/html', text: '<title>the app</title>' },
  'licences.txt': { type: 'text/plain', text: 'react 19.0.0 (MIT)' },
  'products/no-photo.svg': { type: 'image/svg+xml', text: '<svg></svg>' },
}
const entries = Object.entries(FILES).map(([url, { text }]): ManifestEntry => {
  const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`
  return { url, revision: 'r1', integrity }
})

type Fetched = { request: Request; respondWith: (answer: Promise<Response>) => void; waitUntil: () => void }
const onFetch: ((event: Fetched) => void)[] = []

beforeAll(async () => {
  const kept = new Map<string, Response>()
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
  }
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true)
  vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Fetched) => void) => {
    if (type === 'fetch') onFetch.push(listener)
  })
  vi.stubGlobal('fetch', async (url: string) => {
    const { type, text } = FILES[url]
    return new Response(text, { headers: { 'content-type': type } })
  })
  vi.resetModules()
  const { createPrecache } = await import('./precache.ts')
  await createPrecache(entries).rest()
})
afterAll(() => vi.unstubAllGlobals())

/** The text that the worker answers to a request for this address; null where it leaves the request to the network. */
async function answerTo(path: string, mode: 'navigate' | 'no-cors'): Promise<string | null> {
  const request = new Request(ORIGIN + path)
  // No script can make a request of a navigation.
  Object.defineProperty(request, 'mode', { value: mode })
  const answers: Promise<Response>[] = []
  for (const listener of onFetch)
    listener({ request, respondWith: (given) => void answers.push(given), waitUntil: () => undefined })
  const answer = await answers[0]
  return answer ? answer.text() : null
}

it('a file of the app that is opened in a tab of its own is that file, and every other address the app’s page', async () => {
  const text = (file: string) => FILES[file].text
  expect(await answerTo('/licences.txt', 'navigate')).toBe(text('licences.txt'))
  expect(await answerTo('/products/no-photo.svg', 'navigate')).toBe(text('products/no-photo.svg'))
  expect(await answerTo('/products/no-photo.svg', 'no-cors')).toBe(text('products/no-photo.svg'))
  for (const path of ['/', '/index.html', '/order/7?tab=1'])
    expect([path, await answerTo(path, 'navigate')]).toEqual([path, text('index.html')])
  for (const path of ['/api/docs', '/photos/0.jpg', '/readyz'])
    expect([path, await answerTo(path, 'navigate')]).toEqual([path, null])
})
