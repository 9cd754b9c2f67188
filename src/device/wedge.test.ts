import { describe, expect, it } from 'vitest'
import {
  createDoubleOutputFilter,
  createWedge,
  GS,
  WEDGE_SILENCE_MS,
  WEDGE_SUFFIX_SILENCE_MS,
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
  return { wedge, steps, last: steps.at(-1)!, end: from + (keys.length - 1) * every }
}
const UPC = '012345678905'

describe('wedge', () => {
  it('reads a scan of 8 ms a key that ends in Enter, and keeps its Enter from the page', () => {
    const { last } = play([...UPC, 'Enter'], 8)
    expect(last).toMatchObject({ scan: UPC, swallow: true, restore: false })
  })

  it('reads a scan that ends in Tab', () => {
    expect(play([...UPC, 'Tab'], 8).last.scan).toBe(UPC)
  })

  it('reads a scan without a suffix after 100 ms of silence, and swallows a suffix that comes late', () => {
    const { wedge, end } = play([...UPC], 8)
    expect(wedge.silence(end + 100)).toMatchObject({ scan: UPC })
    expect(wedge.key({ key: 'Enter', at: end + 180, place: 'page' })).toMatchObject({ swallow: true })
    expect(wedge.key({ key: 'Enter', at: end + 190, place: 'page' })).toMatchObject({ swallow: false })
  })

  it('takes a mean of 40 ms a key for a scanner and 41 ms for a person', () => {
    expect(play([...UPC, 'Enter'], 40).last.scan).toBe(UPC)
    expect(play([...UPC, 'Enter'], 41).last.scan).toBeUndefined()
  })

  it('reads a scan in which the page stumbled once, after its first key or in the middle', () => {
    const at = (n: number, stumble: number) => 1_000 + n * 8 + (n > stumble ? 350 : 0)
    const wedge = createWedge()
    // The first scan shows that this scanner ends with Enter.
    for (const stumble of [0, 6]) {
      const steps = [...UPC, 'Enter'].map((key, n) =>
        wedge.key({ key, at: stumble * 1_000 + at(n, stumble), place: 'page' }),
      )
      expect(steps.at(-1)?.scan).toBe(UPC)
    }
  })

  it('waits for the suffix of a scanner that is known to give one, from the first scan on', () => {
    expect(play([...UPC], 8).wedge.patience()).toBe(WEDGE_SILENCE_MS)
    const { wedge } = play([...UPC], 8, {}, createWedge({ hasSuffix: true }))
    expect(wedge.patience()).toBe(WEDGE_SUFFIX_SILENCE_MS)
    expect(play([...UPC, 'Enter'], 8).wedge.hasSuffix()).toBe(true)
    expect(play([...UPC], 8).wedge.hasSuffix()).toBe(false)
  })

  it('leaves what was typed into a field right before a scan out of the scan', () => {
    const wedge = createWedge({ hasSuffix: true })
    const field = { place: 'number-field', target: 'units' } as const
    wedge.key({ key: '2', at: 1_000, ...field })
    expect(play([...UPC, 'Enter'], 8, field, wedge, 1_150).last.scan).toBe(UPC)
    // A scan that stumbles there is whole all the same.
    const first = play([...'614141'], 8, field, wedge, 3_000)
    expect(play([...'161850', 'Enter'], 8, field, wedge, first.end + 350).last.scan).toBe('614141161850')
  })

  it('takes five characters for typing and six for a scan', () => {
    expect(play([...'12345', 'Enter'], 8).last).toMatchObject({ swallow: false, restore: false })
    expect(play([...'123456', 'Enter'], 8).last.scan).toBe('123456')
  })

  it('lets typing in a field be, Enter included', () => {
    const { steps } = play([...'LOT-2024-11', 'Enter'], 90, { place: 'text-field' })
    expect(steps.every((step) => !step.swallow && step.scan === undefined)).toBe(true)
  })

  it('asks to restore a field that a scan was typed into', () => {
    const { steps, last } = play([...UPC, 'Enter'], 8, { place: 'text-field' })
    expect(steps[0]).toMatchObject({ begins: true, swallow: false })
    expect(last).toMatchObject({ scan: UPC, swallow: true, restore: true })
  })

  it('leaves a burst without a suffix in a field for text, but takes it out of a field for a number', () => {
    const text = play([...UPC], 8, { place: 'text-field' })
    expect(text.wedge.silence(text.end + 100).scan).toBeUndefined()
    const number = play([...UPC], 8, { place: 'number-field' })
    expect(number.wedge.silence(number.end + 100)).toMatchObject({ scan: UPC, restore: true })
    const weight = play([...'12.345'], 8, { place: 'number-field' })
    expect(weight.wedge.silence(weight.end + 100).scan).toBeUndefined()
  })

  it('keeps a burst from pressing a focused button, but not its first key', () => {
    const { steps } = play([...'AB 123', 'Enter'], 8)
    expect(steps.map((step) => step.swallow)).toEqual([false, true, true, true, true, true, true])
  })

  it('begins again after a pause longer than 100 ms', () => {
    const wedge = createWedge()
    play([...'999'], 8, {}, wedge, 0)
    expect(play([...UPC, 'Enter'], 8, {}, wedge, 1_000).last.scan).toBe(UPC)
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
    expect(last).toMatchObject({ scan: '614141161850', restore: false })
  })

  it('begins again where a person moves to another field', () => {
    const wedge = createWedge()
    const first = play([...'ab'], 90, { place: 'text-field', target: 'a' }, wedge)
    const { steps } = play([...'cd'], 90, { place: 'text-field', target: 'b' }, wedge, first.end + 90)
    expect(steps[0]).toMatchObject({ begins: true, swallow: false })
  })

  it('does not take a key held down for a scan', () => {
    const wedge = createWedge()
    wedge.key({ key: '1', at: 0, place: 'page' })
    const held = play(['1', '1', '1', '1', '1', '1'], 30, { repeat: true }, wedge, 500)
    expect(wedge.key({ key: 'Enter', at: held.end + 30, place: 'page' }).scan).toBeUndefined()
  })

  it('ignores Shift between characters', () => {
    expect(play([...'abc', 'Shift', ...'DEF', 'Enter'], 8).last.scan).toBe('abcDEF')
  })

  it('reads FNC1 as the raw character, as Ctrl+] and as Alt+029', () => {
    expect(play([...'10LOT1', GS, ...'21S', 'Enter'], 8).last.scan).toBe(`10LOT1${GS}21S`)

    const ctrl = play([...'10LOT1'], 8)
    ctrl.wedge.key({ key: ']', at: ctrl.end + 8, place: 'page', ctrl: true })
    expect(play([...'21S', 'Enter'], 8, {}, ctrl.wedge, ctrl.end + 16).last.scan).toBe(`10LOT1${GS}21S`)

    const alt = play([...'10LOT1'], 8)
    const digits = play([...'029'], 8, { alt: true }, alt.wedge, alt.end + 8)
    alt.wedge.keyUp('Alt')
    expect(play([...'21S', 'Enter'], 8, {}, alt.wedge, digits.end + 8).last.scan).toBe(`10LOT1${GS}21S`)
  })

  it('reads arrow-down as FNC1 only where the device is set so', () => {
    const keys = [...'10LOT1', 'ArrowDown', ...'21S', 'Enter']
    expect(play(keys, 8, {}, createWedge({ arrowDownIsGs: true })).last.scan).toBe(`10LOT1${GS}21S`)
    expect(play(keys, 8).last.scan).toBeUndefined()
  })

  it('lets an input method that sends no keys pass by', () => {
    const { steps } = play(
      Array.from({ length: 12 }, () => 'Unidentified'),
      8,
    )
    expect(steps.every((step) => !step.swallow && !step.begins)).toBe(true)
  })

  it('hears two scans of the same code, 100 ms apart, as two', () => {
    const wedge = createWedge()
    const first = play([...UPC, 'Enter'], 8, {}, wedge, 0)
    expect(play([...UPC, 'Enter'], 8, {}, wedge, first.end + 100).last.scan).toBe(UPC)
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
