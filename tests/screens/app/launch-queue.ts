import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'

/**
 * happy-dom has no launch queue. Answers what the browser does when it hands an address, and files, to the window that is
 * open: until the end of the test.
 */
export function launchQueue(): (path: string, ...files: File[]) => void {
  let consume: ((launch: object) => void) | null = null
  Object.assign(window, { launchQueue: { setConsumer: (given: typeof consume) => void (consume = given) } })
  onTestFinished(() => void Reflect.deleteProperty(window, 'launchQueue'))
  return (path, ...files) =>
    act(() =>
      consume?.({
        targetURL: new URL(path, location.href).href,
        files: files.map((file) => ({ getFile: () => Promise.resolve(file) })),
      }),
    )
}
