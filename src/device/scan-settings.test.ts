import { describe, expect, it } from 'vitest'
import { parseScan } from '#contract/barcode/parse.ts'
import { readDeviceSettings, scanSettingsOf, writeDeviceSettings } from './scan-settings.ts'

function store(text: string | null = null) {
  let kept = text
  return { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) }
}
const NOW = new Date('2026-11-21')

describe('how a device reads codes', () => {
  it('is kept on it: the layout of random-weight codes and its scanner’s separator', () => {
    const device = store()
    expect(readDeviceSettings(device)).toEqual({ region: '', separator: '', beeps: null })
    const chosen = { region: 'finland', separator: '|', beeps: false } as const
    writeDeviceSettings(chosen, device)
    expect(readDeviceSettings(device)).toEqual(chosen)
  })
  it('has its defaults when the stored text is unreadable or has an unknown choice', () => {
    for (const text of ['{', 'null', '{"region":"atlantis","separator":"#","beeps":"loudly"}'])
      expect(readDeviceSettings(store(text))).toEqual({ region: '', separator: '', beeps: null })
  })
  it('says what a random-weight code of the region weighs', () => {
    const finnish = scanSettingsOf({ region: 'finland', separator: '' }, NOW)
    expect(parseScan('2388060112344', finnish)).toMatchObject({ region: 'finland', weightKg: '1.234' })
    expect(parseScan('2388060112344', scanSettingsOf({ region: '', separator: '' }, NOW)).weightKg).toBeNull()
  })
  it('takes the separator for FNC1', () => {
    const settings = scanSettingsOf({ region: '', separator: '|' }, NOW)
    expect(parseScan(']C1010061414100001210L7|21S1', settings)).toMatchObject({ lot: 'L7', serial: 'S1' })
  })
})
