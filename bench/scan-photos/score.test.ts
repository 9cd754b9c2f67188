import { describe, expect, it } from 'vitest'
import { judge, percentile, summarise } from './score.ts'

const photograph = (symbology: string, expected: string) => ({ file: 'a.png', symbology, expected })

describe('a read of a photograph', () => {
  it('is right where it is the expected text, a UPC-A with or without its leading zero', () => {
    expect(judge(photograph('UPC-A', '036000291452'), '0036000291452')).toBe('decoded')
    expect(judge(photograph('EAN-13', '9780201310054'), '9780201310054')).toBe('decoded')
  })

  it('is wrong where it is another, or where there is nothing to read', () => {
    expect(judge(photograph('EAN-13', '9780201310054'), '9780201310055')).toBe('wrong')
    expect(judge(photograph('NONE', ''), '12345670')).toBe('wrong')
  })

  it('that finds nothing is missed, or right', () => {
    expect(judge(photograph('EAN-13', '9780201310054'), null)).toBe('missed')
    expect(judge(photograph('NONE', ''), null)).toBe('rightly nothing')
  })
})

describe('the table', () => {
  it('counts decoded of those with a code, wrong of all', () => {
    const of = (symbology: string, expected: string, text: string | null, ms: number) => {
      const it = photograph(symbology, expected)
      return { ...it, text, ms, verdict: judge(it, text) }
    }
    const rows = summarise([
      of('EAN-8', '42191605', '42191605', 10),
      of('EAN-8', '24057257', null, 30),
      of('NONE', '', '1', 20),
      of('NONE', '', null, 40),
    ])
    expect(rows.all).toMatchObject({ photographs: 4, 'decoded %': 50, 'wrong %': 25 })
    expect(rows['EAN-8']).toMatchObject({ 'decoded %': 50, 'wrong %': 0 })
  })

  it('takes percentiles of what was measured', () => {
    expect(percentile([30, 10, 20], 0.5)).toBe(20)
    expect(percentile([], 0.95)).toBe(0)
  })
})
