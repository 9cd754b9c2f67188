import { describe, expect, it } from 'vitest'
import { Mutation, MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { toWire } from './edit.ts'
import version1 from '../fixtures/outbox-v1.json' with { type: 'json' }
import version2 from '../fixtures/outbox-v2.json' with { type: 'json' }
import version3 from '../fixtures/outbox-v3.json' with { type: 'json' }
import version4 from '../fixtures/outbox-v4.json' with { type: 'json' }
import version5 from '../fixtures/outbox-v5.json' with { type: 'json' }
import version6 from '../fixtures/outbox-v6.json' with { type: 'json' }
import version7 from '../fixtures/outbox-v7.json' with { type: 'json' }
import version8 from '../fixtures/outbox-v8.json' with { type: 'json' }
import { upgradeRecord } from './migrate.ts'

const fixtures: Record<number, Record<string, unknown>[]> = {
  1: version1,
  2: version2,
  3: version3,
  4: version4,
  5: version5,
  6: version6,
  7: version7,
  8: version8,
}

describe('records of every earlier version', () => {
  it('have a fixture each', () => {
    const versions = Array.from({ length: MUTATION_SCHEMA_VERSION }, (_, n) => String(n + 1))
    expect(Object.keys(fixtures)).toEqual(versions)
  })

  it.each(Object.entries(fixtures))(
    'of version %s can be sent today, with the same key and the same call',
    (_, records) => {
      for (const stored of records) {
        const record = upgradeRecord(stored as never)
        const wire = toWire(record)
        expect(Mutation.parse(wire)).toEqual(wire)
        expect(wire).toMatchObject({ mutation_id: stored['mutation_id'], call: stored['call'] })
        expect(record.state).toBe(stored['state'])
      }
    },
  )

  it('go through each step in turn, and one of a newer app is not changed', () => {
    const steps = {
      1: (record: object) => ({ ...record, schema_version: 1, two: true }),
      2: (record: object) => ({ ...record, schema_version: 2, three: true }),
    }
    expect(upgradeRecord({ schema_version: 1 }, steps, 3)).toEqual({
      schema_version: 3,
      two: true,
      three: true,
    })
    expect(() => upgradeRecord({ schema_version: 4 }, steps, 3)).toThrow('newer than this app')
  })
})
