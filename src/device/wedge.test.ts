import { describe, expect, it } from 'vitest'
import { GS } from '#contract/barcode/gs1.ts'
import {
  createDoubleOutputFilter,
  createWedge,
  WEDGE_SILENCE_MS,
  WEDGE_LONG_SILENCE_MS,
  type WedgeKey,
  type WedgeStep,
} from './wedge.ts'

/** Plays keys at a steady rhythm and gives every step back. */
function play(
  keys: string[],
  every: number,
  more: Partial<WedgeKey> = {},
  wedge = createWedge(),
  from = 1_000,
) {
  const steps: WedgeStep[] = keys.map((key, i) =>
    wedge.key({ key, at: from + i * every, place: 'page', ...more }),
  )
  return {
    wedge,
    steps,
    last: steps.at(-1)!,
    scans: steps.flatMap(({ scans }) => scans),
    end: from + (keys.length - 1) * every,
  }
}
const UPC = '012345678905'
const KEYS = [...UPC]

describe('wedge', () => {
  it('reads a scan of 8 ms a key that ends in Enter, and keeps its Enter from the page', () => {
    const { last } = play([...UPC, 'Enter'], 8)
    expect(last).toEqual({ scans: [UPC], swallow: true, restore: null })
  })

  it('reads a scan that ends in Tab', () => {
    expect(play([...UPC, 'Tab'], 8).scans).toEqual([UPC])
  })

  it('reads a scan without a suffix after 100 ms of silence, and swallows a suffix that comes late', () => {
    const { wedge, end } = play([...UPC], 8)
    expect(wedge.silence(end + 100)).toMatchObject({ scans: [UPC] })
    expect(wedge.key({ key: 'Enter', at: end + 180, place: 'page' })).toMatchObject({ swallow: true })
    expect(wedge.key({ key: 'Enter', at: end + 190, place: 'page' })).toMatchObject({ swallow: false })
  })

  it('takes a mean of 40 ms a key for a scanner and 41 ms for a person', () => {
    expect(play([...UPC, 'Enter'], 40).scans).toEqual([UPC])
    expect(play([...UPC, 'Enter'], 41).scans).toEqual([])
  })

  it('reads a scan in which the page stumbled once, after its first key or in the middle', () => {
    const at = (n: number, stumble: number) => 1_000 + n * 8 + (n > stumble ? 350 : 0)
    const wedge = createWedge()
    // The first scan shows that this scanner ends with Enter.
    for (const stumble of [0, 6]) {
      const steps = [...UPC, 'Enter'].map((key, n) =>
        wedge.key({ key, at: stumble * 1_000 + at(n, stumble), place: 'page' }),
      )
      expect(steps.at(-1)?.scans).toEqual([UPC])
    }
  })

  it('reads a scan whose keys were pressed in time and arrive after the pause was noticed', () => {
    for (const place of ['page', 'number-field', 'text-field'] as const) {
      for (const arrived of [1, 4]) {
        const wedge = createWedge()
        play(KEYS.slice(0, arrived), 8, { place }, wedge)
        expect(wedge.silence(2_000)).toMatchObject({ scans: [] })
        expect([wedge.pending(), wedge.isScanning()]).toEqual([false, false])
        const rest = [...KEYS.slice(arrived), 'Enter']
        expect(play(rest, 8, { place }, wedge, 1_000 + arrived * 8).scans).toEqual([UPC])
      }
    }
  })

  it('waits for another pause where a key arrives after one was noticed', () => {
    const { wedge } = play(KEYS.slice(0, 4), 8)
    wedge.silence(2_000)
    const { end } = play(KEYS.slice(4), 8, {}, wedge, 1_032)
    expect(wedge.pending()).toBe(true)
    expect(wedge.silence(end + 600).scans).toEqual([UPC])
  })

  it('drops what was typed before a real pause', () => {
    const { wedge, end } = play([...'12'], 90, { place: 'number-field' })
    wedge.silence(end + 100)
    expect(play([...UPC, 'Enter'], 8, { place: 'number-field' }, wedge, end + 101).scans).toEqual([UPC])
  })

  it('waits long until it knows how the scanner ends its scans, and for one that ends them with Enter', () => {
    expect(play([...UPC], 8).wedge.patience()).toBe(WEDGE_LONG_SILENCE_MS)
    const withEnter = play([...UPC], 8, {}, createWedge({ hasSuffix: true }))
    expect(withEnter.wedge.patience()).toBe(WEDGE_LONG_SILENCE_MS)
    const without = play([...UPC], 8, {}, createWedge({ hasSuffix: false }))
    expect(without.wedge.patience()).toBe(WEDGE_SILENCE_MS)
  })

  it('learns how the scanner ends its scans, and nothing from half a code', () => {
    expect(play([...UPC, 'Enter'], 8).wedge.hasSuffix()).toBe(true)
    const silent = play([...UPC], 8)
    expect(silent.wedge.hasSuffix()).toBeNull()
    silent.wedge.silence(silent.end + 600)
    expect(silent.wedge.hasSuffix()).toBe(false)
    const half = play([...'0123456'], 8)
    half.wedge.silence(half.end + 600)
    expect(half.wedge.hasSuffix()).toBeNull()
  })

  it('waits long for the rest of an incomplete code, from a scanner without a suffix too', () => {
    const wedgeOf = (code: string, isKnown?: (text: string) => boolean) =>
      play([...code], 8, {}, createWedge({ hasSuffix: false, ...(isKnown && { isKnown }) })).wedge
    // cut after 6, 7 and 9 keys; 12 digits with a wrong check digit; a label cut after its product number
    for (const cut of ['614141', '6141411', '614141162', '012345678906', '0100614141162765'])
      expect(wedgeOf(cut).patience()).toBe(WEDGE_LONG_SILENCE_MS)
    expect(wedgeOf('614141162765').patience()).toBe(WEDGE_SILENCE_MS)
    expect(wedgeOf('SHELF-17').patience()).toBe(WEDGE_LONG_SILENCE_MS)
    expect(wedgeOf('SHELF-17', (text) => text === 'SHELF-17').patience()).toBe(WEDGE_SILENCE_MS)
  })

  it('reads a scan that comes in two clumps 150 ms apart as one, the first of a device and a label with weight', () => {
    const label = '0190614141000018310300123410LOT7'
    for (const [code, hasSuffix] of [
      [UPC, null],
      [label, null],
      [label, false],
    ] as const)
      for (const cut of [2, 6, 7, 9, 16].filter((n) => n < code.length)) {
        const wedge = createWedge({ hasSuffix })
        const first = play([...code].slice(0, cut), 8, {}, wedge)
        expect(wedge.patience()).toBeGreaterThan(150)
        const second = play([...code].slice(cut), 8, {}, wedge, first.end + 150)
        expect([...first.scans, ...second.scans, ...wedge.silence(second.end + 600).scans]).toEqual([code])
      }
  })

  it('separates keys that a busy page delivered late by the times of their presses', () => {
    const wedge = createWedge({ hasSuffix: false })
    const first = play([...UPC], 8, {}, wedge)
    // The timer that ends the first scan has not come yet when the keys of the second are handed on.
    const second = play([...'614141162765'], 8, {}, wedge, first.end + 900)
    expect([...first.scans, ...second.scans, ...wedge.silence(second.end + 100).scans]).toEqual([
      UPC,
      '614141162765',
    ])
  })

  it('reads two scans of an unknown scanner as two, 300 ms apart and without a suffix', () => {
    const wedge = createWedge()
    const first = play([...UPC], 8, {}, wedge)
    const second = play([...'614141162765'], 8, {}, wedge, first.end + 300)
    expect(wedge.silence(second.end + 600).scans).toEqual([UPC, '614141162765'])
  })

  it('keeps a value typed right before a scan out of the scan, and in the field', () => {
    for (const pause of [60, 150, 400])
      for (const hasSuffix of [true, false, null]) {
        const wedge = createWedge({ hasSuffix })
        const field = { place: 'number-field', target: 'units' } as const
        wedge.key({ key: '5', at: 1_000, value: '', ...field })
        const { scans, last } = play([...UPC, 'Enter'], 8, { ...field, value: '5' }, wedge, 1_000 + pause)
        expect(scans).toEqual([UPC])
        expect(last.restore).toEqual({ target: 'units', value: '5' })
      }
    // A scan that stumbles there is whole all the same.
    const wedge = createWedge({ hasSuffix: true })
    const field = { place: 'number-field', target: 'units' } as const
    const first = play([...'614141'], 8, field, wedge, 3_000)
    expect(play([...'161850', 'Enter'], 8, field, wedge, first.end + 350).scans).toEqual(['614141161850'])
  })

  it('leaves every number that a hand can type out of the scan after it, though both together read as a code', () => {
    const field = { place: 'number-field', target: 'units' } as const
    const wrong: string[] = []
    for (const code of [UPC, '614141162765', '614141000036'])
      for (let number = 0; number < 1_000; number++) {
        const wedge = createWedge({ hasSuffix: true })
        const typed = play([...String(number)], 130, { ...field, value: '' }, wedge)
        const { scans } = play(
          [...code, 'Enter'],
          8,
          { ...field, value: String(number) },
          wedge,
          typed.end + 60,
        )
        if (scans.join() !== code) wrong.push(`${number}: ${scans.join()}`)
      }
    expect(wrong).toEqual([])
  })

  it('takes five characters for typing and six for a scan', () => {
    expect(play([...'12345', 'Enter'], 8).last).toMatchObject({ swallow: false, restore: null })
    expect(play([...'123456', 'Enter'], 8).scans).toEqual(['123456'])
  })

  it('ignores typing in a field, Enter included', () => {
    const { steps } = play([...'LOT-2024-11', 'Enter'], 90, { place: 'text-field' })
    expect(steps.every((step) => !step.swallow && step.scans.length === 0)).toBe(true)
  })

  it('restores the value that a field had before a scan was typed into it', () => {
    const { steps, last } = play([...UPC, 'Enter'], 8, { place: 'text-field', target: 'note', value: 'ripe' })
    expect(steps.every((step, n) => step.swallow === (n === UPC.length))).toBe(true)
    expect(last).toEqual({ scans: [UPC], swallow: true, restore: { target: 'note', value: 'ripe' } })
  })

  it('leaves a burst without a suffix in a field for text, but takes it out of a field for a number', () => {
    const text = play([...UPC], 8, { place: 'text-field', target: 'note', value: '' })
    expect(text.wedge.silence(text.end + 600).scans).toEqual([])
    const number = play([...UPC], 8, { place: 'number-field', target: 'units', value: '4' })
    expect(number.wedge.silence(number.end + 600)).toMatchObject({
      scans: [UPC],
      restore: { target: 'units', value: '4' },
    })
    const weight = play([...'12.345'], 8, { place: 'number-field', target: 'weight', value: '' })
    expect(weight.wedge.silence(weight.end + 600).scans).toEqual([])
  })

  it('keeps a burst from pressing a focused button, but not its first key', () => {
    const { steps } = play([...'AB 123', 'Enter'], 8)
    expect(steps.map((step) => step.swallow)).toEqual([false, true, true, true, true, true, true])
  })

  it('begins again after a pause longer than 100 ms', () => {
    const wedge = createWedge()
    play([...'999'], 8, {}, wedge, 0)
    expect(play([...UPC, 'Enter'], 8, {}, wedge, 1_000).scans).toEqual([UPC])
  })

  it('reads a scan whole when a dialog takes the focus in the middle of it, and types nothing there', () => {
    const wedge = createWedge()
    const first = play([...'614141'], 8, { target: null }, wedge)
    const { steps, last } = play(
      [...'161850', 'Enter'],
      8,
      { place: 'text-field', target: 'lot' },
      wedge,
      first.end + 8,
    )
    expect(steps.every((step) => step.swallow)).toBe(true)
    expect(last).toMatchObject({ scans: ['614141161850'], restore: null })
  })

  it('begins again where a person moves to another field', () => {
    const wedge = createWedge()
    const first = play([...'ab'], 90, { place: 'text-field', target: 'a' }, wedge)
    const { steps } = play([...'cd'], 90, { place: 'text-field', target: 'b' }, wedge, first.end + 90)
    expect(steps[0]).toMatchObject({ swallow: false })
    expect(play(['Enter'], 8, { place: 'text-field', target: 'b' }, wedge, first.end + 200).scans).toEqual([])
  })

  it('does not take a key held down for a scan', () => {
    const wedge = createWedge()
    wedge.key({ key: '1', at: 0, place: 'page' })
    const held = play(['1', '1', '1', '1', '1', '1'], 30, { repeat: true }, wedge, 500)
    expect(wedge.key({ key: 'Enter', at: held.end + 30, place: 'page' }).scans).toEqual([])
  })

  it('ignores Shift between characters', () => {
    expect(play([...'abc', 'Shift', ...'DEF', 'Enter'], 8).scans).toEqual(['abcDEF'])
  })

  it('reads FNC1 as the raw character, as Ctrl+] and as Alt+029', () => {
    expect(play([...'10LOT1', GS, ...'21S', 'Enter'], 8).scans).toEqual([`10LOT1${GS}21S`])

    const ctrl = play([...'10LOT1'], 8)
    ctrl.wedge.key({ key: ']', at: ctrl.end + 8, place: 'page', ctrl: true })
    expect(play([...'21S', 'Enter'], 8, {}, ctrl.wedge, ctrl.end + 16).scans).toEqual([`10LOT1${GS}21S`])

    const alt = play([...'10LOT1'], 8)
    const digits = play([...'029'], 8, { alt: true }, alt.wedge, alt.end + 8)
    alt.wedge.keyUp('Alt')
    expect(play([...'21S', 'Enter'], 8, {}, alt.wedge, digits.end + 8).scans).toEqual([`10LOT1${GS}21S`])
  })

  it('takes no arrow-down for FNC1: people press it too', () => {
    expect(play([...'10LOT1', 'ArrowDown', ...'21S', 'Enter'], 8).scans).toEqual([])
  })

  it('ignores an input method that sends no keys', () => {
    const { steps } = play(
      Array.from({ length: 12 }, () => 'Unidentified'),
      8,
    )
    expect(steps.every((step) => !step.swallow && step.scans.length === 0)).toBe(true)
  })

  it('reads two scans of the same code, 100 ms apart, as two', () => {
    const wedge = createWedge()
    const first = play([...UPC, 'Enter'], 8, {}, wedge, 0)
    expect(play([...UPC, 'Enter'], 8, {}, wedge, first.end + 100).scans).toEqual([UPC])
  })
})

describe('double output', () => {
  it('takes the same code by another way within 300 ms for one scan', () => {
    const isEcho = createDoubleOutputFilter()
    expect(isEcho(UPC, 'keys', 0)).toBe(false)
    expect(isEcho(UPC, 'text', 300)).toBe(true)
    expect(isEcho(UPC, 'text', 310)).toBe(false)
  })

  it('takes it for two scans later, by the same way, or with another code', () => {
    const isEcho = createDoubleOutputFilter()
    expect(isEcho(UPC, 'keys', 0)).toBe(false)
    expect(isEcho(UPC, 'text', 301)).toBe(false)
    expect(isEcho(UPC, 'text', 400)).toBe(false)
    expect(isEcho('999999999999', 'keys', 410)).toBe(false)
  })
})
