/** `npm start`: builds the screens when their sources have changed, then runs the server in this process. */
import { readEnv } from './env.ts'
import { StartError } from './platform/start-error.ts'
import { preflight } from './preflight.ts'
import { buildScreens, needsBuild } from './screens-build.ts'

try {
  await preflight(readEnv())
  if (needsBuild()) {
    console.log('Building the screens, which is done once …')
    await buildScreens()
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
await import('./main.ts')
