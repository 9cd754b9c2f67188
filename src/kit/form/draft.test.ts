import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepDraft, layOver, readDraft, typedOver } from './draft.ts'

const stored = { name: 'Quay', on: true, address: { city: 'Bayonne', zip: '07002' }, copies: ['a@b.example'] }

describe('a form’s draft', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    })
    return () => vi.unstubAllGlobals()
  })

  it('holds the values that differ from the stored ones, field by field, and a list as a whole', () => {
    expect(typedOver(stored, structuredClone(stored))).toEqual({})
    const values = { ...stored, on: false, address: { city: 'Hoboken', zip: '07002' }, copies: [] }
    expect(typedOver(stored, values)).toEqual({ on: false, 'address.city': 'Hoboken', copies: [] })
  })

  it('replaces another user’s newer values in its own fields', () => {
    const theirs = { ...stored, name: 'Quay II', address: { city: 'Newark', zip: '07102' } }
    expect(layOver(theirs, { 'address.city': 'Hoboken', copies: ['c@d.example'] })).toEqual({
      ...theirs,
      address: { city: 'Hoboken', zip: '07102' },
      copies: ['c@d.example'],
    })
  })

  it('is restored by its name, without fields that the form no longer has or has in another type', () => {
    keepDraft('7/order/1', { name: 'Pier', 'address.zip': 7, gone: 'x', copies: '[]', on: false })
    expect(readDraft('7/order/1', stored)).toEqual({ name: 'Pier', on: false })
    expect(readDraft('8/order/1', stored)).toEqual({})
    keepDraft('7/order/1', {})
    expect(sessionStorage.getItem('larder-draft/7/order/1')).toBeNull()
  })

  it('is not kept if the browser stores nothing, and causes no failure', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('sessionStorage', { setItem: full })
    expect(() => keepDraft('7/order/1', { name: 'Pier' })).not.toThrow()
  })
})
