/**
 * Who may import whom (docs/architecture.md). A guard that is configured wrongly looks green, so every rule is shown to
 * refuse the wrong import that it is there for, and to let the right one pass.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const checkout = path.resolve(import.meta.dirname, '..')

/** Within a room, and of packages: folder, an import that it must not have, and one that it may. */
const RULES = [
  ['contract', '../server/app.ts', './money.ts'],
  ['contract', 'node:fs', 'zod'],
  ['server/orders', '../../src/db/database.ts', '../platform/json.ts'],
  ['server/platform', '../people/present.ts', '../env.ts'],
  ['server/platform/auth', '../../mail/outbox.ts', '../context.ts'],
  ['server/feed', '../edits/run.ts', '../platform/announce.ts'],
  ['server/distributor', '../demo/demo.ts', '../platform/demo-mark.ts'],
  ['src/queries', 'react', '#src/api/client.ts'],
  ['src/sync', 'react', '#src/db/database.ts'],
  ['src/sync/store', '../send/flush.ts', './rows.ts'],
  ['src/sync/store', '#src/kit/Link.tsx', '#src/db/database.ts'],
  ['src/sync/send', '../pull/pull.ts', '../store/rows.ts'],
  ['src/sync/send', '#src/kit/Link.tsx', '#src/db/database.ts'],
  ['src/ui', '@tanstack/react-router', '@mantine/core'],
  ['src/ui', '#src/paths.ts', 'react'],
  ['src/documents', '#src/paths.ts', '#src/ui/format.ts'],
  ['src/sync', '#src/paths.ts', '#src/db/database.ts'],
  ['src/kit', '../../app/Shell.tsx', '#src/paths.ts'],
  ['src/picking', '@tanstack/react-router', '#src/paths.ts'],
  ['src/features/scan/list', '../session/scan-list.ts', '../session/index.ts'],
  ['src/features/picklist', '../orders/format.ts', './table/index.ts'],
  ['src/routes', '#features/scan/session/scan-list.ts', '#features/scan/screen/index.ts'],
  ['src/features/bulk', '../invoices/draft.ts', './orders.ts'],
  ['src/features/invoices/payment', '../../orders/format.ts', '../draft.ts'],
  ['src/features/scan', '@tanstack/react-router', '#src/paths.ts'],
] as const

const ENGINE = ['contract', 'src/db', 'src/api', 'src/sync']
const ASKING = [...ENGINE, 'src/queries']
const BELOW_PICKING = [...ASKING, 'src/ui', 'src/kit', 'src/device', 'src/documents']

/** The arrows between rooms (docs/architecture.md): whom each may import. Every other room is refused. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  sw: ENGINE,
  'src/db': ['contract'],
  'src/api': ['contract', 'src/db'],
  'src/queries': ['contract', 'src/api'],
  'src/sync': ['contract', 'src/db', 'src/api', 'src/queries'],
  'src/ui': ['contract'],
  'src/device': ['contract'],
  'src/documents': ['contract', 'src/ui', 'src/api'],
  'src/kit': [...ASKING, 'src/ui'],
  'src/picking': BELOW_PICKING,
  'src/features/recalls': [...BELOW_PICKING, 'src/picking'],
  'src/app': [...ASKING, 'src/ui', 'src/kit', 'src/device', 'src/picking', 'features'],
  'src/routes': [...ASKING, 'src/ui', 'src/kit', 'src/device', 'src/picking', 'features', 'src/app'],
}
const ROOMS = [
  ...new Set(Object.keys(ARROWS).map((room) => (room.startsWith('src/features') ? 'features' : room))),
]
/** `sw` has no alias: nothing could import it by one. */
const PLANTS = Object.entries(ARROWS).flatMap(([room, allowed]) =>
  ROOMS.filter((other) => other !== room && other !== 'sw').map((other) => ({
    room,
    other,
    isAllowed: allowed.includes(other),
    file: path.join(room, `planted-${other.replaceAll('/', '-')}.ts`),
  })),
)

/** Where screens are made: one button and one dialog, those of `ui` (docs/decisions/0143). */
const OF_SCREENS = ['src/app', 'src/features/scan', 'src/kit', 'src/routes']

/** Folders in which two files import each other's types, and nothing else. */
const WITHOUT_CYCLES = ['contract/orders', 'server/orders', 'src/features/scan']

/** A scope of a company as it was once written in each statement. */
const BY_HAND = /::int is null or (?:\w+\.)?company_id = /

let refused: Set<string>
let inCycles: Set<string>
let folder: string

const fileOf = (n: number, kind: 'wrong' | 'right') => `planted-${kind}-${n}.ts`

async function plant(file: string, text: string): Promise<void> {
  const at = path.join(folder, file)
  await mkdir(path.dirname(at), { recursive: true })
  await writeFile(at, text)
}

beforeAll(async () => {
  // A tree with the project's lint rules and nothing but planted imports in it.
  folder = await mkdtemp(path.join(tmpdir(), 'larder-architecture-'))
  const folders = new Set(
    [...RULES.map(([where]) => where), ...Object.keys(ARROWS), ...OF_SCREENS].flatMap((where) => [
      where,
      path.dirname(where),
    ]),
  )
  for (const where of [...folders, '.', 'src/features']) {
    const config = path.join(where, '.oxlintrc.json')
    if (!existsSync(path.join(checkout, config))) continue
    await mkdir(path.join(folder, where), { recursive: true })
    await cp(path.join(checkout, config), path.join(folder, config))
  }
  for (const { other, file } of PLANTS)
    await plant(file, `import * as it from '#${other}/x.ts'\nexport { it }\n`)
  await plant('src/paths.ts', "import * as it from '#src/routes/search.ts'\nexport { it }\n")
  for (const [n, [where, wrong, right]] of RULES.entries()) {
    await plant(path.join(where, fileOf(n, 'wrong')), `import * as it from '${wrong}'\nexport { it }\n`)
    await plant(path.join(where, fileOf(n, 'right')), `import * as it from '${right}'\nexport { it }\n`)
  }
  for (const where of OF_SCREENS)
    for (const piece of ['Button', 'Modal', 'Skeleton'])
      await plant(
        path.join(where, `planted-${piece}.ts`),
        `import { ${piece} } from '@mantine/core'\nexport { ${piece} }\n`,
      )
  for (const where of WITHOUT_CYCLES)
    for (const [own, other] of [
      ['A', 'B'],
      ['B', 'A'],
    ])
      await plant(
        path.join(where, `planted-cycle-${own}.ts`),
        `import type { ${other} } from './planted-cycle-${other}.ts'\nexport type ${own} = ${other} | null\n`,
      )
  const out = await new Promise<string>((resolve) => {
    execFile(
      path.join(checkout, 'node_modules/.bin/oxlint'),
      ['--format', 'unix'],
      { cwd: folder, maxBuffer: 1 << 24 },
      (_error, stdout) => resolve(stdout),
    )
  })
  const filesWith = (rule: string) =>
    new Set(
      out
        .split('\n')
        .filter((line) => line.includes(rule))
        .map((line) => path.relative(folder, path.resolve(folder, line.split(':')[0] ?? ''))),
    )
  refused = filesWith('no-restricted-imports')
  inCycles = filesWith('no-cycle')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('every trade folder of the server is named by the rule that keeps platform below them', async () => {
  const entries = await readdir(path.join(checkout, 'server'), { withFileTypes: true })
  const trades = entries.filter((entry) => entry.isDirectory() && entry.name !== 'platform')
  const rule = await readFile(path.join(checkout, 'server/platform/.oxlintrc.json'), 'utf8')
  const named = /\(([a-z|-]*demo[a-z|-]*)\)/.exec(rule)![1]!.split('|')
  expect(named.toSorted()).toEqual(trades.map(({ name }) => name).toSorted())
})

it('no statement of the server limits rows to a company by hand: `ofCompany` does', async () => {
  const entries = await readdir(path.join(checkout, 'server'), { recursive: true })
  const written = await Promise.all(
    entries
      .filter((file) => file.endsWith('.ts') && file !== path.join('platform', 'scope.ts'))
      .map(async (file) => [file, await readFile(path.join(checkout, 'server', file), 'utf8')] as const),
  )
  expect(written.filter(([, text]) => BY_HAND.test(text)).map(([file]) => file)).toEqual([])
  expect(BY_HAND.test('where ($1::int is null or o.company_id = $1)')).toBe(true)
})

describe('the linter', () => {
  for (const room of Object.keys(ARROWS))
    it(`lets ${room} import ${ARROWS[room]!.join(', ') || 'nothing'}, and no other room`, () => {
      const of = PLANTS.filter((plant) => plant.room === room)
      const passes = of.filter(({ file }) => !refused.has(file)).map(({ other }) => other)
      expect(passes.toSorted()).toEqual(
        of
          .filter(({ isAllowed }) => isAllowed)
          .map(({ other }) => other)
          .toSorted(),
      )
    })
  it('refuses that the addresses import the routes', () => {
    expect(refused).toContain('src/paths.ts')
  })
  for (const [n, [where, wrong, right]] of RULES.entries()) {
    it(`refuses that ${where} imports ${wrong}`, () => {
      expect(refused).toContain(path.join(where, fileOf(n, 'wrong')))
    })
    it(`lets ${where} import ${right}`, () => {
      expect(refused).not.toContain(path.join(where, fileOf(n, 'right')))
    })
  }
  for (const where of OF_SCREENS)
    it(`refuses Mantine's button and dialog in ${where}, and nothing else of it`, () => {
      expect(refused).toContain(path.join(where, 'planted-Button.ts'))
      expect(refused).toContain(path.join(where, 'planted-Modal.ts'))
      expect(refused).not.toContain(path.join(where, 'planted-Skeleton.ts'))
    })
  for (const where of WITHOUT_CYCLES)
    it(`refuses that two files of ${where} import each other, be it for types only`, () => {
      expect(inCycles).toContain(path.join(where, 'planted-cycle-A.ts'))
    })
})
