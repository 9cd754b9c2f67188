import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** The user that PostgreSQL runs as. */
export interface PostgresAccount {
  uid: number
  gid: number
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root. For root it is the user `nobody`, or the owner of a
 * cluster that exists already.
 *
 * @param cluster the folder that holds, or will hold, the cluster
 * @returns null for an ordinary user, as whom everything simply runs.
 */
export async function postgresAccount(cluster: string): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

function nobody(): PostgresAccount {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  // 65534 is the user `nobody` where Linux has no entry for it
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) }
}

/**
 * Checks that this account can pass through every folder above and at `folder`, as far as they exist.
 *
 * @throws StartError naming the first folder in the way.
 */
export async function checkReachable(folder: string, account: PostgresAccount): Promise<void> {
  for (let place = folder; ; place = path.dirname(place)) {
    const state = await stat(place).catch(() => null)
    if (state && !mayEnter(state, account)) {
      throw new StartError(
        `data folder ${folder} cannot be used by root: PostgreSQL then runs as an unprivileged user, who may not enter ` +
          `${place} (chmod o+x ${place}, or leave DATA_DIR unset)`,
      )
    }
    if (place === path.dirname(place)) return
  }
}

function mayEnter(state: { uid: number; gid: number; mode: number }, { uid, gid }: PostgresAccount): boolean {
  if (state.uid === uid) return (state.mode & 0o100) !== 0
  return (state.mode & (state.gid === gid ? 0o010 : 0o001)) !== 0
}
