import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { queryOnlyRow, queryRow, queryRows } from './rows.ts'

const pool = new pg.Pool({ connectionString: process.env['TEST_DATABASE_URL'], max: 1 })
afterAll(() => pool.end())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const Named = z.object({ id: z.number(), name: z.string() })
const TWO = `select * from (values (1, 'Kale'), (2, 'Cod')) as t (id, name) order by id`
const RENAMED = `select 1 as id, 'Kale' as title`

describe('rows of a shape', () => {
  it('are returned as the database gives them', async () => {
    expect(await queryRows(pool, Named, TWO)).toEqual([
      { id: 1, name: 'Kale' },
      { id: 2, name: 'Cod' },
    ])
    expect(await queryRow(pool, Named, TWO)).toEqual({ id: 1, name: 'Kale' })
    expect(await queryRow(pool, Named, `${TWO} limit $1`, [0])).toBeUndefined()
    const prepared = { name: 'named', text: `${TWO} offset $1` }
    expect(await queryOnlyRow(pool, Named, prepared, [1])).toEqual({ id: 2, name: 'Cod' })
    await expect(queryOnlyRow(pool, Named, `${TWO} limit 0`)).rejects.toThrow(
      'A statement returned no row: select',
    )
  })

  it('fail at the statement where a column has another name or type', async () => {
    await expect(queryRows(pool, Named, RENAMED)).rejects.toThrow(
      /^A row is not of its shape \(.*→ at name\): select 1 as id/,
    )
    await expect(queryRow(pool, Named, `select '1' as id, 'Kale' as name`)).rejects.toThrow(/at id\)/)
  })

  it.each([
    ['development', 1],
    ['production', 0],
  ])('are returned all the same in %s, with %i warnings of a statement', async (environment, warnings) => {
    vi.stubEnv('NODE_ENV', environment)
    vi.resetModules()
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
    const rows = await import('./rows.ts')
    for (let time = 0; time < 2; time++)
      expect(await rows.queryRows(pool, Named, RENAMED)).toEqual([{ id: 1, title: 'Kale' }])
    expect(warn).toHaveBeenCalledTimes(warnings)
    warn.mockRestore()
  })
})

it('no statement of the server outside platform/ has rows of a bare type', () => {
  const server = path.resolve(import.meta.dirname, '..')
  const bare = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('platform/'))
    .filter((file) =>
      /\.query<|const \{ rows(?::| )[^=]*\} = await [\w.]+\.query\(/.test(
        readFileSync(path.join(server, file), 'utf8'),
      ),
    )
  expect(bare).toEqual([])
})
