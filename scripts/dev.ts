/**
 * `npm run dev`: the API under `tsx watch` and the screens under Vite's dev server, both with hot reload, behind one
 * address (PORT, 8080). PostgreSQL belongs to this process, so that a restart of the API takes no more than its own time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { checkout, readEnv, type Env } from '../server/env.ts'
import { Ending } from '../server/platform/shutdown.ts'
import { checkPort } from '../server/platform/port.ts'
import { startPostgres } from '../server/platform/postgres/start.ts'
import { StartError } from '../server/platform/start-error.ts'
import { plainHttpWarning } from '../server/platform/tls.ts'

/** Where vite.config.ts looks for the API unless API_TARGET says otherwise. */
const apiPort = 8081

async function develop(ending: Ending): Promise<void> {
  const env = readEnv()
  const api = { HOST: '127.0.0.1', PORT: Number(process.env['API_PORT'] || apiPort) }
  await checkPort(env)
  await checkPort(api)
  const starting = startPostgres(env, console)
  ending.add(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  )
  const { url } = await starting
  // Vite speaks plain HTTP to the browser, whatever the certificate.
  const warning = plainHttpWarning({ HOST: env.HOST })
  if (warning) console.warn(`Warning: ${warning}`)
  run(ending, 'node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    ...forApi(env),
    HOST: api.HOST,
    PORT: String(api.PORT),
    DATABASE_URL: url,
  })
  run(
    ending,
    'node_modules/vite/bin/vite.js',
    ['--host', env.HOST, '--port', String(env.PORT), '--strictPort'],
    {
      API_TARGET: `http://${api.HOST}:${api.PORT}`,
    },
  )
}

/** Vite speaks to the browser, so the API behind it speaks plain HTTP. */
const forApi = (env: Env) => ({
  DATA_DIR: env.DATA_DIR,
  TLS_CERT: '',
  TLS_KEY: '',
  DEMO: env.DEMO ? '1' : '0',
})

function run(ending: Ending, program: string, flags: string[], env: Record<string, string>): void {
  const child = spawn(process.execPath, [path.join(checkout, program), ...flags], {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Ctrl+C is for this process, which then ends the others in their order
    detached: true,
  })
  const ended = once(child, 'exit')
  // whatever ends this process, its children do not stay behind
  process.once('exit', () => child.kill())
  ending.add(async () => {
    child.kill()
    await ended
  })
  void ended.then(() => ending.fail(new StartError(`${flags[0] === 'watch' ? 'the API' : 'Vite'} ended`)))
}

const ending = new Ending()
ending.onSignals()
ending.onOrphaned()
try {
  await develop(ending)
} catch (error) {
  await ending.fail(error)
}
