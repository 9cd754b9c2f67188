/** Before each file of screen tests. */
import { configure } from '@testing-library/react'
import { completeBrowser } from './browser.ts'

configure({
  // What is not there after this is not there, also on a machine that does other work beside.
  asyncUtilTimeout: 20_000,
  // The words on the screen say what went wrong; the whole document hides it.
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]}\nOn the screen: ${document.body.innerText.replaceAll('\n', ' ')}`),
})
completeBrowser()
