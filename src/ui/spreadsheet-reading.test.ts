import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { parseSpreadsheet, replyTo } from './spreadsheet-reading.ts'

const csv = (text: string | Uint8Array) =>
  parseSpreadsheet('sheet.csv', typeof text === 'string' ? strToU8(text) : text).rows
const ROWS = [
  ['upc', 'name'],
  ['0042', 'Jalapeño, 1 l'],
]
const TEXT = 'upc,name\n0042,"Jalapeño, 1 l"'
const utf16 = (text: string, isBigEndian: boolean) =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const pair = [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]
      return isBigEndian ? pair.toReversed() : pair
    }),
  )

describe('a file of commas', () => {
  it('is read as UTF-8, UTF-16 or Windows-1252, with a mark in front and without', () => {
    expect(csv(TEXT)).toEqual(ROWS)
    expect(csv(`\ufeff${TEXT}`)).toEqual(ROWS)
    for (const isBigEndian of [true, false]) {
      expect(csv(utf16(TEXT, isBigEndian))).toEqual(ROWS)
      expect(csv(utf16(`\ufeff${TEXT}`, isBigEndian))).toEqual(ROWS)
    }
    expect(csv(Uint8Array.from(TEXT, (sign) => sign.charCodeAt(0)))).toEqual(ROWS)
  })

  it('has at most 256 columns, two million cells and 100,000 rows', () => {
    expect(csv(','.repeat(255))[0]).toHaveLength(256)
    expect(() => csv(','.repeat(256))).toThrow('The file has more than 256 columns.')
    expect(() => csv(`${','.repeat(255)}\n`.repeat(7_900))).toThrow('The file has more than 2,000,000 cells.')
    expect(csv('1\n'.repeat(99_999))).toHaveLength(100_000)
    expect(() => csv('1\n'.repeat(100_001))).toThrow('The file has more than 100,000 rows.')
  })
})

/** A workbook of these sheets, by their names. */
const workbook = (sheets: Record<string, string>, texts = '') => {
  const names = Object.keys(sheets)
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><sheets>${names.map((name, n) => `<sheet name="${name}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${names.map((_, n) => `<Relationship Id="r${n}" Target="worksheets/s${n}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(`<sst>${texts}</sst>`),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, n) => [
        `xl/worksheets/s${n}.xml`,
        strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
  })
}
const rowsOf = (rows: string, texts?: string) => parseSpreadsheet('a.xlsx', workbook({ A: rows }, texts)).rows

describe('a workbook', () => {
  it('is its first sheet, with rows and cells where their numbers put them', () => {
    expect(
      rowsOf(
        '<row r="2"><c r="B2" t="s"><v>1</v></c><c r="D2"><v>1.5</v></c></row><row><c t="inlineStr"><is><t>In</t><t>line</t></is></c></row><row/><row><c><v>9</v></c></row>',
        '<si><t>Not me</t></si><si><r><t>Rice </t></r><r><t>&amp; oil</t></r><rPh><t>aloud</t></rPh></si>',
      ),
    ).toEqual([[], ['', 'Rice & oil', '', '1.5'], ['Inline'], [], ['9']])
  })

  it('has an empty cell where a merged cell continues, a formula has no value, or a cell is only coloured', () => {
    expect(
      rowsOf(
        '<row r="1"><c r="A1"><f>1+1</f></c><c r="B1"><f>1+1</f><v>2</v></c><c r="C1" s="4"/><c r="ZZ1" s="4"/></row>',
      ),
    ).toEqual([['', '2']])
  })

  it('gives another sheet by its name, and null where there is none', () => {
    const file = workbook({ A: '<row><c><v>1</v></c></row>', B: '<row><c><v>2</v></c></row>' })
    expect(parseSpreadsheet('a.xlsx', file, 'B')).toEqual({ rows: [['1']], also: [['2']] })
    expect(parseSpreadsheet('a.xlsx', file, 'C').also).toBeNull()
  })

  it('is refused in words if it has too much, or is no workbook', async () => {
    const cell = (place: string) => `<row><c r="${place}"><v>1</v></c></row>`
    expect(rowsOf(cell('IV1'))[0]).toHaveLength(256)
    expect(() => rowsOf(cell('IW1'))).toThrow('The file has more than 256 columns.')
    expect(() => rowsOf('<row r="100001"><c><v>1</v></c></row>')).toThrow(
      'The file has more than 100,000 rows.',
    )
    const big = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(51 * 1024 * 1024) })
    expect(() => parseSpreadsheet('a.xlsx', big)).toThrow('The file has more than 50 MB when it is unpacked.')
    const entities = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'
    for (const [name, bytes] of [
      ['a.xlsx', zipSync({ 'xl/worksheets/sheet1.xml': strToU8(entities) })],
      ['a.xlsx', zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet><row>') })],
      ['a.xlsx', zipSync({ 'other.xml': strToU8('<a/>') })],
      ['a.xlsx', strToU8('no zip')],
      ['a.pdf', strToU8('x')],
    ] as const)
      expect(await replyTo({ file: new File([bytes.slice()], name), also: null })).toEqual({
        problem: "The imported file it's not compatible. Please use a .csv or .xlsx file.",
      })
  })
})
