// @ts-check
/** The sources that something is built from, and their hash. Plain JavaScript: `server/run.mjs` reads it without a compiler. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The files below a folder, as paths from the folder, in an order that is the same everywhere; none where there is no such
 * folder.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * The hash of these files, by name and content: a checkout of another branch and back changes every date and nothing else. A
 * file that is not there adds nothing.
 *
 * @param {string} root
 * @param {readonly string[]} files as paths from the root
 * @returns {string}
 */
export function hashOfFiles(root, files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const place = path.join(root, file)
    if (!existsSync(place)) continue
    hash.update(`${file} ${createHash('sha256').update(readFileSync(place)).digest('hex')}\n`)
  }
  return hash.digest('hex')
}
