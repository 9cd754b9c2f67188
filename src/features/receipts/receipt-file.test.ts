import { describe, expect, it } from 'vitest'
import {
  defaultName,
  exportTime,
  hasOldFormat,
  invoiceNumber,
  NO_HEADER,
  NO_ROWS,
  orderDate,
  readReceipt,
} from './receipt-file.ts'

const title = ['Harbor Cash & Carry']
const header = ['UPC', 'Qty', 'C/U', 'Ext. Value']
const line = ['061', '2', 'U', '5.00']
const read = (...sheet: string[][]) => readReceipt('may.csv', sheet)

describe('a receipt’s file', () => {
  it('C205 has its header where the first cell is line or upc, in any letter case', () => {
    expect(read(title, [''], title, title, title, header, line).header).toEqual(header)
    expect(read(['LiNe', 'Item'], line).header).toEqual(['LiNe', 'Item'])
    expect(read([' upc ', 'Qty'], line).header).toEqual([' upc ', 'Qty'])
    expect(() => read(['UPC code', 'Qty'], line)).toThrow(NO_HEADER)
  })

  it('C206 has lines of more than one cell: no footer and no empty row', () => {
    expect(read(header, line, ['Thank you', '', ''], ['', ''], [''], line).rows).toEqual([line, line])
  })

  it('C246 C247 is refused without a header, and without a line below it', () => {
    expect(NO_HEADER).toBe(
      "The imported file couldn't be processed (couldn't find the headers from the imported data).",
    )
    expect(NO_ROWS).toBe(
      "The imported file couldn't be processed (it didn't generate any data to be imported).",
    )
    expect(() => read(title, line)).toThrow(NO_HEADER)
    expect(() => read(title, header, ['Total'])).toThrow(NO_ROWS)
  })

  it('C209 C210 names its receipt: without its extension, with the time', () => {
    const now = new Date(2026, 4, 1, 9, 5, 7)
    expect(defaultName('may.csv', now)).toBe('may (2026-05-01 09.05.07)')
    expect(defaultName('may.xlsx', now)).toBe('may (2026-05-01 09.05.07)')
    expect(defaultName('week.18.CSV', now)).toBe('week.18 (2026-05-01 09.05.07)')
  })
})

describe('the old format', () => {
  const below = (rows: number) => read(...Array.from({ length: rows }, () => title), header, line)

  it('C254 C255 can be exported if the header is in the sheet’s row 16 or below', () => {
    expect(hasOldFormat(below(14))).toBe(false)
    expect(hasOldFormat(below(15))).toBe(true)
    expect(hasOldFormat({ ...below(15), rows: [] })).toBe(false)
  })

  it('C109 reads the invoice number from the sheet, or says that there is none', () => {
    const number = (...above: string[][]) => invoiceNumber({ above })
    expect(number(title, ['Invoice #', '', '4711'])).toBe('4711')
    expect(number(['Invoice Number: A-12'])).toBe('A-12')
    expect(number(['Invoice: 9'])).toBe('9')
    expect(number(['Invoice Date', '05/01/2026'], ['Invoices are due at once'])).toBe('Not Found')
    expect(number(['Invoice', ''])).toBe('Not Found')
  })

  it('C109 C404 reads the order date from the sheet as dd/mm/yyyy, in any format there', () => {
    const date = (...above: string[][]) => orderDate({ above })
    expect(date(['Order Date', '5/1/2026'])).toBe('01/05/2026')
    expect(date(['Date: 2026-05-01'])).toBe('01/05/2026')
    expect(date(title, ['', 'Invoice Date', '46143.5'])).toBe('01/05/2026')
    expect(date(['Order Date', 'May 1, 26'])).toBe('01/05/2026')
    expect(date(['Order Date: 1 May'])).toBe('1 May')
    expect(date(title)).toBe('Not Found')
  })

  it('C404 has a date header with the time', () => {
    expect(exportTime(new Date(2026, 4, 1, 9, 5))).toBe('01/05/2026 09:05')
  })
})
