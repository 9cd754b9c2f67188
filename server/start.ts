/** `npm start`: builds the screens when their sources have changed, then runs the server in this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { checkout, readEnv } from './env.ts'
import { StartError } from './platform/start-error.ts'
import { preflight } from './preflight.ts'
import { markBuilt, needsBuild } from './screens-build.ts'

async function buildScreens(): Promise<void> {
  const hash = needsBuild()
  if (!hash) return
  console.log('Building the screens, which is done once …')
  const vite = spawn(process.execPath, [path.join(checkout, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
    // what the screens are does not depend on how the server runs
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = () => vite.kill()
  process.once('exit', stop)
  const [code] = (await once(vite, 'exit')) as [number | null]
  process.off('exit', stop)
  if (code !== 0) throw new StartError('the screens could not be built: see above')
  markBuilt(hash)
}

try {
  await preflight(readEnv())
  await buildScreens()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
await import('./main.ts')
