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
  ['src/sync/store', '#src/kit/links/Link.tsx', '#src/db/database.ts'],
  ['src/sync/send', '../pull/pull.ts', '../store/rows.ts'],
  ['src/sync/send', '#src/kit/links/Link.tsx', '#src/db/database.ts'],
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
/** By an alias, which `sw` does not have. */
const PLANTS = Object.entries(ARROWS).flatMap(([room, allowed]) =>
  ROOMS.filter((other) => other !== room && other !== 'sw').map((other) => ({
    room,
    other,
    isAllowed: allowed.includes(other),
    file: path.join(room, `planted-${other.replaceAll('/', '-')}.ts`),
  })),
)

/** By a relative path: the alias is the only way into another room. */
const RELATIVE = Object.keys(ARROWS).flatMap((room) =>
  ROOMS.filter((other) => other !== room && !room.startsWith(`src/${other}/`)).map((other) => ({
    room,
    other,
    file: path.join(room, `planted-relative-${other.replaceAll('/', '-')}.ts`),
    wrong: `${path.relative(room, other === 'features' ? 'src/features' : other)}/x.ts`,
  })),
)
/** The rooms below the screens: they know no address. */
const WITHOUT_ADDRESSES = Object.keys(ARROWS).filter(
  (room) => !['src/kit', 'src/picking', 'src/features/recalls', 'src/app', 'src/routes'].includes(room),
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
  for (const { wrong, file } of RELATIVE) await plant(file, `import * as it from '${wrong}'\nexport { it }\n`)
  for (const room of WITHOUT_ADDRESSES)
    for (const [file, from] of [
      ['planted-paths.ts', '#src/paths.ts'],
      ['planted-relative-paths.ts', path.relative(room, 'src/paths.ts')],
    ])
      await plant(path.join(room, file!), `import * as it from '${from}'\nexport { it }\n`)
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

/** The arrows as the table of docs/architecture.md draws them; `paths` is a file and no room. */
function drawnArrows(page: string): Record<string, string[]> {
  const drawn: Record<string, string[]> = {}
  for (const [, rooms, allowed] of page.matchAll(/^\| (`[^|]*) \| ([^|;]*)/gm)) {
    const names = [...allowed!.matchAll(/(what )?`(\w+)`/g)].flatMap(([, what, name]) =>
      what ? drawn[name!]! : [name!],
    )
    for (const [, room] of rooms!.matchAll(/`([\w.]+)`/g))
      drawn[room!] = [...new Set(names)].filter((name) => name !== 'paths').toSorted()
  }
  return drawn
}

it('docs/architecture.md draws the arrows that are proved here', async () => {
  const page = await readFile(path.join(checkout, 'docs/architecture.md'), 'utf8')
  const { 'paths.ts': _, ...drawn } = drawnArrows(page.split('## Who may import whom')[1]!.split('\n## ')[0]!)
  const nameOf = (room: string) => (room.startsWith('src/features') ? 'features' : room.replace('src/', ''))
  const proved = Object.entries(ARROWS).map(([room, allowed]) => [
    nameOf(room),
    allowed.map(nameOf).toSorted(),
  ])
  expect(drawn).toEqual(Object.fromEntries(proved))
})

/** The room of a path in the checkout; null where it belongs to none, as `src/main.tsx`. */
function roomOf(file: string): string | null {
  if (file.startsWith('src/features/')) return 'src/features/recalls'
  return Object.keys(ARROWS).find((room) => file.startsWith(`${room}/`)) ?? null
}
/** The feature of a path; undefined outside of features. */
const featureOf = (file: string): string | undefined => /^src\/features\/([^/]+)/.exec(file)?.[1]
const ALIASES: Readonly<Record<string, string>> = {
  '#contract/': 'contract/',
  '#server/': 'server/',
  '#features/': 'src/features/',
  '#src/': 'src/',
}

/** The rule of the linter sees `import … from` alone. */
it('an import that loads later follows the arrows too', async () => {
  const entries = await Promise.all(
    ['contract', 'server', 'src', 'sw'].map(async (top) =>
      (await readdir(path.join(checkout, top), { recursive: true })).map((file) => path.join(top, file)),
    ),
  )
  const files = entries
    .flat()
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'))
  const wrong: string[] = []
  let seen = 0
  for (const file of files) {
    const room = roomOf(file)
    const text = room === null ? '' : await readFile(path.join(checkout, file), 'utf8')
    for (const [, from] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) {
      const alias = Object.keys(ALIASES).find((start) => from!.startsWith(start))
      if (alias === undefined && !from!.startsWith('.')) continue
      seen++
      const target =
        alias === undefined ? path.join(path.dirname(file), from!) : from!.replace(alias, ALIASES[alias]!)
      const to = roomOf(target)
      const name = to === 'src/features/recalls' ? 'features' : to
      const isOwn = to === room && featureOf(target) === featureOf(file)
      if (to !== null && !isOwn && !ARROWS[room!]!.includes(name!)) wrong.push(`${file} → ${from}`)
    }
  }
  expect(wrong).toEqual([])
  expect(seen).toBeGreaterThan(50)
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
  for (const room of Object.keys(ARROWS))
    it(`refuses that ${room} imports another room by a relative path`, () => {
      const passes = RELATIVE.filter((plant) => plant.room === room && !refused.has(plant.file))
      expect(passes.map(({ other }) => other)).toEqual([])
    })
  it('refuses the addresses in every room below the screens', () => {
    const passes = WITHOUT_ADDRESSES.flatMap((room) =>
      ['planted-paths.ts', 'planted-relative-paths.ts'].map((file) => path.join(room, file)),
    ).filter((file) => !refused.has(file))
    expect(passes).toEqual([])
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
