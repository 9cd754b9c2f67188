import { renameSync, writeFileSync } from 'node:fs'

/** Writes a text file in one step: a reader finds the file as it was before, or whole. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.part`
  writeFileSync(part, text)
  renameSync(part, file)
}
