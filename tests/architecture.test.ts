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

/** Folder, an import that it must not have, and one that it may. */
const RULES = [
  ['contract', '../server/app.ts', './money.ts'],
  ['contract', 'node:fs', 'zod'],
  ['contract/orders', '#server/app.ts', '../money.ts'],
  ['server', '#src/db/database.ts', '#contract/money.ts'],
  ['server/orders', '../../src/db/database.ts', '../platform/json.ts'],
  ['server/platform', '../people/present.ts', '../env.ts'],
  ['server/platform/auth', '../../mail/outbox.ts', '../context.ts'],
  ['server/feed', '../edits/run.ts', '../platform/announce.ts'],
  ['server/distributor', '../demo/demo.ts', '../platform/demo-mark.ts'],
  ['src/db', '#src/sync/engine.ts', 'dexie'],
  ['src/api', '#src/sync/engine.ts', '#src/db/database.ts'],
  ['src/sync', 'react', '#src/db/database.ts'],
  ['src/sync/store', '../send/flush.ts', './rows.ts'],
  ['src/sync/send', '../pull/pull.ts', '../store/rows.ts'],
  ['src/sync/store', '#src/kit/Link.tsx', '#src/db/database.ts'],
  ['src/sync', '#features/scan/screen/index.ts', '#src/api/client.ts'],
  ['src/sync', '#src/ui/Chip.tsx', '#contract/money.ts'],
  ['src/ui', '#src/db/database.ts', '@mantine/core'],
  ['src/ui', '@tanstack/react-router', 'react'],
  ['src/ui', '#src/kit/Link.tsx', 'react'],
  ['src/ui', '#src/paths.ts', 'react'],
  ['src/kit', '#features/orders/queries.ts', '#src/paths.ts'],
  ['src/kit', '#src/app/Shell.tsx', '#src/ui/Chip.tsx'],
  ['src/kit', '#src/routes/router.tsx', '@tanstack/react-router'],
  ['src/documents', '#features/invoices/draft.ts', '#src/ui/format.ts'],
  ['src/documents', '#src/sync/engine.ts', '#contract/money.ts'],
  ['src/device', '#src/sync/engine.ts', '#contract/barcode/parse.ts'],
  ['src/sync', '#src/paths.ts', '#src/db/database.ts'],
  ['src/picking', '#features/scan/screen/index.ts', '#src/kit/signed-in.ts'],
  ['src/picking', '#src/routes/router.tsx', '#contract/picking/lines.ts'],
  ['src/features/scan', '#features/orders/format.ts', '#src/picking/context.ts'],
  ['src/features/scan/list', '../session/scan-list.ts', '../session/index.ts'],
  ['src/features/picklist', '../orders/format.ts', './table/index.ts'],
  ['src/routes', '#features/scan/session/scan-list.ts', '#features/scan/screen/index.ts'],
  ['src/features/scan', '../orders/format.ts', './scan-list.ts'],
  ['src/features/bulk', '../invoices/draft.ts', './orders.ts'],
  ['src/features/invoices/payment', '../../orders/format.ts', '../draft.ts'],
  ['src/features/scan', '#src/app/signed-in.ts', '#src/device/sound.ts'],
  ['src/features/scan', '@tanstack/react-router', '#src/kit/Link.tsx'],
  ['sw', '#features/scan/screen/index.ts', '#src/sync/engine.ts'],
  ['sw', '#src/app/theme.ts', '#src/db/database.ts'],
] as const

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

beforeAll(async () => {
  // A tree with the project's lint rules and nothing but planted imports in it.
  folder = await mkdtemp(path.join(tmpdir(), 'larder-architecture-'))
  const folders = new Set(
    [...RULES.map(([where]) => where), ...OF_SCREENS].flatMap((where) => [where, path.dirname(where)]),
  )
  for (const where of [...folders, '.', 'src/features']) {
    const config = path.join(where, '.oxlintrc.json')
    if (!existsSync(path.join(checkout, config))) continue
    await mkdir(path.join(folder, where), { recursive: true })
    await cp(path.join(checkout, config), path.join(folder, config))
  }
  for (const [n, [where, wrong, right]] of RULES.entries()) {
    await mkdir(path.join(folder, where), { recursive: true })
    await writeFile(
      path.join(folder, where, fileOf(n, 'wrong')),
      `import * as it from '${wrong}'\nexport { it }\n`,
    )
    await writeFile(
      path.join(folder, where, fileOf(n, 'right')),
      `import * as it from '${right}'\nexport { it }\n`,
    )
  }
  for (const where of OF_SCREENS) {
    await mkdir(path.join(folder, where), { recursive: true })
    for (const piece of ['Button', 'Modal', 'Skeleton'])
      await writeFile(
        path.join(folder, where, `planted-${piece}.ts`),
        `import { ${piece} } from '@mantine/core'\nexport { ${piece} }\n`,
      )
  }
  for (const where of WITHOUT_CYCLES)
    for (const [own, other] of [
      ['A', 'B'],
      ['B', 'A'],
    ])
      await writeFile(
        path.join(folder, where, `planted-cycle-${own}.ts`),
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
