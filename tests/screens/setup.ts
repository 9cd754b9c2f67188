/** Before each file of screen tests. */
import { configure } from '@testing-library/react'
import { completeBrowser } from './browser.ts'

/**
 * The words on the screen say what went wrong; the whole document hides it. They are read only when somebody reads the
 * error: `findBy…` makes an error at each look, and reading the words was a tenth of the work of these tests.
 */
function withTheScreen(message = ''): Error {
  const words = () => `${message}\nOn the screen: ${document.body.innerText.replaceAll('\n', ' ')}`
  return Object.defineProperty(new Error(message), 'message', { configurable: true, get: words })
}

configure({
  // What is not there after this is not there, also on a machine that does other work beside.
  asyncUtilTimeout: 20_000,
  getElementError: (message) => withTheScreen(message?.split('\n')[0]),
})
completeBrowser()
