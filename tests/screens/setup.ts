/** Before each file of screen tests. */
import { configure } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as React from 'react'
import { createRoot } from 'react-dom/client'
import { completeBrowser } from './browser.ts'
import { SpreadsheetWorker } from './spreadsheet-worker.ts'

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
Object.assign(globalThis, { Worker: SpreadsheetWorker })

// Both listen to the document once and for good: they must not begin in a page, whose listeners end with it.
userEvent.setup()
createRoot(document.createElement('div'))

/**
 * React's development build takes a stack trace of every element that it makes, up to a number a second, to say in a warning
 * who made it: a seventh of the work of these tests. It is told that the number is reached.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
})
