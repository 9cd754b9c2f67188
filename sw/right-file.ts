/** Whether an answer is the file that the build made: a portal or a firewall answers any address with a page of its own. */
import type { ManifestEntry } from './manifest-entry.ts'

/**
 * Content types, by ending, of files that browsers refuse under another type. Any other file only must not be a page.
 */
const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(?:text|application)\/javascript\b/,
  css: /^text\/css\b/,
  html: /^text\/html\b/,
  wasm: /^application\/wasm\b/,
  svg: /^image\/svg\+xml\b/,
}
const NO_PAGE = /^(?!text\/html\b)/

/** Whether the content type fits the name. Cheap: no byte is read. */
export function isRightType(path: string, { headers }: Pick<Response, 'headers'>): boolean {
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? NO_PAGE
  return type.test(headers.get('content-type') ?? '')
}

/** Whether this can be the file, by all but its bytes. */
export const isRightAnswer = (path: string, response: Response): boolean =>
  response.status === 200 && !response.redirected && isRightType(path, response)

/** Whether this is the whole file, byte by byte. Reads the answer: hand in one that is not needed afterwards. */
export async function isRightFile(
  { url, integrity }: Pick<ManifestEntry, 'url' | 'integrity'>,
  response: Response,
): Promise<boolean> {
  if (!isRightAnswer(url, response)) return false
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
  return integrity === `sha256-${btoa(String.fromCharCode(...hash))}`
}
