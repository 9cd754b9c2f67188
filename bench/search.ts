/** The server's search in a large catalogue, beside the same search without its trigram index. */
import pg from 'pg'
import { median } from './numbers.ts'
import { signIn, type Stack } from './stack.ts'
import { atLeast, round, type Figure } from './table.ts'

/** Ms from asking for each of these to the whole answer: their median. */
async function searching(stack: Stack, database: string, words: readonly string[]): Promise<number> {
  const server = await stack.server(database)
  const headers = await signIn(server)
  const took: number[] = []
  for (const word of words) {
    const start = performance.now()
    const answer = await fetch(
      `${server.address}/api/products/?limit=100&search=${encodeURIComponent(word)}`,
      { headers },
    )
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the search answered ${answer.status}`)
    took.push(performance.now() - start)
  }
  await server.stop()
  return median(took)
}

export async function search(stack: Stack): Promise<Figure[]> {
  const { business, rounds } = stack.sizes.search
  const database = await stack.database('search', business)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query('analyze products')
  const { rows } = await client.query<{ name: string }>(
    'select name from products order by upc offset $1 limit $2',
    [business.products / 2, rounds],
  )
  const names = rows.map(({ name }) => name)
  const byIndex = await searching(stack, database, names)
  // The connections of the next server find it so: the same statement, without the index.
  await client.query('alter database search set enable_bitmapscan = off')
  await client.end()
  const byScan = await searching(stack, database, names)
  return [
    atLeast(
      `search in ${business.products.toLocaleString('en-US')} products`,
      `${round(byIndex)} ms`,
      `sequential scan ${round(byScan)} ms`,
      byScan / byIndex,
      5,
    ),
  ]
}
