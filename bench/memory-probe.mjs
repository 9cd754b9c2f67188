// @ts-check
/**
 * Loaded into the bench's server before it starts: on SIGUSR2 it collects all garbage and prints what
 * is left. The process's size says little of it, because Node gives memory back when it likes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = /** @type {() => void} */ (runInNewContext('gc'))

/** Once is not enough: the next collection frees the objects that a finaliser releases. */
const ROUNDS = 5

process.on('SIGUSR2', async () => {
  for (let n = 0; n < ROUNDS; n++) {
    collect()
    await delay(200)
  }
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write(`\nmemory in use ${heapUsed + external}\n`)
})
