import { expect, it } from 'vitest'
import { csvLines } from './csv.ts'

it('a semicolon is quoted: where a spreadsheet separates by it, the rest would be an unguarded cell', () => {
  expect(csvLines([['Rice;=1+1', 'Oil']])).toBe('"Rice;=1+1",Oil\r\n')
})
