/** A PostgreSQL with a replica that follows it synchronously, and the address that leads to whichever is the primary, as a managed one has it. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import {
  clusterUrl,
  createCluster,
  startPostmaster,
  type Cluster,
} from '#server/platform/postgres/cluster.ts'
import { clusterAt } from '#server/platform/postgres/start.ts'
import { killPostgres, temporaryFolder } from './server.ts'

export interface Replicated {
  /** Leads to the primary. */
  url: string
  /** Of the replica. */
  replicaUrl: string
  query<T extends object>(of: 'primary' | 'replica', sql: string, values?: unknown[]): Promise<T[]>
  /** The primary is lost at once, and the replica takes its place. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

/** A copy of a primary that runs, which follows it once it is started. */
async function copyOf(primary: Cluster, url: string, folder: string): Promise<Cluster> {
  const copy = { ...primary, folder }
  const { hostname, port, username, password } = new URL(url)
  await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('replica', fast => true)`)
    execFileSync('cp', ['-a', primary.folder, folder])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    const data = path.join(folder, 'data')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(data, name), { force: true })
    const files = {
      backup_label: rows[0]!.labelfile,
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password} application_name=replica'\n`,
    }
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(data, name)
      writeFileSync(file, text, { mode: 0o600 })
      if (copy.account) chownSync(file, copy.account.uid, copy.account.gid)
    }
  })
  return copy
}

/** Passes connections on to a port that may change; those of before are cut. */
async function startRelay(to: number) {
  let target = to
  const sockets = new Set<Socket>()
  const relay = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        onward.destroy()
      })
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return {
    port: (relay.address() as AddressInfo).port,
    turn(port: number) {
      target = port
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => relay.close(resolve))
    },
  }
}

export async function startReplicated(): Promise<Replicated> {
  const place = temporaryFolder()
  for (const name of ['primary', 'replica']) mkdirSync(path.join(place, name))
  const primary = await clusterAt(path.join(place, 'primary'))
  await createCluster(primary)
  const first = await startPostmaster(primary)
  const url = (await clusterUrl(primary, 'postgres'))!
  const replica = await copyOf(primary, url, path.join(place, 'replica/postgres'))
  const second = await startPostmaster(replica)
  const replicaUrl = (await clusterUrl(replica, 'postgres'))!
  // From now on a commit is answered when the replica has it.
  await withClient(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = 'replica'`)
    await client.query('select pg_reload_conf()')
    await client.query('create database larder')
  })
  const relay = await startRelay(first.port)
  const through = new URL(url)
  through.port = String(relay.port)
  through.pathname = '/larder'
  const atReplica = new URL(replicaUrl)
  atReplica.pathname = '/larder'
  const urls = { primary: through.href, replica: atReplica.href }
  return {
    url: urls.primary,
    replicaUrl: urls.replica,
    query: (of, sql, values = []) =>
      withClient(urls[of], async (client) => (await client.query(sql, values)).rows),
    async failOver() {
      killPostgres(path.join(place, 'primary'))
      await first.ended
      await withClient(replicaUrl, (client) => client.query('select pg_promote()'))
      relay.turn(second.port)
    },
    async stop() {
      await relay.close()
      await Promise.all([first.stop(), second.stop()])
    },
  }
}
