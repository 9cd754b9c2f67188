import { closeSync, openSync } from 'node:fs'

/** Whether this process has a terminal. One that was started in a terminal has none once that is closed. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
