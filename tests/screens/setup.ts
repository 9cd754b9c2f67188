/** Runs before each file of screen tests. */
import { configure } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as React from 'react'
import { createRoot } from 'react-dom/client'
import { completeBrowser } from './browser.ts'
import { SpreadsheetWorker } from './spreadsheet-worker.ts'

/**
 * Makes an error with the words on the screen, which say what went wrong; the whole document would hide it. The words
 * are read only when the error's message is. `findBy…` makes an error at each look, and reading the words each time was
 * a tenth of the work of these tests.
 */
function withTheScreen(message = ''): Error {
  const words = () => `${message}\nOn the screen: ${document.body.innerText.replaceAll('\n', ' ')}`
  return Object.defineProperty(new Error(message), 'message', { configurable: true, get: words })
}

configure({
  // An element that does not appear within this time counts as missing, also on a busy machine.
  asyncUtilTimeout: 20_000,
  getElementError: (message) => withTheScreen(message?.split('\n')[0]),
})
completeBrowser()
Object.assign(globalThis, { Worker: SpreadsheetWorker })

// Both listen to the document once and for good. They must not begin in a page, whose listeners end with it.
userEvent.setup()
createRoot(document.createElement('div'))

/**
 * React's development build takes a stack trace of every element that it makes, up to a number per second, to name the
 * maker in a warning. That is a seventh of the work of these tests. The getter reports that the number is reached.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(React, INTERNALS), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set: () => {},
})
