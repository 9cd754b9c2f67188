/** The server and the unit tests on the oldest Node of each line that Larder supports, and on the newest. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkout } from '#server/env.ts'
import { PASSWORD } from '../factories/app.ts'
import { runServer, temporaryFolder } from '../process/server.ts'

/** As npm's registry names them: versions, and the newest of a line. */
const NODES = ['20.19.0', '20', '22.12.0', '22', '24']

/** The program of this version out of the registry. */
function fetchNode(version: string, folder: string): string {
  const [file = ''] = (
    JSON.parse(
      execFileSync('npm', ['pack', `node-${process.platform}-${process.arch}@${version}`, '--json'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { filename: string }[]
  ).map(({ filename }) => filename)
  const place = path.join(folder, version)
  mkdirSync(place)
  execFileSync('tar', ['-xzf', path.join(folder, file), '-C', place, '--strip-components=1'])
  return path.join(place, 'bin/node')
}

/** Starts the server with its demo, signs in, and stops it. Answers what went wrong. */
async function serve(node: string): Promise<string[]> {
  const server = runServer({ node, settings: { DATA_DIR: temporaryFolder(), DEMO: '1' } })
  const response = await fetch(`${await server.ready}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'picker', password: PASSWORD }),
  })
  server.child.kill('SIGINT')
  const ended = await server.ended
  return [
    ...(response.status === 200 ? [] : [`the sign-in is answered ${response.status}`]),
    ...(ended === 0 ? [] : [`the server ends with ${ended}`]),
    ...(server.out.stderr === '' ? [] : [server.out.stderr]),
  ]
}

/** Runs the unit tests. Answers what went wrong. */
async function test(node: string): Promise<string[]> {
  const vitest = path.join(checkout, 'node_modules/vitest/vitest.mjs')
  return promisify(execFile)(node, [vitest, 'run', '--project', 'unit'], { cwd: checkout }).then(
    () => [],
    (error: { stdout?: string }) => [`the unit tests fail: ${error.stdout?.slice(-2_000)}`],
  )
}

/** Needs npm's registry. `tell` gets a line for each version. */
export async function runOnEachNode({ tell }: { tell(words: string): void }) {
  const folder = temporaryFolder()
  const wrong: string[] = []
  for (const version of NODES) {
    const node = fetchNode(version, folder)
    const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    const found = [...(await serve(node)), ...(await test(node))]
    tell(`Node ${exact}: ${found.length === 0 ? 'works' : found.join('; ')}`)
    wrong.push(...found.map((what) => `Node ${exact}: ${what}`))
  }
  return { nodes: NODES.length, wrong }
}
