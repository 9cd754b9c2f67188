import { expect, it } from 'vitest'
import { csvLines } from './csv.ts'

it('quotes a semicolon: where a spreadsheet separates by it, the rest would be a cell that nobody guards', () => {
  expect(csvLines([['Rice;=1+1', 'Oil']])).toBe('"Rice;=1+1",Oil\r\n')
})
