import { expect, it } from 'vitest'
import { readSpreadsheet } from './read-spreadsheet.ts'

const TOO_BIG = 'The file is too big to be read.'

const csv = (text: string) => new File([text], 'sheet.csv')

it('a file of commas is read without the mark of its encoding', async () => {
  expect(await readSpreadsheet(csv('\ufeffupc,name\n0042,"oil, 1 l"\n'))).toEqual([
    ['upc', 'name'],
    ['0042', 'oil, 1 l'],
    [''],
  ])
})

it('a file of commas has at most 256 columns and two million cells', async () => {
  expect((await readSpreadsheet(csv(','.repeat(255))))[0]).toHaveLength(256)
  await expect(readSpreadsheet(csv(','.repeat(256)))).rejects.toThrow(TOO_BIG)
  await expect(readSpreadsheet(csv(`${','.repeat(255)}\n`.repeat(7_900)))).rejects.toThrow(TOO_BIG)
})
