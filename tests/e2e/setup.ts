/** Once a run: the app is built, unless it is built from these very sources. */
import { build } from 'vite'
import { markBuilt, needsBuild } from '#server/screens-build.ts'

export default async function setup(): Promise<void> {
  const hash = needsBuild()
  if (!hash) return
  await build({ logLevel: 'warn' })
  markBuilt(hash)
}
