/**
 * Photo files of the scanner check. The engine is WebAssembly in a worker, which only a browser runs. Here it answers
 * when the test says so.
 */
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhotoFiles } from '#features/scanner-check/PhotoFiles.tsx'
import type { ScannerEngine } from '#src/device/scanner/engine.ts'
import { press } from '../reading.ts'

beforeEach(() => {
  const picture = { width: 400, height: 300, close: () => {} }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(picture))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The answers that the engine still owes. */
let answers: ((failure?: Error) => void)[]
function show() {
  answers = []
  const readPhoto = () =>
    new Promise<null>((resolve, reject) => {
      answers.push((failure) => (failure ? reject(failure) : resolve(null)))
    })
  const engine = { readPhoto } as Partial<ScannerEngine> as ScannerEngine
  const onRead = vi.fn<(scan: { from: string }) => void>()
  render(<PhotoFiles openEngine={() => Promise.resolve(engine)} onRead={onRead} />, {
    wrapper: MantineProvider,
  })
  return () => onRead.mock.calls.map(([{ from }]) => from)
}
const choose = (...names: string[]) =>
  userEvent.upload(
    screen.getByLabelText('Photo files'),
    names.map((name) => new File([''], name, { type: 'image/jpeg' })),
  )
async function answer(failure?: Error) {
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers.pop()!(failure)
}

it('photos that are chosen during a read are read afterwards', async () => {
  const read = show()
  await choose('a.jpg', 'b.jpg')
  await screen.findByText('0 of 2 read')
  await choose('c.jpg')
  await screen.findByText('0 of 3 read')
  for (let n = 0; n < 3; n += 1) await answer()
  await vi.waitFor(() => expect(read()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']))
  await vi.waitFor(() => expect(screen.queryByText(/ of 3 read/)).toBeNull())
})

it('waiting photos are dropped when the read is stopped, and others can be chosen', async () => {
  const read = show()
  await choose('a.jpg', 'b.jpg')
  await screen.findByText('0 of 2 read')
  await press('Stop')
  await choose('c.jpg')
  await screen.findByText('0 of 1 read')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  for (const one of answers.splice(0)) one()
  await vi.waitFor(() => expect(read()).toEqual(['c.jpg']))
})

it('a stopped scanner is not reported as a fault of the picture', async () => {
  show()
  await choose('a.jpg')
  await answer(new Error('memory access out of bounds'))
  const words =
    'a.jpg was not read, since the scanner has stopped: memory access out of bounds. Open this page again.'
  expect(await screen.findByText(words)).toBeDefined()
})
