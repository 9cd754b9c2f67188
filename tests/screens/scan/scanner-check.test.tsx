/** `/scanner`: the scanner's own beep. What it says of codes: src/features/scanner-check. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { TEST_CODES } from '#features/scanner-check/test-codes.ts'
import { expect, it } from '../larder.tsx'
import { createKeyboard } from '../keyboard.ts'
import { press } from '../reading.ts'

/** Counts the tones that the app plays; a page without a browser has no audio. */
function countTones(): () => number {
  let tones = 0
  const parameter = { value: 0, setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  const node = { connect: () => node, gain: parameter, frequency: parameter, start: () => {}, stop: () => {} }
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      currentTime = 0
      destination = {}
      resume = () => Promise.resolve()
      createGain = () => node
      createOscillator() {
        tones += 1
        return node
      }
    },
  )
  return () => tones
}

it('one scan has no tone to check whether the scanner beeps by itself, and the device keeps the answer', async (larder) => {
  const tones = countTones()
  const picker = await larder.sit('picker')
  const panel = async () => within(await screen.findByRole('region', { name: 'The scanner’s own beep' }))
  await picker.open('/scanner')
  ;(await panel()).getByText('Not checked')
  await press('Check it')
  const keyboard = createKeyboard()
  await keyboard.scan(TEST_CODES[0]!.text)
  await press('It beeped')
  expect(tones()).toBe(0)
  ;(await panel()).getByText('On')
  ;(await panel()).getByText(/^Zebra: DataWedge/)

  await keyboard.scan(TEST_CODES[0]!.text)
  await vi.waitFor(() => expect(tones()).toBeGreaterThan(0))
  await picker.open('/scanner')
  ;(await panel()).getByText('On')
  await press('Check it again')
  await keyboard.scan(TEST_CODES[0]!.text)
  await press('It was silent')
  ;(await panel()).getByText('Off')
  vi.unstubAllGlobals()
})

it('gloves are a setting of the device: its targets are larger from then on, also after a reload', async (larder) => {
  const picker = await larder.sit('picker')
  await picker.open('/scanner')
  const gloves = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Thick gloves/ })
  const isShown = () => document.documentElement.hasAttribute('data-gloves')
  await userEvent.click(await gloves())
  expect(isShown()).toBe(true)
  await picker.open('/scanner')
  expect((await gloves()).checked).toBe(true)
  await userEvent.click(await gloves())
  expect(isShown()).toBe(false)
})
